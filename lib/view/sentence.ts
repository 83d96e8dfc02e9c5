import { lostRate } from "@/lib/core/coverage";
import type { StepBucket } from "@/lib/core/series";
import { nameSteps } from "./chart-marks";
import { formatCount, formatNoun, formatNumber, formatOf, formatPercent, formatReward } from "./format";
import { compareNewest, type NewestSteps, type Stretch, settledBuckets } from "./newest-steps";
import type { Counted } from "./run-links";
import { reportsFailures, sumBuckets, type Totals } from "./totals";

export interface SentencePart {
  readonly text: string;
  readonly tone: "strong" | "plain" | "dim" | "kind";
  /** The rollouts this part counts. */
  readonly counted?: Counted;
}

/** The plain sentence above everything, made from counts alone, and the few words of it that fit a tab's title. */
export interface RunSentence {
  readonly parts: readonly SentencePart[];
  readonly title: string;
  readonly alarming: boolean;
}

export interface SentenceInput {
  /** The buckets shown. */
  readonly buckets: readonly StepBucket[];
  readonly failureReward: number;
  readonly inPercent: boolean;
  /** Steps were picked by the reader, so the sentence speaks of those only. */
  readonly picked: boolean;
  /** What else the reader picked, in words: `environment browser_agent`. */
  readonly filters: readonly string[];
}

const strong = (text: string): SentencePart => ({ text, tone: "strong" });
const dim = (text: string): SentencePart => ({ text, tone: "dim" });

/** Says how the newest steps compare with those before; never "healthy" where nothing speaks of failure. */
export function toSentence(input: SentenceInput): RunSentence {
  const totals = sumBuckets(input.buckets);
  const about: SentencePart[] = input.filters.length === 0 ? [] : [dim(` Only ${input.filters.join(", ")}.`)];
  const said = sayState(input, totals);
  return { ...said, parts: [...said.parts, ...about] };
}

function sayState(input: SentenceInput, totals: Totals): RunSentence {
  if (totals.coverage.received === 0) {
    const text =
      input.picked || input.filters.length > 0 ? "No rollout is in what you picked." : "Waiting for the first rollout.";
    return { parts: [strong(text)], title: "waiting", alarming: false };
  }
  if (lostRate(totals.coverage).n === 0) return sayOmitted(totals);
  const settled = settledBuckets(input.buckets);
  if (settled.length === 0) return sayFirst(totals);
  if (!reportsFailures(totals)) return sayZeros(input, totals, settled);
  const compared = compareNewest(settled, (bucket) => lostRate(bucket));
  if (compared === null) return sayFirst(totals);
  const jumped = compared.apart || isJump(compared);
  return jumped ? sayLost(input, compared) : sayThrough(input, totals, settled);
}

/** The newest bucket alone stands well above the mean of those before, though one of them was as bad. */
function isJump({ newest, before }: NewestSteps): boolean {
  if (before === null || newest.rate.n === 0) return false;
  const share = newest.rate.count / newest.rate.n;
  return share >= 0.1 && share >= (2 * before.rate.count) / Math.max(1, before.rate.n);
}

/** Omissions are decisions: they are neither results nor losses, and are named apart. */
function sayOmissions(totals: Totals): string {
  const { omitted } = totals.coverage;
  return omitted === 0 ? "" : `; ${formatCount(omitted)} more ${omitted === 1 ? "was" : "were"} left out on purpose`;
}

function sayOmitted(totals: Totals): RunSentence {
  const { omitted } = totals.coverage;
  const text = `Nothing to judge: ${formatNoun(omitted, "rollout")} heard of,${omitted === 1 ? "" : " all"} left out on purpose.`;
  return { parts: [strong(text)], title: "all omitted", alarming: false };
}

function sayFirst(totals: Totals): RunSentence {
  const { received, expected } = totals.coverage;
  const of = expected > received ? ` of ${formatCount(expected)}` : "";
  return {
    parts: [
      strong(`The first step is filling: ${formatCount(received)}${of} rollouts heard of.`),
      dim(" Too few to say more."),
    ],
    title: "filling",
    alarming: false,
  };
}

function sayLost(input: SentenceInput, { newest, before }: NewestSteps): RunSentence {
  const steps = stretchSteps(newest);
  const totals = sumBuckets(newest.buckets);
  const { rate } = newest;
  const share = formatPercent(rate.count / rate.n);
  const top = totals.kinds.find((kind) => kind.count > kind.scored);
  const lostByTop = top === undefined ? 0 : top.masked + top.failed + top.unscored;
  const opening = strong(`${nameSteps(steps)}: ${formatOf(rate)} rollouts `);
  const parts: SentencePart[] =
    top !== undefined && lostByTop >= rate.count * 0.9
      ? [
          opening,
          strong(
            top.masked >= lostByTop * 0.9 ? "masked as " : top.failed >= lostByTop * 0.9 ? "failed as " : "lost as ",
          ),
          { text: top.kind, tone: "kind", counted: { steps, kind: top.kind } },
          strong(` (${share})`),
        ]
      : [
          opening,
          strong(`lost (${share})`),
          ...(top === undefined
            ? []
            : [
                strong(", most often "),
                { text: top.kind, tone: "kind", counted: { steps, kind: top.kind } } as const,
                strong(` (${formatPercent(lostByTop / rate.count)} of them)`),
              ]),
        ];
  parts.push(...(before === null ? [dim(".")] : sayBefore(before)), ...sayReward(input, newest, before));
  const word = totals.coverage.masked >= rate.count * 0.9 ? "masked" : "lost";
  return { parts, title: `⚠ ${share} ${word}`, alarming: rate.count / rate.n >= 0.1 };
}

function sayBefore(before: Stretch): SentencePart[] {
  const count = before.buckets.reduce((total, bucket) => total + bucket.steps, 0);
  const steps = count === 1 ? "in the step before" : `over the ${formatCount(count)} steps before`;
  const share = before.rate.count / before.rate.n;
  const most = count > 1 && before.high > share * 1.5 ? `, at most ${formatPercent(before.high)} in one` : "";
  // A bucket of several steps hides which of them was worst.
  const single = before.buckets.every((bucket) => bucket.steps === 1);
  return [dim(`; ${steps}, ${before.rate.count === 0 ? "none" : formatPercent(share)}${single ? most : ""}.`)];
}

function sayReward(input: SentenceInput, newest: Stretch, before: Stretch | null): SentencePart[] {
  if (before === null) return [];
  const [now, then] = [sumBuckets(newest.buckets), sumBuckets(before.buckets)];
  if (now.asScored.mean === null || then.asScored.mean === null || then.evidence.mean === null) return [];
  const write = (value: number) => formatReward(value, input.inPercent);
  if (now.evidence.n === now.asScored.n && then.evidence.n === then.asScored.n) {
    return [dim(` Reward ${write(then.asScored.mean)} → ${write(now.asScored.mean)}.`)];
  }
  const evidence =
    now.evidence.mean === null
      ? "no evidence is left"
      : `on evidence ${write(then.evidence.mean)} → ${write(now.evidence.mean)} (n ${formatCount(now.evidence.n)})`;
  return [dim(` Reward as scored ${write(then.asScored.mean)} → ${write(now.asScored.mean)}; ${evidence}.`)];
}

function sayThrough(input: SentenceInput, totals: Totals, settled: readonly StepBucket[]): RunSentence {
  const last = settled[settled.length - 1];
  const steps = stretchSteps({ buckets: settled });
  const rate = lostRate(totals.coverage);
  const where = input.picked ? nameSteps(steps) : `Through step ${steps.to}`;
  const missing = settled.reduce((total, bucket) => total + (bucket.complete ? bucket.unknown : 0), 0);
  const unknown = missing === 0 ? "" : `, ${formatCount(missing)} unknown`;
  const opening =
    rate.count === 0
      ? strong(`${where}: none lost${unknown}.`)
      : strong(`${where}: ${formatPercent(rate.count / rate.n)} lost${unknown}.`);
  const newest = last === undefined ? null : lostRate(last);
  const detail =
    rate.count === 0
      ? ` All of ${formatNoun(rate.n, "rollout")} came back with a result${sayOmissions(totals)}.`
      : ` ${formatOf(rate)} rollouts${last !== undefined && newest !== null && newest.n > 0 ? `; in ${nameSteps(last).toLowerCase()}, ${formatOf(newest)}` : ""}.`;
  return {
    parts: [opening, dim(detail), ...sayWorst(settled)],
    title: `step ${steps.to}`,
    alarming: false,
  };
}

/** A bad stretch that is over still belongs to the story. */
function sayWorst(settled: readonly StepBucket[]): SentencePart[] {
  let worst: StepBucket | null = null;
  let highest = 0.2;
  for (const bucket of settled) {
    const { count, n } = lostRate(bucket);
    if (n === 0 || count / n <= highest) continue;
    highest = count / n;
    worst = bucket;
  }
  if (worst === null) return [];
  const counted: Counted = { steps: { from: worst.from, to: worst.to } };
  return [
    dim(" The worst was "),
    { text: nameSteps(worst).toLowerCase(), tone: "plain", counted },
    dim(`: ${formatOf(lostRate(worst))} lost (${formatPercent(highest)}).`),
  ];
}

const watching = " No failure reporting in this run; watching zeros only.";

/** Without failure fields there are only zeros to watch: first those that come with nothing generated, then all. */
function sayZeros(input: SentenceInput, totals: Totals, settled: readonly StepBucket[]): RunSentence {
  const zero = formatNumber(input.failureReward);
  const suspects = compareNewest(settled, (bucket) => ({ count: bucket.suspectedFalseZeros, n: bucket.received }));
  if (suspects?.apart && suspects.before !== null) {
    const { newest, before } = suspects;
    const steps = stretchSteps(newest);
    const share = formatPercent(newest.rate.count / newest.rate.n);
    const parts: SentencePart[] = [
      strong(`${nameSteps(steps)}: ${formatOf(newest.rate)} rewards are exactly ${zero} `),
      { text: "with nothing generated", tone: "strong", counted: { steps, suspected: true } },
      strong(` (${share})`),
      ...sayBefore(before),
      ...sayReward(input, newest, before),
      dim(watching),
    ];
    return { parts, title: `⚠ ${share} suspected zeros`, alarming: true };
  }
  const zeros = compareNewest(settled, (bucket) => ({ count: bucket.zeroRewards, n: bucket.scored }));
  if (zeros?.apart && zeros.before !== null) {
    const { newest, before } = zeros;
    const share = formatPercent(newest.rate.count / newest.rate.n);
    const parts = [
      strong(`${nameSteps(stretchSteps(newest))}: ${share} of rewards are exactly ${zero} (${formatOf(newest.rate)})`),
      ...sayBefore(before),
      dim(watching),
    ];
    return { parts, title: `⚠ ${share} zeros`, alarming: true };
  }
  return { parts: sayAllZeros(totals, zero), title: "zeros only", alarming: false };
}

function sayAllZeros(totals: Totals, zero: string): SentencePart[] {
  const { zeroRewards, suspectedFalseZeros, coverage } = totals;
  const parts: SentencePart[] = [
    strong("No failure reporting in this run; "),
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

function stretchSteps({ buckets }: Pick<Stretch, "buckets">): { from: number; to: number } {
  return { from: buckets[0]?.from ?? 0, to: buckets[buckets.length - 1]?.to ?? 0 };
}
