import { isExportedRow, type ReadExportedRow, readExportedRow } from "./exported-row";
import { isRecord } from "./is-record";
import { type Normalised, normaliseRow, type RowDefaults, type RowFormat, type RowRejection } from "./normalise";

type Exported = Exclude<ReadExportedRow, { readonly code: string }>;

export type JudgedRow =
  | Normalised
  /** A row of an export, with what was judged of it before. */
  | { readonly exported: Exported };

/**
 * Judges one row, of whatever kind, without asking what is stored: the server as it takes it in, and a dry run.
 *
 * @param value the row, parsed. @param bytes its text. @param format what the sender says that it is.
 */
export function judgeRow(
  value: unknown,
  bytes: Uint8Array,
  format: RowFormat | "auto",
  defaults: RowDefaults,
): JudgedRow {
  if (format === "nemo-gym" || !isRecord(value) || !isExportedRow(value)) return normaliseRow(value, format, defaults);
  const read = readExportedRow(value, bytes, Date.now());
  return "code" in read ? { rejection: read satisfies RowRejection } : { exported: read };
}
