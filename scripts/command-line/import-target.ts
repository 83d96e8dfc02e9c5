import type { FalsezeroClient } from "@/lib/client/client";
import type { ImportReceipt, ImportTarget, RowsPlace } from "@/lib/importers/import-target";
import { JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import { normaliseRow } from "@/lib/wire/normalise";

/** A run on a server. Rows that an importer sends have an identity, so that sending them again needs no key. */
export function toRun(client: FalsezeroClient, run: string): ImportTarget {
  return {
    declareExpected: (step, expected, { split, segment }) =>
      client.putStep(run, step, { expected_ids: expected }, { split, segment }),
    sendRows: (rows, place) => client.postRowBytes(run, rows, { ...place }, null),
    sendCounts: (counts) => client.postProducerCounts(run, counts),
  };
}

function judge(bytes: Uint8Array, place: RowsPlace): { readonly code: string; readonly message: string } | null {
  try {
    const row = parseJsonText(new TextDecoder().decode(bytes));
    const defaults = { step: place.step ?? null, split: place.split ?? null, segment: null, environment: null };
    const judged = normaliseRow(row, place.format, defaults);
    return "rejection" in judged ? judged.rejection : null;
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { code: "not_json", message: error.message };
  }
}

/** Nowhere, on a dry run: rows are judged as a server would, as far as can be told without its data. */
export const nowhere: ImportTarget = {
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
};
