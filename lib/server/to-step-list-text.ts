import type { StepSummary } from "@/lib/core/step-summary";
import { toWireBucket, toWireStep } from "@/lib/wire/step";
import type { StepList } from "./list-steps";
import { JsonText } from "./respond";

/** The texts of summaries that are remembered: a thousand of them are asked for again for each one that is new. */
const texts = new WeakMap<StepSummary, string>();

function toText(summary: StepSummary): string {
  const known = texts.get(summary);
  if (known !== undefined) return known;
  const text = JSON.stringify(toWireStep(summary));
  texts.set(summary, text);
  return text;
}

/** A list of steps as `GET /runs/{run}/steps` answers it. */
export function toStepListText({ run, revision, steps, buckets }: StepList): JsonText {
  const about = JSON.stringify({ run, revision }).slice(0, -1);
  return new JsonText(
    buckets === null
      ? `${about},"steps":[${steps.map(toText).join(",")}]}`
      : `${about},"buckets":${JSON.stringify(buckets.map(toWireBucket))}}`,
  );
}
