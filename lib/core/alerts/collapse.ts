import type { Notice, NoticeEvent } from "./notice";
import { isEnding } from "./plan-notices";

/** More notices than this at once are one summary. */
export const noticesAtOnce = 5;

export interface Collapse {
  /** What is sent now, oldest first, each as what it is to its receiver. */
  readonly send: readonly { readonly notice: Notice; readonly event: NoticeEvent }[];
  /** Notices that are told by one of `send`. */
  readonly absorbed: readonly { readonly notice: Notice; readonly by: Notice }[];
  /** Notices that nobody needs any more. */
  readonly moot: readonly Notice[];
  /** Newest states, and summaries that were not taken yet, that go out together; empty, or at least two. */
  readonly summary: readonly Notice[];
}

/** Waiting notices by incident, each list oldest first; summaries stand alone. */
function groupByIncident(waiting: readonly Notice[]): Notice[][] {
  const groups = new Map<string, Notice[]>();
  for (const notice of waiting.toSorted((a, b) => a.id - b.id)) {
    const key = notice.incident ?? `notice ${notice.id}`;
    groups.set(key, [...(groups.get(key) ?? []), notice]);
  }
  return [...groups.values()];
}

/**
 * What a receiver is sent of the notices that wait for it, so that one that comes back hears how things stand and not all
 * that happened meanwhile: of each incident its newest state, and incidents that opened and ended meanwhile together.
 *
 * @param told incidents that the receiver has taken a notice of.
 */
export function collapseNotices(waiting: readonly Notice[], told: ReadonlySet<string>): Collapse {
  const newest: { notice: Notice; event: NoticeEvent; isOver: boolean }[] = [];
  const absorbed: { notice: Notice; by: Notice }[] = [];
  const moot: Notice[] = [];
  for (const group of groupByIncident(waiting)) {
    const last = group[group.length - 1];
    if (last === undefined) continue;
    const isTold = last.incident !== null && told.has(last.incident);
    if (last.event === "withdrawn" && !isTold) {
      moot.push(...group);
      continue;
    }
    for (const notice of group) if (notice !== last) absorbed.push({ notice, by: last });
    const isOver = isEnding(last.event) && !isTold;
    const isFirst = last.event === "severity_rose" && !isTold;
    newest.push({ notice: last, event: isFirst ? "opened" : last.event, isOver });
  }
  const over = newest.filter(({ isOver, notice }) => isOver || notice.event === "summary");
  const summed = newest.length > noticesAtOnce ? newest : over.length > 1 ? over : [];
  const send = newest.filter((one) => !summed.includes(one));
  return {
    send: send.map(({ notice, event }) => ({ notice, event })).sort((a, b) => a.notice.id - b.notice.id),
    absorbed,
    moot,
    summary: summed.map(({ notice }) => notice),
  };
}
