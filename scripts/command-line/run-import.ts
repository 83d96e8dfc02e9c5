import { createReadStream } from "node:fs";
import type { Receipt } from "@/lib/client/answer";
import { inBatches, ordinaryBatch } from "@/lib/client/batches";
import type { CountsPost, RowsQuery, StepPatch } from "@/lib/client/client";
import type { ExpectedId, InputFields, RowsFile } from "@/lib/importers/importer";
import { parseRecord, readSourceLines } from "@/lib/importers/source-lines";
import { FileReport } from "./import-report";
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

const waysToGiveAStep =
  "its step is not known: pass --step N, or keep it in a folder such as step_61/, " +
  "or pass --split eval for rollouts outside any step";

/** Reads a step's inputs: the rollouts they make expected, and their own failure fields. */
async function readInputs(report: FileReport, fieldsByStem: InputFieldsByStem, options: ImportOptions) {
  const { file } = report;
  const expected: ExpectedId[] = [];
  if (file.recognition.role !== "inputs" || report.refusal !== null) return expected;
  const fields = new Map<string, InputFields>();
  fieldsByStem.set(file.stem, fields);
  for await (const line of readSourceLines(createReadStream(file.path), longestLine)) {
    const parsed = parseRecord(line);
    const mapped = "code" in parsed ? parsed : file.recognition.mapInput(parsed.record);
    if ("code" in mapped) {
      report.refusals.add(line.number, mapped);
      continue;
    }
    if (mapped.fields !== null) fields.set(mapped.key, mapped.fields);
    const environment = mapped.expected.environment ?? options.environment ?? null;
    expected.push({ ...mapped.expected, environment });
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

/** Imports the files of one step: what is expected first, then what came, then what the producer counted. */
async function importStep(
  reports: readonly FileReport[],
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  const step = reports[0]?.file.step ?? null;
  const fieldsByStem: InputFieldsByStem = new Map();
  const expected: ExpectedId[] = [];
  for (const report of reports) expected.push(...(await readInputs(report, fieldsByStem, options)));
  // Declarations of a step add up.
  for (let at = 0; step !== null && at < expected.length; at += declaredAtOnce) {
    const declared = expected.slice(at, at + declaredAtOnce);
    await target.putStep(step, { expected_ids: declared }, { split: options.split, segment: options.segment });
  }
  for (const report of reports) {
    const { recognition, shown, producer } = report.file;
    if (recognition.role === "inputs" && step === null) report.note = "not declared: they belong to no step";
    if (recognition.role === "rows" && report.refusal === null) {
      await sendRows(report, recognition, fieldsByStem, target, options, watcher);
    }
    if (recognition.role === "counts" && report.refusal === null) {
      report.counts = recognition.counts;
      const about = { source: producer ?? "unknown", file: shown, step, split: options.split };
      await target.postProducerCounts({ ...about, counts: recognition.counts });
    }
    report.isFinished = true;
    watcher.onFile(report);
  }
}

const order = ["inputs", "rollouts", "failures", "coverage", "aggregate"];

function rankOf({ recognition }: PlannedFile): number {
  const rank = recognition.role === "refused" ? -1 : order.indexOf(recognition.kind);
  return rank < 0 ? order.length : rank;
}

function inReadingOrder(a: PlannedFile, b: PlannedFile): number {
  return (a.step ?? -1) - (b.step ?? -1) || rankOf(a) - rankOf(b) || (a.shown < b.shown ? -1 : 1);
}

function isImported({ recognition: { role } }: PlannedFile): boolean {
  return role === "rows" || role === "inputs" || role === "counts";
}

/** A report for each file, in the order of reading; those that can't be taken say so already. */
export function startReports(files: readonly PlannedFile[], options: ImportOptions): FileReport[] {
  return [...files].sort(inReadingOrder).map((file) => {
    const report = new FileReport(file);
    const { recognition, refusals } = file;
    if (recognition.role === "refused") {
      report.refusal = `saw ${recognition.saw}; expected ${recognition.expected}`;
      for (const refused of refusals.lines) report.refusals.add(refused.line, refused);
      report.refusals.count = refusals.count;
    } else if (file.step === null && options.split !== "eval" && isImported(file)) {
      report.refusal = waysToGiveAStep;
    }
    return report;
  });
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
