import type { IncidentEvent, IncidentEventName, NoticeEvent, NoticeState } from "./notice";
import { type FilteredRun, isSevereEnough, matchesRun, type Webhook } from "./webhook";

/** An entry of the ledger with what is known of it now. */
export interface News extends IncidentEvent {
  readonly filtered: FilteredRun;
  /** A person said that it was to be expected. */
  readonly isExpected: boolean;
  /** When the rollouts of its step finished, as far as anybody told. */
  readonly happenedAt: number | null;
}

export interface PlannedNotice {
  readonly webhook: string;
  readonly news: News;
  readonly event: IncidentEventName;
  readonly state: Extract<NoticeState, "waiting" | "skipped">;
  readonly why: string | null;
}

const hour = 3_600_000;

/** Rollouts that finished this long before anything was found in them are history: they came from a file. */
export const historyAfterMs = 6 * hour;

const endings: ReadonlySet<NoticeEvent> = new Set(["ended", "rolled_back", "withdrawn"]);

/** Whether nothing more happens to an incident after this. */
export function isEnding(event: NoticeEvent): boolean {
  return endings.has(event);
}

function isHistory({ at, happenedAt }: News): boolean {
  return happenedAt !== null && at - happenedAt > historyAfterMs;
}

/** `webhook incident`, for those that a webhook was, or is about to be, told of. */
export function toToldKey(webhook: string, incident: string): string {
  return `${webhook} ${incident}`;
}

/**
 * Which events make a notice for which webhook. The first that a receiver hears of an incident that goes on is that it
 * opened, whatever it was before; of an ending hears who was told of the incident. An incident that is expected makes
 * none, and one in old rollouts makes one that is kept in the log and not sent.
 *
 * @param told keys of {@link toToldKey}.
 */
export function planNotices(
  news: readonly News[],
  webhooks: readonly Webhook[],
  told: ReadonlySet<string>,
): PlannedNotice[] {
  const heard = new Set(told);
  const planned: PlannedNotice[] = [];
  for (const one of news) {
    if (one.isExpected) continue;
    for (const webhook of webhooks) {
      if (webhook.isPaused) continue;
      const key = toToldKey(webhook.id, one.incident);
      const isTold = heard.has(key);
      if (isEnding(one.event)) {
        if (isTold) planned.push({ webhook: webhook.id, news: one, event: one.event, state: "waiting", why: null });
        continue;
      }
      if (!isSevereEnough(webhook, one.severity) || !matchesRun(webhook, one.filtered)) continue;
      const event = isTold ? one.event : "opened";
      if (isHistory(one)) {
        const why = "The rollouts it was found in had finished long before: history, not news.";
        planned.push({ webhook: webhook.id, news: one, event, state: "skipped", why });
        continue;
      }
      heard.add(key);
      planned.push({ webhook: webhook.id, news: one, event, state: "waiting", why: null });
    }
  }
  return planned;
}
