import { shortenName } from "@/lib/core/shorten-name";
import { folderOf, unpackedName } from "./import-source";
import type { StepOfPath } from "./step-of-path";

/** What is left for a row's number, of the length that an id may have. */
const longestName = 900;

/** What the rows of a file are known by that have no identity of their own. */
export interface RowsName {
  /** The file's path below what was imported, with its step. */
  readonly sourceName: string;
  /** The folders of that path, the step's own left out; empty for a file that lies where the import begins. */
  readonly folder: string;
}

function join(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("/");
}

/**
 * Names the rows of a file, alike on the page, on the command line and in a watched folder, and alike whether the
 * step's folder or the folder that it is in was imported.
 *
 * @param shown the file's path below what was imported. @param told the step that the file itself says.
 * @param asked the step that whoever imports says.
 */
export function nameRows(shown: string, told: number | null, asked: number | null, inPath: StepOfPath): RowsName {
  const below = unpackedName(shown);
  const step = told ?? asked ?? inPath.step;
  if (step === null) return { sourceName: below, folder: folderOf(below) };
  if (told !== null || asked !== null || inPath.folder === null || inPath.below === null) {
    return { sourceName: `step_${step}/${below}`, folder: folderOf(below) };
  }
  // Both are ends of one path: the longer one holds the other.
  const place = `${inPath.folder}/${inPath.below}`;
  const above = below.length > place.length ? below.slice(0, -place.length - 1) : "";
  return { sourceName: join(above, place), folder: join(above, folderOf(inPath.below)) };
}

/** The same with the split that the file's rows are in: both splits of a step may be in files of one name. */
export function nameInSplit(sourceName: string, split: string | undefined): string {
  return shortenName(split === "eval" ? `eval:${sourceName}` : sourceName, longestName);
}
