import { toEventStream } from "@/lib/server/event-stream";
import { followRun } from "@/lib/server/follow-run";
import { routeWithQuery } from "@/lib/server/route";
import { parseRunEventsQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** One run, live: server-sent events that continue from Last-Event-ID or `since`. */
export const GET = routeWithQuery(parseRunEventsQuery, async ({ context, request, run, query }) => {
  const since = request.headers.get("last-event-id") ?? query.since;
  const asked = { ...query, filter: { run: run(), ...query.filter }, since };
  return toEventStream(request, context, await followRun(context.store, asked));
});
