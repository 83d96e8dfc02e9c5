import { restoreRecords } from "@/lib/server/restore-records";
import { route } from "@/lib/server/route";
import { RecordsPost } from "@/lib/wire/run-record";

export const dynamic = "force-dynamic";

/** What an export holds beside rollouts. */
export const POST = route(async ({ context, writtenRun, json }) => {
  return restoreRecords(context.store, writtenRun(), await json(RecordsPost));
});
