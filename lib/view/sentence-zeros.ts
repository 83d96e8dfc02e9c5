import type { StepBucket } from "@/lib/core/series";
import { nameSteps } from "./chart-marks";
import { formatCount, formatNoun, formatNumber, formatOf, formatPercent } from "./format";
import { compareNewest } from "./newest-steps";
import { dim, type RunSentence, type SentencePart, sayBefore, sayReward, stretchSteps, strong } from "./sentence-parts";
import type { Totals } from "./totals";

export interface ZerosInput {
  readonly failureReward: number;
  readonly inPercent: boolean;
  /** The steps that the sentence speaks of, where they are not all. */
  readonly picked: boolean;
}

const watching = " No failure reporting in this run; watching zeros only.";

/** Without failure fields there are only zeros to watch: first those that come with nothing generated, then all. */
export function sayZeros(input: ZerosInput, totals: Totals, settled: readonly StepBucket[]): RunSentence {
  const zero = formatNumber(input.failureReward);
  const suspects = compareNewest(settled, (bucket) => ({ count: bucket.suspectedFalseZeros, n: bucket.received }));
  if (suspects?.risen && suspects.before !== null) {
    const { newest, before } = suspects;
    const steps = stretchSteps(newest);
    const share = formatPercent(newest.rate.count / newest.rate.n);
    const parts: SentencePart[] = [
      strong(`${nameSteps(steps)}: ${formatOf(newest.rate)} rewards are exactly ${zero} `),
      { text: "with nothing generated", tone: "strong", counted: { steps, suspected: true } },
      strong(` (${share})`),
      ...sayBefore(before),
      ...sayReward(input.inPercent, newest, before),
      dim(watching),
    ];
    return { parts, title: `⚠ ${share} suspected zeros`, alarming: true };
  }
  const zeros = compareNewest(settled, (bucket) => ({ count: bucket.zeroRewards, n: bucket.scored }));
  if (zeros?.risen && zeros.before !== null) {
    const { newest, before } = zeros;
    const share = formatPercent(newest.rate.count / newest.rate.n);
    const parts = [
      strong(`${nameSteps(stretchSteps(newest))}: ${share} of rewards are exactly ${zero} (${formatOf(newest.rate)})`),
      ...sayBefore(before),
      dim(watching),
    ];
    return { parts, title: `⚠ ${share} zeros`, alarming: true };
  }
  return { parts: sayAllZeros(totals, zero, input.picked ? settled : null), title: "zeros only", alarming: false };
}

function sayAllZeros(totals: Totals, zero: string, picked: readonly StepBucket[] | null): SentencePart[] {
  const { zeroRewards, suspectedFalseZeros, coverage } = totals;
  const parts: SentencePart[] = [
    strong(
      picked === null
        ? "No failure reporting in this run; "
        : `${nameSteps(stretchSteps({ buckets: picked }))}: no failure reporting in this run; `,
    ),
    { text: "watching zeros only", tone: "plain" },
    dim(
      zeroRewards === 0
        ? `: none of ${formatNoun(coverage.scored, "reward")} is exactly ${zero}.`
        : `: ${formatPercent(zeroRewards / coverage.scored)} of rewards are exactly ${zero}.`,
    ),
  ];
  if (suspectedFalseZeros > 0) {
    const text = ` ${formatCount(suspectedFalseZeros)} of them come with nothing generated.`;
    parts.push({ text, tone: "plain", counted: { suspected: true } });
  }
  return parts;
}
