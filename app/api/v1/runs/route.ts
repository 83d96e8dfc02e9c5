import { listRuns } from "@/lib/server/list-runs";
import { routeWithQuery } from "@/lib/server/route";
import { parseRunsQuery } from "@/lib/wire/query";
import { formatRunCursor } from "@/lib/wire/run-cursor";
import { toWireRunListEntry } from "@/lib/wire/run-list";

export const dynamic = "force-dynamic";

/** A page of the runs, newest activity first. */
export const GET = routeWithQuery(parseRunsQuery, async ({ context, query }) => {
  const { revision, runs, next } = await listRuns(context.store, query);
  return { revision, runs: runs.map(toWireRunListEntry), next: next === null ? null : formatRunCursor(next) };
});
