import { judgeRow } from "@/lib/wire/judge-row";
import { type ScanLimits, scanRows } from "@/lib/wire/row-scanner";
import type { ImportReceipt, ImportTarget, RowsPlace } from "./import-target";
import type { Refusal } from "./importer";

const stepMissing: Refusal = {
  code: "step_missing",
  message: "no step in the row, and none that is told for it: it is refused, unless the run has a current step",
};

function judge(bytes: Uint8Array, place: RowsPlace, limits: ScanLimits): Refusal | null {
  const [row] = scanRows(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), true, limits);
  if (row === undefined) return { code: "not_an_object", message: "a rollout is a JSON object; this is not one" };
  if ("code" in row) return row;
  const defaults = { step: place.step ?? null, split: place.split ?? null, segment: null, environment: null };
  const judged = judgeRow(row.value, row.bytes, place.format, defaults);
  if ("rejection" in judged) return judged.rejection;
  const { step, split } = "exported" in judged ? judged.exported.rollout : judged.rollout;
  return step === null && split === "train" ? stepMissing : null;
}

/**
 * Nowhere, on a dry run: rows are judged as a server judges them, as far as that can be told without its data.
 *
 * @param limits of that server.
 */
export function toDryRun(limits: ScanLimits): ImportTarget {
  return {
    declareExpected: async () => undefined,
    async sendRows(rows, place): Promise<ImportReceipt> {
      const rejected = rows.flatMap((bytes, index) => {
        const why = judge(bytes, place, limits);
        return why === null ? [] : [{ index, code: why.code, message: why.message }];
      });
      const nothing = { inserted: 0, updated: 0, duplicates: 0, superseded: 0, warnings: [] };
      return { ...nothing, rejectedCount: rejected.length, rejected };
    },
    sendCounts: async () => undefined,
    sendRecords: async () => undefined,
  };
}
