/** What may be given to arguments and options: refused there, once, and not with everything that is sent. */
import { InvalidArgumentError } from "commander";
import { isProblem } from "@/lib/core/errors";
import { largestStep } from "@/lib/core/rollout";
import { word } from "@/lib/wire/query";
import { parseRunName, parseWrittenRunName } from "@/lib/wire/run-name";

// Each throws InvalidArgumentError, with the rule.

/** A path of something; "" would be the folder that one is in. */
export function parsePath(text: string): string {
  if (text === "")
    throw new InvalidArgumentError("An empty path, such as of a variable that is not set, names nothing.");
  return text;
}

export function parseStep(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) > largestStep)
    throw new InvalidArgumentError(`A step is a whole number from 0 to ${largestStep}.`);
  return Number(text);
}

/** A name of ours, such as of an environment, by the rule of the addresses that take it. */
export function parseName(text: string): string {
  if (word.safeParse(text).success) return text;
  throw new InvalidArgumentError("A name has 1 to 1,000 characters; leave the option out where there is none.");
}

export function parseGenerations(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("That is a whole number of at least 1.");
  return Number(text);
}

export function parseColumns(text: string): string[] {
  const names = text.split(",");
  if (names.includes(""))
    throw new InvalidArgumentError("Columns are told by their names, with a comma between two: a,b.");
  return names;
}

export function parseIssue(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError("An issue's number is a whole number of at least 1.");
  return Number(text);
}

export function parseSpeed(text: string): number {
  const speed = Number(text);
  if (!(speed >= 0.1 && speed <= 10_000)) throw new InvalidArgumentError("A speed is a number from 0.1 to 10000.");
  return speed;
}

export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0.05 && seconds <= 3_600)) throw new InvalidArgumentError("That is seconds, from 0.05 to 3600.");
  return seconds;
}

export function addLabel(told: string, before: readonly string[]): string[] {
  if (!/^[^=]+=/.test(told)) throw new InvalidArgumentError("A label is told as name=value.");
  return [...before, told];
}

function orInvalid(parse: (text: string) => string, text: string): string {
  try {
    return parse(text);
  } catch (error) {
    if (isProblem(error)) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/** The name of a run that may be there. */
export function parseRun(text: string): string {
  return orInvalid(parseRunName, text);
}

/** The name of a run that is made or written to. */
export function parseNewRun(text: string): string {
  return orInvalid(parseWrittenRunName, text);
}
