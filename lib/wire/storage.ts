import { z } from "zod";
import type { StorageSizes } from "@/lib/core/run-size";

const count = z.int().min(0);

/** How much of the database each run takes. */
export const WireStorage = z.object({
  database_bytes: count,
  free_bytes: count,
  wal_bytes: count,
  runs: z.array(
    z.object({
      run: z.string(),
      name: z.string().nullable(),
      archived: z.boolean(),
      rollouts: count,
      row_bytes: count,
      payload_bytes: count,
      summary_bytes: count,
      bytes: count,
    }),
  ),
});
export type WireStorage = z.infer<typeof WireStorage>;

export function toWireStorage({ databaseBytes, freeBytes, runs }: StorageSizes, walBytes: number): WireStorage {
  return {
    database_bytes: databaseBytes,
    free_bytes: freeBytes,
    wal_bytes: walBytes,
    runs: runs.map(({ run, title, isArchived, rollouts, rowBytes, payloadBytes, summaryBytes }) => ({
      run,
      name: title,
      archived: isArchived,
      rollouts,
      row_bytes: rowBytes,
      payload_bytes: payloadBytes,
      summary_bytes: summaryBytes,
      bytes: rowBytes + payloadBytes + summaryBytes,
    })),
  };
}
