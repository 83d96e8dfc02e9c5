import type { Store } from "@/db/store";
import { toFileName } from "@/lib/core/file-name";
import { toWireIncident } from "@/lib/wire/incident";
import type { CsvTable } from "./csv-answer";
import { gatherColumns, pageThings } from "./csv-pages";
import { readIncidents } from "./read-incidents";

/** A run's incidents, newest onset first; their shifts are one cell of JSON. @throws Problem `not_found`. */
export async function exportIncidents(store: Store, run: string): Promise<CsvTable> {
  const { incidents } = await readIncidents(store, run);
  const columns = await gatherColumns(incidents, toWireIncident);
  return {
    fileName: toFileName([run, "incidents"], "csv"),
    columns: columns.length === 0 ? ["id"] : columns,
    pages: pageThings(incidents, columns, toWireIncident),
  };
}
