import { toEventStream } from "@/lib/server/event-stream";
import { routeWithQuery } from "@/lib/server/route";
import { tailRuns } from "@/lib/server/tail-runs";
import { parseRunsEventsQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** The list of runs, live: all of them, or those named by `run`, as often as wanted. */
export const GET = routeWithQuery(parseRunsEventsQuery, async ({ context, request, query: { runs, since } }) => {
  const asked = { runs, since: request.headers.get("last-event-id") ?? since };
  return toEventStream(request, context, (surroundings) => tailRuns(context.store, asked, surroundings));
});
