import { route } from "@/lib/server/route";
import { toWireLog } from "@/lib/wire/retention";

export const dynamic = "force-dynamic";

/** Entries that are told: the newest. */
const toldActs = 200;

/** What the rules did. */
export const GET = route(async ({ context }) => toWireLog(await context.store.retention.listDone(toldActs)));
