import { type ImportOptions, placeOf, type StepKnowledge } from "./file-context";
import type { FileReport } from "./file-report";
import { isSourceError, SourceError } from "./import-source";
import type { ImportTarget } from "./import-target";
import type { ExpectedId, InputFields, InputsFile, RowsFile } from "./importer";
import { readRecords } from "./read-records";

/** Rollouts in one declaration; the server takes more. */
const declaredAtOnce = 20_000;

/**
 * Reads inputs: the rollouts they make expected, and their own failure fields.
 *
 * @param declare takes what is expected, some at a time.
 * @throws SourceError where the file can't be read to its end; what stands before that is declared.
 */
async function readInputs(
  report: FileReport,
  inputs: InputsFile,
  known: StepKnowledge,
  ownEnvironment: string | null,
  declare: (expected: readonly ExpectedId[]) => Promise<void>,
): Promise<void> {
  const expected: ExpectedId[] = [];
  const fields = new Map<string, InputFields>();
  known.inputFields.set(report.file.stem, fields);
  const declareRead = async () => {
    const some = expected.splice(0);
    await declare(some);
    report.expected += some.length;
  };
  let broken: SourceError | null = null;
  try {
    for await (const records of readRecords(report.file.source, "lines", () => undefined)) {
      for (const numbered of records) {
        const mapped = "refusal" in numbered ? numbered.refusal : inputs.mapInput(numbered.record ?? {});
        if ("code" in mapped) {
          report.refusals.add(numbered.number, mapped);
          continue;
        }
        if (mapped.fields !== null) fields.set(mapped.key, mapped.fields);
        expected.push({ ...mapped.expected, environment: mapped.expected.environment ?? ownEnvironment });
        if (expected.length >= declaredAtOnce) await declareRead();
      }
    }
  } catch (error) {
    if (!isSourceError(error)) throw error;
    broken = error;
  }
  if (expected.length > 0) await declareRead();
  if (broken === null) return;
  const declared = report.expected > 0 ? "what stands before that was declared" : "nothing of it was declared";
  throw new SourceError(`${broken.message}; ${declared}`, { cause: broken.cause });
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
    const place = placeOf(report.file, options);
    await readInputs(report, recognition, known, options.environment ?? null, async (expected) => {
      if (step !== null) await target.declareExpected(step, expected, place);
    });
    if (step === null) report.note = "not declared: they belong to no step";
  } else if (recognition.role === "counts" && recognition.environment != null) {
    known.environments.set(stem, recognition.environment);
  } else if (recognition.role === "rows") {
    const chosen = await readChosen(report, recognition, taken);
    if (chosen === null) return;
    known.chosen.set(stem, chosen);
    const many = chosen.size === 1 ? "1 episode" : `${chosen.size} episodes`;
    report.note = `${many}, read with the file of all: what was trained on`;
    report.isFinished = true;
  }
}
