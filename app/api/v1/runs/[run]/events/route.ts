import { toEventStream } from "@/lib/server/event-stream";
import { found, route } from "@/lib/server/route";
import { tailRun } from "@/lib/server/tail-run";
import { parseStepQuery } from "@/lib/wire/query";

export const dynamic = "force-dynamic";

/** One run, live: server-sent events that continue from Last-Event-ID or `since`. */
export const GET = route(async ({ context, request, run, query }) => {
  const { since, ...asked } = parseStepQuery(run(), query);
  const { run: name } = asked.filter;
  found(await context.store.reader.readRun(name), `run called "${name}"`);
  const from = request.headers.get("last-event-id") ?? since;
  return toEventStream(request, context, (surroundings) =>
    tailRun(context.store, { ...asked, since: from }, surroundings),
  );
});
