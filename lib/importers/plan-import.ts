import type { Split } from "@/lib/core/rollout";
import { type ImportSource, isSourceError, type SourceError, tellsOfChange, unpackedName } from "./import-source";
import type { Recognition } from "./importer";
import { nameRows, type RowsName } from "./name-rows";
import { readSample, type Sampled } from "./read-sample";
import { Refusals } from "./refusals";
import { recogniseFile } from "./registry";
import { readStepOfPath } from "./step-of-path";

/** A file, and what is going to be done with it. */
export interface PlannedFile extends RowsName {
  readonly source: ImportSource;
  /** As it is called in reports: relative to what was asked for. */
  readonly shown: string;
  readonly step: number | null;
  /** The step is told by each row. */
  readonly hasOwnSteps: boolean;
  readonly split: Split | undefined;
  readonly producer: string | null;
  /** What the files that belong together share. */
  readonly stem: string;
  readonly recognition: Recognition | { readonly role: "empty"; readonly kind: "empty" };
  /** More of the file would not change what it is: the beginning that tells is whole. */
  readonly isSettled: boolean;
  /** Somebody wrote to it while that was being found out. */
  readonly isChanging?: boolean;
  /** Lines that could not be read while finding out what the file is; complete where nothing was recognised. */
  readonly refusals: Refusals;
}

/** A file of which nothing more is known than why it is not taken. */
function refuse(source: ImportSource, recognition: Recognition): PlannedFile {
  const shown = source.shown;
  const about = { source, shown, sourceName: shown, folder: "", step: null, hasOwnSteps: false, split: undefined };
  const stem = unpackedName(source.path);
  return { ...about, producer: null, stem, recognition, isSettled: false, refusals: new Refusals() };
}

/** A file, or a folder, that is left out for a reason that a person should know, and that is no fault. */
export function leaveOut(source: ImportSource, reason: string): PlannedFile {
  return refuse(source, { role: "unneeded", kind: "other", reason });
}

function settle(recognition: Recognition, mustBeOurs: boolean): Recognition {
  // A folder holds other things too; only what was asked for by name, or holds rows, must be ours.
  if (recognition.role !== "refused" || mustBeOurs) return recognition;
  return { role: "unneeded", kind: "other", reason: `no file of a producer that is known: ${recognition.saw}` };
}

async function sample(source: ImportSource): Promise<Sampled | SourceError> {
  try {
    return await readSample(source);
  } catch (error) {
    if (isSourceError(error)) return error;
    throw error;
  }
}

/**
 * Finds out what a file is.
 *
 * @param step for all files that do not say it themselves; null to read it from their paths.
 * @param isAskedFor the file was named, and not only found in a folder.
 */
export async function planFile(source: ImportSource, step: number | null, isAskedFor: boolean): Promise<PlannedFile> {
  const path = unpackedName(source.path);
  const shown = source.shown;
  const sampled = await sample(source);
  const mustBeOurs = isAskedFor || !/[.]json$/i.test(path);
  if (isSourceError(sampled)) {
    const saw = `${sampled.message}; nothing of it was taken`;
    return { ...refuse(source, { role: "refused", saw, expected: null }), isChanging: tellsOfChange(sampled) };
  }
  if (sampled.foreign !== null) return refuse(source, settle({ role: "refused", ...sampled.foreign }, mustBeOurs));
  const { importer, recognition } = recogniseFile(sampled.sample);
  const inPath = readStepOfPath(path);
  const rows = recognition.role === "rows" ? recognition : null;
  const told = rows?.step ?? null;
  return {
    source,
    shown,
    ...nameRows(shown, told, step, inPath),
    step: told ?? step ?? inPath.step,
    hasOwnSteps: rows?.hasOwnSteps === true,
    split: rows?.split,
    producer: importer?.producer ?? null,
    stem: importer !== null && "kind" in recognition ? importer.stemOf(path, recognition.kind) : path,
    recognition: sampled.isEmpty ? { role: "empty", kind: "empty" } : settle(recognition, mustBeOurs),
    isSettled: rows !== null && !sampled.sample.isWhole,
    refusals: sampled.refusals,
  };
}
