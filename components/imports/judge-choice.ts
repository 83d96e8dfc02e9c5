import { largestStep } from "@/lib/core/rollout";
import { formatCount } from "@/lib/view/format";
import { findNameFault } from "@/lib/wire/run-name";

/** What a reader fills in. */
export interface FilledIn {
  readonly run: string;
  readonly step: string;
  readonly generationsPerPrompt: string;
}

/** Why a field can't be taken, by the field; absent where it can. */
export type ChoiceFaults = { readonly [Field in keyof FilledIn]?: string };

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

const mostGenerations = 1_000_000;

/** What keeps an import from being sent. Step and generations may be left empty. */
export function judgeChoice({ run, step, generationsPerPrompt }: FilledIn): ChoiceFaults {
  const nameFault = run === "" ? "Name the run that the files belong to." : findNameFault(run);
  const isStep = step === "" || isWhole(step, 0, largestStep);
  const isGenerations = generationsPerPrompt === "" || isWhole(generationsPerPrompt, 1, mostGenerations);
  return {
    ...(nameFault === null ? {} : { run: nameFault }),
    ...(isStep ? {} : { step: `A step is a whole number from 0 to ${formatCount(largestStep)}, or left empty.` }),
    ...(isGenerations
      ? {}
      : { generationsPerPrompt: `A whole number from 1 to ${formatCount(mostGenerations)}, or left empty.` }),
  };
}
