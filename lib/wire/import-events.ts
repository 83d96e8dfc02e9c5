/** What is told of an import while it runs on the server: one JSON object a line. */
import { z } from "zod";
import type { ImportedFile } from "@/lib/core/imported-file";
import { finishStates } from "@/lib/core/run";
import { recordOf } from "./record-of";

const count = z.int().min(0);

const WireImportedFile = z.object({
  file: z.string(),
  producer: z.string().nullable(),
  kind: z.string(),
  step: count.nullable(),
  rows: count,
  inserted: count,
  updated: count,
  duplicates: count,
  superseded: count,
  expected: count,
  counts: recordOf(z.number()).nullable(),
  refused: count,
  lines: z.array(z.object({ line: count, code: z.string(), message: z.string() })).max(100),
  refusal: z.string().nullable(),
  wanted: z.string().nullable(),
  warnings: z.array(z.object({ code: z.string(), count, message: z.string() })),
  note: z.string().nullable(),
  finished: z.boolean(),
}) satisfies z.ZodType<ImportedFile>;

/** Everything has arrived, and files are being told apart. */
const WireImportReceived = z.object({ event: z.literal("received"), files: count, bytes: count });

/** How far the reading is; sent a few times a second at most. */
const WireImportProgress = z.object({ event: z.literal("progress"), file: z.string(), bytes: count, total: count });

/** A file is done with. */
const WireImportFile = WireImportedFile.extend({ event: z.literal("file") });

/** The last line: everything is done with, or an error ended the import. */
export const WireImportDone = z.object({
  event: z.literal("done"),
  run: z.string(),
  ok: z.boolean(),
  dry_run: z.boolean(),
  /** The run was ended, as was asked. */
  run_finished: z.boolean(),
  /** How the run had ended before, where its end was told: it is left so. */
  ended_before: z.enum(finishStates).nullable(),
  failure: z.string().nullable(),
  rows: count,
  inserted: count,
  updated: count,
  duplicates: count,
  superseded: count,
  refused: count,
  files: z.array(WireImportedFile),
});
export type WireImportDone = z.infer<typeof WireImportDone>;

export const WireImportEvent = z.discriminatedUnion("event", [
  WireImportReceived,
  WireImportProgress,
  WireImportFile,
  WireImportDone,
]);
export type WireImportEvent = z.infer<typeof WireImportEvent>;
