/** An export as a file: a header, records and rollouts in the order in which an import wants them, and an end. */
import { z } from "zod";
import type { ExportPart } from "@/lib/core/run-record";
import { toExportedLine } from "./exported-row";
import { toRecordLine } from "./run-record";

/** The version of everything in the file. A newer one is refused by an older reader, by name. */
export const exportVersion = 1;

/** The first line. */
export const ExportHeader = z.object({
  falsezero_export: z.object({
    version: z.int(),
    /** The run that it is of. */
    run: z.string(),
    /** All of the run; false: the rollouts that a filter means. */
    whole: z.boolean(),
    /** The query that the rollouts were chosen by; null where it is all of the run. */
    filter: z.string().nullable(),
    /** The moment of the database that all of it is of. */
    revision: z.string(),
    exported_at: z.string(),
    /** The version of the program that wrote it. */
    server: z.string(),
  }),
});
export type ExportHeader = z.infer<typeof ExportHeader>;

/** The last line: what stands between it and the header. A file without it is not whole. */
export const ExportEnd = z.object({
  falsezero_export_end: z.object({ rollouts: z.int().min(0), records: z.int().min(0) }),
});
export type ExportEnd = z.infer<typeof ExportEnd>;

/** Every line of an export, each with its end. */
export function* toExportLines(header: ExportHeader, parts: Iterable<ExportPart>): Generator<string> {
  yield `${JSON.stringify(header)}\n`;
  const end = { rollouts: 0, records: 0 };
  for (const part of parts) {
    if (part.record === "rollout") end.rollouts++;
    else end.records++;
    yield `${part.record === "rollout" ? toExportedLine(part.row) : JSON.stringify(toRecordLine(part))}\n`;
  }
  yield `${JSON.stringify({ falsezero_export_end: end } satisfies ExportEnd)}\n`;
}
