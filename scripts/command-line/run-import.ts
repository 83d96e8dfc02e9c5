import { createReadStream } from "node:fs";
import type { Receipt } from "@/lib/client/answer";
import { inBatches, ordinaryBatch } from "@/lib/client/batches";
import type { CountsPost, RowsQuery, StepPatch } from "@/lib/client/client";
import type { ExpectedId, InputFields, InputsFile, RowsFile } from "@/lib/importers/importer";
import { parseRecord, readSourceLines } from "@/lib/importers/source-lines";
import type { FileReport } from "./import-report";
import type { PlannedFile } from "./plan-import";
import { longestLine } from "./read-sample";

/** Where an import goes: a run on a server, or nowhere on a dry run. */
export interface ImportTarget {
  putStep(step: number, patch: StepPatch, query: Pick<RowsQuery, "split" | "segment">): Promise<void>;
  /** @returns null on a dry run. */
  postRollouts(rows: readonly string[], query: RowsQuery): Promise<Receipt | null>;
  postProducerCounts(counts: CountsPost): Promise<void>;
}

export interface ImportOptions {
  readonly split?: "train" | "eval" | undefined;
  readonly segment?: string | undefined;
  readonly environment?: string | undefined;
}

/** Told of every stretch of a file of rows that was read, and of every file that is done with. */
export interface ImportWatcher {
  onBytes(bytes: number): void;
  onFile(report: FileReport): void;
}

/** Rollouts in one declaration; the server takes more. */
const declaredAtOnce = 20_000;

type InputFieldsByStem = Map<string, Map<string, InputFields>>;

/** Reads inputs: the rollouts they make expected, and their own failure fields. */
async function readInputs(
  report: FileReport,
  inputs: InputsFile,
  fieldsByStem: InputFieldsByStem,
  ownEnvironment: string | null,
): Promise<ExpectedId[]> {
  const { file } = report;
  const expected: ExpectedId[] = [];
  const fields = new Map<string, InputFields>();
  fieldsByStem.set(file.stem, fields);
  for await (const line of readSourceLines(createReadStream(file.path), longestLine)) {
    const parsed = parseRecord(line);
    const mapped = "code" in parsed ? parsed : inputs.mapInput(parsed.record);
    if ("code" in mapped) {
      report.refusals.add(line.number, mapped);
      continue;
    }
    if (mapped.fields !== null) fields.set(mapped.key, mapped.fields);
    expected.push({ ...mapped.expected, environment: mapped.expected.environment ?? ownEnvironment });
    report.expected++;
  }
  return expected;
}

function rowIdOf(file: PlannedFile, line: number): string {
  const place = file.step === null ? file.sourceName : `step_${file.step}/${file.sourceName}`;
  return `${place.slice(-900)}:${line}`;
}

async function* readCounted(path: string, watcher: ImportWatcher): AsyncGenerator<Buffer> {
  const chunks: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of chunks) {
    watcher.onBytes(chunk.length);
    yield chunk;
  }
}

async function* readRows(
  report: FileReport,
  rows: RowsFile,
  inputFields: ReadonlyMap<string, InputFields>,
  watcher: ImportWatcher,
): AsyncGenerator<{ readonly line: number; readonly text: string }> {
  const { file } = report;
  for await (const line of readSourceLines(readCounted(file.path, watcher), longestLine)) {
    const parsed = parseRecord(line);
    const source = { id: rowIdOf(file, line.number), inputFields };
    const mapped = "code" in parsed ? parsed : rows.mapRow(parsed.record, parsed.text, source);
    if ("code" in mapped) report.refusals.add(line.number, mapped);
    else yield { line: line.number, text: mapped.text };
  }
}

async function sendRows(
  report: FileReport,
  rows: RowsFile,
  fieldsByStem: InputFieldsByStem,
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  const query = { format: rows.format, step: report.file.step ?? undefined, ...options };
  const inputFields = fieldsByStem.get(report.file.stem) ?? new Map<string, InputFields>();
  for await (const batch of inBatches(readRows(report, rows, inputFields, watcher), ordinaryBatch)) {
    const receipt = await target.postRollouts(
      batch.map(({ text }) => text),
      query,
    );
    report.rows += batch.length;
    if (receipt === null) continue;
    report.addReceipt(
      receipt,
      batch.map(({ line }) => line),
    );
  }
}

async function declareExpected(
  step: number,
  expected: readonly ExpectedId[],
  target: ImportTarget,
  { split, segment }: ImportOptions,
): Promise<void> {
  // Declarations of a step add up.
  for (let at = 0; at < expected.length; at += declaredAtOnce) {
    await target.putStep(step, { expected_ids: expected.slice(at, at + declaredAtOnce) }, { split, segment });
  }
}

/** Producers count the rollouts of one file; we compare them with a step's. */
function isComparable(reports: readonly FileReport[]): boolean {
  const stems = reports.flatMap(({ file }) => (file.recognition.role === "rows" ? [file.stem] : []));
  return new Set(stems).size <= 1;
}

async function sendCounts(report: FileReport, target: ImportTarget, split: ImportOptions["split"]): Promise<void> {
  const { recognition, shown, producer, step } = report.file;
  if (recognition.role !== "counts") return;
  report.counts = recognition.counts;
  const about = { source: producer ?? "unknown", file: shown, step, split };
  await target.postProducerCounts({ ...about, counts: recognition.counts });
}

/** Imports the files of one step: what is expected first, then what came, then what the producer counted. */
async function importStep(
  reports: readonly FileReport[],
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  const taken = reports.filter(({ refusal }) => refusal === null);
  const fieldsByStem: InputFieldsByStem = new Map();
  for (const report of taken) {
    const { recognition, step } = report.file;
    if (recognition.role !== "inputs") continue;
    const expected = await readInputs(report, recognition, fieldsByStem, options.environment ?? null);
    if (step !== null) await declareExpected(step, expected, target, options);
    else report.note = "not declared: they belong to no step";
  }
  for (const report of reports) {
    const { recognition } = report.file;
    if (report.refusal === null && recognition.role === "rows") {
      await sendRows(report, recognition, fieldsByStem, target, options, watcher);
    }
    if (report.refusal === null && recognition.role === "counts") {
      if (isComparable(taken)) await sendCounts(report, target, options.split);
      else report.note = "not compared: several files of rollouts share this step, and it counts one of them";
    }
    report.isFinished = true;
    watcher.onFile(report);
  }
}

/**
 * Imports files, a step at a time, in bounded memory, and fills in their reports. What was sent before an error stays:
 * sending it again changes nothing.
 *
 * @throws what the target throws, and errors of reading.
 */
export async function runImport(
  reports: readonly FileReport[],
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  for (let at = 0; at < reports.length; ) {
    const step = reports[at]?.file.step;
    const ofStep = reports.slice(at).filter(({ file }) => file.step === step);
    await importStep(ofStep, target, options, watcher);
    at += ofStep.length;
  }
}
