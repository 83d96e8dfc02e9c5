import { basename, join, sep } from "node:path";
import { type PlannedFile, planFile } from "@/lib/importers/plan-import";
import { parseRecord } from "@/lib/importers/source-lines";
import { readBytes, toFileSource } from "@/lib/server/file-source";
import { digestBeginning, type FileStat, findLastLineEnd } from "./disk";
import type { FollowedFile } from "./followed-file";

/** A last line that is longer waits for its end. */
const longestUnended = 64 * 1024 * 1024;

/** Files that are read line by line while they grow; any other is read as a whole when it has come to rest. */
export function growsByLines(name: string): boolean {
  return /[.](?:jsonl|ndjson)$/i.test(name);
}

/**
 * Where the last line ends that can be read. A JSON object that is torn is never a whole one, so that a last line
 * without an end can be told at the end of watching.
 */
async function findEnd(path: string, from: number, size: number, isLast: boolean): Promise<number> {
  const end = await findLastLineEnd(path, from, size);
  if (!isLast || end === size || size - end > longestUnended) return end;
  const rest = await readBytes(path, end, size);
  return "record" in parseRecord({ number: 1, bytes: rest }) ? size : end;
}

/** The rows of a later file of the same name are others than those of the earlier one that lives on. */
function nameOrdinal(plan: PlannedFile, ordinal: number): PlannedFile {
  return ordinal === 1 ? plan : { ...plan, sourceName: `${plan.sourceName}~${ordinal}` };
}

/** Whether what was read of a file before still stands there. */
export async function isContinued(file: FollowedFile, path: string, stat: FileStat): Promise<boolean> {
  const { record, reading } = file;
  if (record.offset === 0) return true;
  if (stat.size < record.offset) return false;
  const hasGrown = stat.size > record.size;
  if (reading !== null && hasGrown) return reading.isStillThere(path);
  return (await digestBeginning(path, record.offset)) === record.digest;
}

/**
 * Finds out what a file is, as far as it is there; once enough of it is there, for good.
 *
 * @param step of all files that do not say it.
 * @param isLast it is not looked at again: a last line without an end is read if it is whole.
 * @returns the place behind the last byte to read.
 */
export async function planFollowed(
  root: string,
  file: FollowedFile,
  stat: FileStat,
  step: number | null,
  isLast: boolean,
): Promise<number> {
  const { name, ordinal, path: below, offset } = file.record;
  const path = join(root, below);
  const isByLines = growsByLines(basename(name));
  const end = isByLines ? await findEnd(path, offset, stat.size, isLast) : stat.size;
  file.unfinished = stat.size - end;
  // The beginning of the file, called what it was called first and read where it is now.
  const source = toFileSource(path, { path: join(root, name).split(sep).join("/"), shown: name, size: end });
  const isKnown = file.plan?.isSettled === true && isByLines;
  if (isKnown && file.plan !== null) file.know({ ...file.plan, source });
  else file.know(nameOrdinal(await planFile(source, step, false), ordinal));
  return end;
}
