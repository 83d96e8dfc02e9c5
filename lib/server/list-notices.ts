import type { Notice, NoticeFilter } from "@/lib/core/alerts/notice";
import { NoticeFacts, toWireNotice, type WireNoticeList } from "@/lib/wire/notice";
import type { Context } from "./context";

const Leading = NoticeFacts.pick({ path: true });

/** Where a notice leads; a summary to all runs, and so does one that an older program wrote and this one can't read. */
function toLink(origin: string, { event, body }: Notice): string {
  const read = event === "summary" ? null : Leading.safeParse(JSON.parse(body));
  return origin + (read?.data?.path ?? "/");
}

function latest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

/** The log of notices, newest first, with when the waiting ones are tried next. */
export async function listNotices(context: Context, asked: NoticeFilter): Promise<WireNoticeList> {
  const { limit, ...filter } = asked;
  const { alerts } = context.store;
  const [found, webhooks] = await Promise.all([
    alerts.listNotices({ ...filter, limit: limit + 1 }),
    alerts.listWebhooks(),
  ]);
  const page = found.slice(0, limit);
  const last = page[page.length - 1];
  return {
    notices: page.map((notice) => {
      const waits = webhooks.find(({ id }) => id === notice.webhook)?.nextTryAt ?? null;
      const nextTryAt = notice.state === "waiting" ? latest(notice.nextTryAt, waits) : null;
      return toWireNotice(notice, toLink(context.address.origin, notice), nextTryAt);
    }),
    next: found.length > limit && last !== undefined ? String(last.id) : null,
  };
}
