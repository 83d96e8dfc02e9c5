import { largestStep } from "@/lib/core/rollout";

/** What the folders and the name of a file say about its step. */
export interface StepOfPath {
  readonly step: number | null;
  /** The step's folder, as it is spelled; null where the file's name says the step, or nothing does. */
  readonly folder: string | null;
  /** The path below the step's folder; null where no folder or name holds a step. */
  readonly below: string | null;
}

/** The step that a pattern finds; a number that is no step, such as a time, is none. */
function findStep(pattern: RegExp, name: string): number | null {
  const digits = pattern.exec(name)?.[1];
  return digits === undefined || Number(digits) > largestStep ? null : Number(digits);
}

const folder = /^(?:global_?)?step[_-]?(\d{1,15})$/i;
const fileName = /(?:^|[_.-])step[_-]?(\d{1,15})(?=[_.-]|$)/i;

/**
 * Reads the step from a path: a folder that is called `step_61`, `step-61`, `global_step61` and the like, else a name
 * that holds such a part. The part nearest to the file counts; a folder such as `step-61-repro`, or `step_1764460800`,
 * which is a time, is none.
 */
export function readStepOfPath(path: string): StepOfPath {
  const parts = path.split(/[\\/]+/);
  const name = parts.pop() ?? "";
  const inName = findStep(fileName, name);
  if (inName !== null) return { step: inName, folder: null, below: name };
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at] ?? "";
    const inFolder = findStep(folder, part);
    if (inFolder === null) continue;
    return { step: inFolder, folder: part, below: [...parts.slice(at + 1), name].join("/") };
  }
  return { step: null, folder: null, below: null };
}
