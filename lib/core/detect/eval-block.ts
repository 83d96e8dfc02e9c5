import type { StepSummary } from "../step-summary";
import { type CountShift, toRatePeriod } from "./detected-shift";
import { type Incident, toEvalIncident } from "./incident";
import { judgeLevel, levelNull } from "./level";
import { counterOf, judgesLevel, listCounted } from "./rate-series";

const leastEvalRollouts = 20;

function judgeEvalBlock(series: string, block: StepSummary): CountShift | null {
  if (block.received < leastEvalRollouts) return null;
  const count = { x: counterOf(series)(block), n: block.received };
  const level = judgeLevel([count]);
  if (level === null) return null;
  return {
    series,
    environment: block.environment,
    split: "eval",
    segment: block.segment,
    onset: null,
    onsetRange: null,
    opened: null,
    lastStep: null,
    end: null,
    state: "open",
    steps: 1,
    completeSteps: block.complete ? 1 : 0,
    detector: "level",
    before: null,
    during: toRatePeriod(count.x, count.n),
    excess: count.x,
    evidence: { low: level.low, threshold: levelNull },
  };
}

/**
 * Eval rollouts outside any step are one block, which can only be bad as a whole, from 20 rollouts on.
 *
 * @param blocks the whole run's and environments', of any segments.
 */
export function judgeEvalBlocks(blocks: readonly StepSummary[], failureReward: number): Incident[] {
  const wholes = blocks.filter((block) => block.environment === null);
  wholes.sort((a, b) => (a.segment < b.segment ? -1 : 1));
  return wholes.flatMap((whole) => {
    const shifts = blocks
      .filter((block) => block.segment === whole.segment)
      .flatMap((block) =>
        listCounted(block)
          .filter(judgesLevel)
          .flatMap((series) => judgeEvalBlock(series, block) ?? []),
      );
    return toEvalIncident(shifts, whole, failureReward) ?? [];
  });
}
