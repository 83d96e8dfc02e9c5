import { readIncidents } from "@/lib/server/read-incidents";
import { route } from "@/lib/server/route";
import { toWireIncidents } from "@/lib/wire/incidents";

export const dynamic = "force-dynamic";

/** A run's incidents, newest onset first. */
export const GET = route(async ({ context, run }) => toWireIncidents(await readIncidents(context.store, run())));
