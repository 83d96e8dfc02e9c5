import { isExportedRow, readExportedRow } from "@/lib/wire/exported-row";
import { JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import { normaliseRow } from "@/lib/wire/normalise";
import type { ImportReceipt, ImportTarget, RowsPlace } from "./import-target";

function judge(bytes: Uint8Array, place: RowsPlace): { readonly code: string; readonly message: string } | null {
  try {
    const row = parseJsonText(new TextDecoder().decode(bytes));
    if (isExportedRow(row)) {
      const read = readExportedRow(row, bytes, Date.now());
      return "code" in read ? read : null;
    }
    const defaults = { step: place.step ?? null, split: place.split ?? null, segment: null, environment: null };
    const judged = normaliseRow(row, place.format, defaults);
    return "rejection" in judged ? judged.rejection : null;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { code: "not_json", message: error.message };
  }
}

/** Nowhere, on a dry run: rows are judged as a server would, as far as can be told without its data. */
export const dryRunTarget: ImportTarget = {
  declareExpected: async () => undefined,
  async sendRows(rows, place): Promise<ImportReceipt> {
    const rejected = rows.flatMap((bytes, index) => {
      const why = judge(bytes, place);
      return why === null ? [] : [{ index, code: why.code, message: why.message }];
    });
    const nothing = { inserted: 0, updated: 0, duplicates: 0, superseded: 0, warnings: [] };
    return { ...nothing, rejectedCount: rejected.length, rejected };
  },
  sendCounts: async () => undefined,
  sendRecords: async () => undefined,
};
