import type { z } from "zod";
import type { Store } from "@/db/store";
import { fromRecordLine, type RecordsPost } from "@/lib/wire/run-record";

/** Keeps what an export holds beside rollouts. An unknown run is made. */
export async function restoreRecords(
  store: Pick<Store, "archive">,
  run: string,
  told: z.output<typeof RecordsPost>,
): Promise<{ run: string; records: number }> {
  const records = told.records.map(fromRecordLine);
  await store.archive.restoreRecords(run, told.exported_run, records, Date.now());
  return { run, records: records.length };
}
