import { toEventStream } from "@/lib/server/event-stream";
import { route } from "@/lib/server/route";
import { tailRuns } from "@/lib/server/tail-runs";

export const dynamic = "force-dynamic";

/** The list of runs, live: all of them, or those named by `run`, as often as wanted. */
export const GET = route(async ({ context, request, query }) => {
  const since = request.headers.get("last-event-id") ?? query.get("since");
  const runs = query.getAll("run").map((name) => name.normalize("NFC"));
  return toEventStream(request, context, (surroundings) => tailRuns(context.store, { runs, since }, surroundings));
});
