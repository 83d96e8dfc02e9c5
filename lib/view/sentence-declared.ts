import type { StepBucket } from "@/lib/core/series";
import { nameSteps } from "./chart-marks";
import { formatNoun } from "./format";
import { dim, type RunSentence, stretchSteps, strong } from "./sentence-parts";

/**
 * What there is to say where rollouts were declared and none has come: a collector that died on its first one leaves
 * nothing else behind. While the step is open, it may only just have begun.
 *
 * @returns null where nothing was declared.
 */
export function sayNeverDispatched(buckets: readonly StepBucket[]): RunSentence | null {
  const declared = buckets.filter((bucket) => bucket.expected > 0);
  if (declared.length === 0) return null;
  const expected = declared.reduce((sum, bucket) => sum + bucket.expected, 0);
  const steps = stretchSteps({ buckets: declared });
  const never = `${formatNoun(expected, "rollout")} never dispatched`;
  if (declared.some((bucket) => !bucket.complete)) {
    return {
      parts: [
        strong(`${nameSteps(steps)}: nothing has come of ${formatNoun(expected, "declared rollout")}.`),
        dim(` The collector has only just begun, or it died: then ${never}.`),
      ],
      title: "nothing came",
      alarming: false,
    };
  }
  return {
    parts: [
      strong(`${nameSteps(steps)}: the collector died, ${never}.`),
      dim(" They were declared, and not one was heard of, not even as a failure. Look at its own log for why."),
    ],
    title: "⚠ nothing came",
    alarming: true,
  };
}
