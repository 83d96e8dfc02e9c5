import { baselineRate, effectiveShare, estimateClustering } from "../detect/yardstick";
import type { Rate } from "../rate";

/**
 * How many rollouts of a run are worth one independent one, by one of its rates. Rollouts of a step share hosts, prompts
 * and a policy, so the correlation ρ of two of them is estimated from how far the steps' counts scatter, as detection
 * does it (0.02 at least, 0.3 at most; 0.02 below 10 steps). The effect is 1 + (n − 1) ρ, with n the step that a
 * rollout lies in on average, Σ n² ÷ Σ n. Steps are taken to be independent of each other.
 *
 * @param steps one rate a step; counts may be fractional.
 */
export function designEffect(steps: readonly Rate[]): number {
  const heard = steps.filter(({ n }) => n > 0);
  let x = 0;
  let n = 0;
  let squares = 0;
  for (const step of heard) {
    x += step.count;
    n += step.n;
    squares += step.n * step.n;
  }
  if (n === 0) return 1;
  const counts = heard.map((step) => ({ x: step.count, n: step.n }));
  return 1 / effectiveShare(squares / n, estimateClustering(counts, baselineRate(x, n)));
}
