import type { Store } from "@/db/store";
import { toFileName } from "@/lib/core/file-name";
import { runColumns, toRunCells } from "@/lib/wire/csv-tables";
import type { CsvTable } from "./csv-answer";
import { pageThings } from "./csv-pages";
import { allRuns, listRuns } from "./list-runs";

/** All runs, newest activity first. */
export async function exportRuns(store: Store): Promise<CsvTable> {
  const { runs } = await listRuns(store, allRuns);
  return {
    fileName: toFileName(["runs"], "csv"),
    columns: runColumns,
    pages: pageThings(runs, runColumns, toRunCells),
  };
}
