import type { FileReport } from "./file-report";
import type { ImportPlace, ImportTarget } from "./import-target";
import type { ExpectedId, FileContext, InputFields, InputsFile, RowsFile } from "./importer";
import type { PlannedFile } from "./plan-import";
import { readRecords } from "./read-records";

export interface ImportOptions extends ImportPlace {
  /** Rollouts that share a prompt, for producers whose files do not say so. */
  readonly generationsPerPrompt?: number | undefined;
}

/** Rollouts in one declaration; the server takes more. */
const declaredAtOnce = 20_000;

/** What the files of one step know of each other, by their stem. */
export class StepKnowledge {
  readonly inputFields = new Map<string, Map<string, InputFields>>();
  readonly environments = new Map<string, string>();
  readonly chosen = new Map<string, Set<string>>();
}

/** Where the rows of a file belong that say nothing else. */
export function placeOf(file: PlannedFile, { split, segment, environment }: ImportOptions): ImportPlace {
  return { split: file.split ?? split, segment, environment };
}

/** What is known around a file when its rows are read. */
export function contextOf({ stem, folder }: PlannedFile, known: StepKnowledge, options: ImportOptions): FileContext {
  return {
    inputFields: known.inputFields.get(stem) ?? new Map(),
    environment: known.environments.get(stem) ?? null,
    generationsPerPrompt: options.generationsPerPrompt ?? null,
    chosen: known.chosen.get(stem) ?? null,
    folder,
  };
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
export async function readBeside(
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
