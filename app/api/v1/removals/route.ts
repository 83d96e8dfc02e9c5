import { listRemovals } from "@/lib/server/list-removals";
import { route } from "@/lib/server/route";

export const dynamic = "force-dynamic";

/** Runs that wait for their removal, soonest due first. */
export const GET = route(async ({ context }) => ({ removals: await listRemovals(context) }));
