/** Values of a producer's record, read without trusting their types: what is of another type is not told. */
import { largestStep } from "@/lib/core/rollout";
import { shortenName } from "@/lib/core/shorten-name";
import { isRecord } from "@/lib/wire/is-record";
import type { JsonRecord } from "./importer";

/** The longest text that serves as a name of a row of ours. */
const longestName = 1_000;

/** A text that says something. */
export function readText(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A name, such as of an environment, a group or an id; producers write some as numbers. */
export function readName(value: unknown): string | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  return readText(value)?.slice(0, longestName) ?? null;
}

/** A group's name, told from those of other files of the same step by the folder that its file is in. */
export function inFolder(folder: string, group: string): string {
  return folder === "" ? group : shortenName(`${folder}/${group}`, longestName);
}

/** A finite number. */
export function readNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** A whole number of at least 0, no larger than a step or a count of tokens may be. */
export function readCount(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value <= largestStep ? value : null;
}

/** An object with names. */
export function readRecord(value: unknown): JsonRecord | null {
  return isRecord(value) ? value : null;
}

/** The named numbers of an object; others of its values are left out. */
export function readNumbers(value: unknown): Record<string, number> {
  if (!isRecord(value)) return {};
  const numbers = Object.entries(value).flatMap(([name, inner]): [string, number][] => {
    const number = readNumber(inner);
    return number === null ? [] : [[name, number]];
  });
  return Object.fromEntries(numbers);
}

/** Whether an object names nothing. */
export function isEmptyRecord(value: object): boolean {
  return Object.keys(value).length === 0;
}
