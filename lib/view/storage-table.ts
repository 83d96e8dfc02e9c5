/** The table of what each run takes. */
import type { CsvSheet } from "@/lib/core/csv";

export const storageColumns = ["run", "rollouts", "row_bytes", "payload_bytes", "summary_bytes", "bytes"] as const;
export type StorageColumn = (typeof storageColumns)[number];

export const storageNames: Readonly<Record<StorageColumn, string>> = {
  run: "Run",
  rollouts: "Rollouts",
  row_bytes: "Rows",
  payload_bytes: "Text",
  summary_bytes: "Summaries",
  bytes: "Together",
};

type Sized = Readonly<Record<Exclude<StorageColumn, "run">, number>> & {
  readonly run: string;
  readonly name: string | null;
};

/** Names from a to z, amounts from the largest. */
export function sortSizes<Row extends Sized>(rows: readonly Row[], column: StorageColumn): Row[] {
  const nameOf = ({ name, run }: Row) => name ?? run;
  if (column === "run") return [...rows].sort((a, b) => nameOf(a).localeCompare(nameOf(b), "en"));
  return [...rows].sort((a, b) => b[column] - a[column] || nameOf(a).localeCompare(nameOf(b), "en"));
}

const sheetColumns = ["run", "name", "archived", ...storageColumns.slice(1)] as const;

/** All of the rows, bytes in full, by the names of the API. */
export function toStorageSheet(rows: readonly (Sized & { readonly archived: boolean })[]): CsvSheet {
  return { columns: sheetColumns, rows: rows.map((row) => sheetColumns.map((column) => row[column])) };
}
