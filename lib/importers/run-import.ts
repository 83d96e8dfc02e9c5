import { addEnvelope } from "./envelope";
import type { FileReport } from "./file-report";
import { SourceError } from "./import-source";
import type { ImportPlace, ImportTarget } from "./import-target";
import type { ExpectedId, FileContext, InputFields, InputsFile, RecordReader, RowsFile } from "./importer";
import type { PlannedFile } from "./plan-import";
import { type NumberedRecord, readRecords } from "./read-records";
import { type ReadRow, Sender } from "./sender";

export interface ImportOptions extends ImportPlace {
  /** Rollouts that share a prompt, for producers whose files do not say so. */
  readonly generationsPerPrompt?: number | undefined;
}

/** Told of every stretch of a file of rows that was read, and of every file that is done with. */
export interface ImportWatcher {
  onBytes(bytes: number, report: FileReport): void;
  onFile(report: FileReport): void;
  /** Whoever asked for the import has left: nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

/** Rollouts in one declaration; the server takes more. */
const declaredAtOnce = 20_000;
const encoder = new TextEncoder();

/** What the files of one step know of each other, by their stem. */
class StepKnowledge {
  readonly inputFields = new Map<string, Map<string, InputFields>>();
  readonly environments = new Map<string, string>();
  readonly chosen = new Map<string, Set<string>>();
}

function placeOf(file: PlannedFile, { split, segment, environment }: ImportOptions): ImportPlace {
  return { split: file.split ?? split, segment, environment };
}

/** Reads inputs: the rollouts they make expected, and their own failure fields. */
async function readInputs(
  report: FileReport,
  inputs: InputsFile,
  known: StepKnowledge,
  ownEnvironment: string | null,
): Promise<ExpectedId[]> {
  const expected: ExpectedId[] = [];
  const fields = new Map<string, InputFields>();
  known.inputFields.set(report.file.stem, fields);
  for await (const records of readRecords(report.file.source, "lines", () => undefined)) {
    for (const numbered of records) {
      const mapped = "refusal" in numbered ? numbered.refusal : inputs.mapInput(numbered.record ?? {});
      if ("code" in mapped) {
        report.refusals.add(numbered.number, mapped);
        continue;
      }
      if (mapped.fields !== null) fields.set(mapped.key, mapped.fields);
      expected.push({ ...mapped.expected, environment: mapped.expected.environment ?? ownEnvironment });
      report.expected++;
    }
  }
  return expected;
}

function rowIdOf(file: PlannedFile, number: number): string {
  const place = file.step === null ? file.sourceName : `step_${file.step}/${file.sourceName}`;
  return `${place.slice(-900)}:${number}`;
}

function* mapRecord(
  numbered: NumberedRecord,
  reader: RecordReader,
  report: FileReport,
): Generator<ReadRow, void, undefined> {
  const { number } = numbered;
  if ("refusal" in numbered) {
    report.refusals.add(number, numbered.refusal);
    return;
  }
  if (numbered.record === null) {
    yield { number, bytes: numbered.bytes };
    return;
  }
  const mapped = reader.map(numbered.record, rowIdOf(report.file, number));
  if ("code" in mapped) report.refusals.add(number, mapped);
  else if ("rows" in mapped) {
    for (const row of mapped.rows) yield { number, bytes: encoder.encode(JSON.stringify(row)) };
  } else {
    const bytes = numbered.bytes ?? encoder.encode(JSON.stringify(numbered.record));
    yield { number, bytes: addEnvelope(bytes, mapped.envelope) };
  }
}

function contextOf({ stem }: PlannedFile, known: StepKnowledge, options: ImportOptions): FileContext {
  return {
    inputFields: known.inputFields.get(stem) ?? new Map(),
    environment: known.environments.get(stem) ?? null,
    generationsPerPrompt: options.generationsPerPrompt ?? null,
    chosen: known.chosen.get(stem) ?? null,
  };
}

async function sendRows(
  report: FileReport,
  rows: RowsFile,
  known: StepKnowledge,
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  const { file } = report;
  const place = { ...placeOf(file, options), format: rows.format, step: file.step ?? undefined };
  const reader = rows.startReading(contextOf(file, known, options));
  const sender = new Sender(report, (bytes) => target.sendRows(bytes, place));
  const onBytes = (bytes: number) => watcher.onBytes(bytes, report);
  const records = readRecords(file.source, rows.reading, onBytes, reader.isPlain);
  try {
    for await (const some of records) {
      watcher.signal?.throwIfAborted();
      for (const numbered of some) {
        for (const row of mapRecord(numbered, reader, report)) {
          if (sender.isFullFor(row)) await sender.flush();
          sender.add(row);
        }
      }
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    report.refusal = `${error.message}; what stands before that was taken`;
  }
  await sender.end();
  report.note ??= reader.note();
}

async function declareExpected(
  step: number,
  expected: readonly ExpectedId[],
  target: ImportTarget,
  place: ImportPlace,
): Promise<void> {
  for (let at = 0; at < expected.length; at += declaredAtOnce) {
    await target.declareExpected(step, expected.slice(at, at + declaredAtOnce), place);
  }
}

/** Producers count the rollouts of one file; we compare them with a step's. */
function isComparable(reports: readonly FileReport[]): boolean {
  const stems = reports.flatMap(({ file }) => (file.recognition.role === "rows" ? [file.stem] : []));
  return new Set(stems).size <= 1;
}

async function sendCounts(report: FileReport, target: ImportTarget, options: ImportOptions): Promise<void> {
  const { recognition, shown, producer, step } = report.file;
  if (recognition.role !== "counts" || Object.keys(recognition.counts).length === 0) return;
  report.counts = recognition.counts;
  const about = { source: producer ?? "unknown", file: shown, step, split: options.split };
  await target.sendCounts({ ...about, counts: recognition.counts });
}

/** Which rows of a file its subset repeats; null where the file that it is a subset of is not at hand. */
async function readChosen(
  report: FileReport,
  rows: RowsFile,
  taken: readonly FileReport[],
): Promise<Set<string> | null> {
  const { file } = report;
  const isWhole = ({ file: other }: FileReport) =>
    other.stem === file.stem && other.recognition.role === "rows" && other.recognition.subsetKey === undefined;
  if (rows.subsetKey === undefined || !taken.some(isWhole)) return null;
  const chosen = new Set<string>();
  for await (const records of readRecords(file.source, rows.reading, () => undefined)) {
    for (const numbered of records) {
      const key = "refusal" in numbered ? null : rows.subsetKey(numbered.record ?? {});
      if (key !== null) chosen.add(key);
    }
  }
  return chosen;
}

/** What has to be known before the rows of a step are read. */
async function readBeside(
  report: FileReport,
  taken: readonly FileReport[],
  known: StepKnowledge,
  target: ImportTarget,
  options: ImportOptions,
): Promise<void> {
  const { recognition, step, stem } = report.file;
  if (recognition.role === "inputs") {
    const expected = await readInputs(report, recognition, known, options.environment ?? null);
    if (step !== null) await declareExpected(step, expected, target, placeOf(report.file, options));
    else report.note = "not declared: they belong to no step";
  } else if (recognition.role === "counts" && recognition.environment != null) {
    known.environments.set(stem, recognition.environment);
  } else if (recognition.role === "rows") {
    const chosen = await readChosen(report, recognition, taken);
    if (chosen === null) return;
    known.chosen.set(stem, chosen);
    report.note = `${chosen.size} episodes, read with the file of all of them: they are the ones that were trained on`;
    report.isFinished = true;
  }
}

/** Reading one file must not stop the others. @throws what the target throws. */
async function orRefuse(report: FileReport, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    report.refusal = error.message;
  }
}

/** Imports the files of one step: what is expected first, then what came, then what the producer counted. */
async function importStep(
  reports: readonly FileReport[],
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  const taken = reports.filter(({ refusal }) => refusal === null);
  const known = new StepKnowledge();
  for (const report of taken) await orRefuse(report, () => readBeside(report, taken, known, target, options));
  for (const report of reports) {
    watcher.signal?.throwIfAborted();
    const { recognition } = report.file;
    if (report.refusal === null && recognition.role === "rows" && !report.isFinished) {
      await sendRows(report, recognition, known, target, options, watcher);
    }
    if (report.refusal === null && recognition.role === "counts") {
      if (isComparable(taken)) await sendCounts(report, target, options);
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
 * @throws what the target throws, and the reason of the watcher's signal.
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
