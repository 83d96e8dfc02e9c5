import type { Store } from "@/db/store";
import { toWireLog, type WireRetentionLog } from "@/lib/wire/retention";

/** Entries that are told: the newest. */
const toldActs = 200;

/** What the rules did, newest first. */
export async function readRetentionLog(store: Store): Promise<WireRetentionLog> {
  return toWireLog(await store.retention.listDone(toldActs));
}
