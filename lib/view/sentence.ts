import { lostRate } from "@/lib/core/coverage";
import type { StepBucket } from "@/lib/core/series";
import { nameSteps } from "./chart-marks";
import { formatCount, formatNoun, formatOf, formatPercent } from "./format";
import { compareNewest, fewestJudged, type NewestSteps, settledBuckets } from "./newest-steps";
import type { Counted } from "./run-links";
import { dim, type RunSentence, type SentencePart, sayBefore, sayReward, stretchSteps, strong } from "./sentence-parts";
import { sayZeros, type ZerosInput } from "./sentence-zeros";
import type { StepRange } from "./step-axis";
import { reportsFailures, sumBuckets, type Totals } from "./totals";

export interface SentenceInput extends Omit<ZerosInput, "picked"> {
  /** The buckets shown. */
  readonly buckets: readonly StepBucket[];
  /** The steps that the reader picked, with all the run's buckets, of which those shown are but a part; null: all are shown. */
  readonly picked: { readonly steps: StepRange; readonly whole: readonly StepBucket[] } | null;
  /** What else the reader picked, in words: `environment browser_agent`. */
  readonly filters: readonly string[];
  /** Eval rollouts of the run, for one that has no others. */
  readonly evalRollouts: number;
  /** Eval rollouts outside any step, where the eval split is shown. */
  readonly evalOutside: number;
}

type StateInput = ZerosInput &
  Pick<SentenceInput, "buckets" | "filters" | "evalRollouts" | "evalOutside"> & { readonly reports: boolean };

/**
 * Says how the newest steps compare with those before; never "healthy" where nothing speaks of failure. Over steps that
 * were picked it speaks of those, and then of newer ones; the title and the alarm are the whole run's.
 */
export function toSentence(input: SentenceInput): RunSentence {
  const { picked, filters } = input;
  const whole = picked?.whole ?? input.buckets;
  const reports = reportsFailures(sumBuckets(whole));
  const about: SentencePart[] = filters.length === 0 ? [] : [dim(` Only ${filters.join(", ")}.`)];
  const run = sayState({ ...input, buckets: whole, picked: false, reports });
  if (picked === null || sumBuckets(whole).coverage.received === 0) return { ...run, parts: [...run.parts, ...about] };
  const isEmpty = sumBuckets(input.buckets).coverage.received === 0;
  const shown = isEmpty ? sayNothingIn(picked.steps, whole) : sayState({ ...input, picked: true, reports }).parts;
  return { ...run, parts: [...shown, ...sayNewer(picked.steps, whole), ...about] };
}

function sayNothingIn(steps: StepRange, whole: readonly StepBucket[]): SentencePart[] {
  return [
    strong(`No rollout is in ${nameSteps(steps).toLowerCase()}.`),
    dim(` What was heard of is in ${nameSteps(stretchSteps({ buckets: whole })).toLowerCase()}. `),
    { text: "Show all steps", tone: "plain", leadsTo: "all steps" },
  ];
}

/** A share of rollouts lost that is worth a word, wherever the reader looks. */
const notableLoss = 0.1;

/** What the newest steps after those picked lose, where it is much. */
function sayNewer(picked: StepRange, whole: readonly StepBucket[]): SentencePart[] {
  const after = settledBuckets(whole).filter((bucket) => bucket.from > picked.to && lostRate(bucket).n > 0);
  const isMuch = (bucket: StepBucket) => lostRate(bucket).count >= notableLoss * lostRate(bucket).n;
  const buckets = after.slice(after.findLastIndex((bucket) => !isMuch(bucket)) + 1);
  const rate = lostRate(sumBuckets(buckets).coverage);
  if (rate.n < fewestJudged) return [];
  const steps = stretchSteps({ buckets });
  const text = `${nameSteps(steps).toLowerCase()}: ${formatPercent(rate.count / rate.n)} lost`;
  return [dim(" Not shown: "), { text, tone: "plain", counted: { steps } }, dim(` (${formatOf(rate)}).`)];
}

function sayState(input: StateInput): RunSentence {
  const totals = sumBuckets(input.buckets);
  if (totals.coverage.received === 0) return sayEmpty(input);
  if (lostRate(totals.coverage).n === 0) return sayOmitted(totals);
  const settled = settledBuckets(input.buckets);
  if (settled.length === 0 || totals.coverage.received < fewestJudged) return sayFirst(input, totals);
  if (!input.reports) return sayZeros(input, totals, settled);
  const compared = compareNewest(settled, (bucket) => lostRate(bucket));
  if (compared === null) return sayFirst(input, totals);
  return compared.risen || isJump(compared) ? sayLost(input, compared) : sayThrough(input, totals, settled);
}

function sayEmpty({ filters, evalRollouts, evalOutside }: StateInput): RunSentence {
  if (evalOutside > 0) {
    const outside: SentencePart = {
      text: `${formatNoun(evalOutside, "eval rollout")} outside steps`,
      tone: "strong",
      leadsTo: "eval rollouts",
    };
    return {
      parts: [strong("No step has eval rollouts; "), outside, strong(".")],
      title: "eval only",
      alarming: false,
    };
  }
  if (filters.length > 0) {
    return { parts: [strong("No rollout is in what you picked.")], title: "none picked", alarming: false };
  }
  if (evalRollouts === 0)
    return { parts: [strong("Waiting for the first rollout.")], title: "waiting", alarming: false };
  const link: SentencePart = { text: formatNoun(evalRollouts, "eval rollout"), tone: "strong", leadsTo: "eval" };
  return { parts: [strong("No train rollouts; "), link, strong(".")], title: "eval only", alarming: false };
}

/** The newest bucket alone stands well above the mean of those before, though one of them was as bad. */
function isJump({ newest, before, sure }: NewestSteps): boolean {
  if (!sure || before === null || newest.rate.n === 0) return false;
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

function sayFirst({ buckets, picked }: StateInput, totals: Totals): RunSentence {
  const { received, expected } = totals.coverage;
  const filling = buckets.some((bucket) => !bucket.complete);
  const heard =
    expected > received ? `${formatOf({ count: received, n: expected })} rollouts` : formatNoun(received, "rollout");
  const where =
    filling && !picked && buckets.length === 1 ? "The first step is filling" : nameSteps(stretchSteps({ buckets }));
  const { count } = lostRate(totals.coverage);
  const lost = count === 0 ? "" : `, ${formatCount(count)} of them lost`;
  return {
    parts: [strong(`${where}: ${heard} heard of${lost}.`), dim(" Too few to say more.")],
    title: filling ? "filling" : "few rollouts",
    alarming: false,
  };
}

function sayLost(input: StateInput, { newest, before }: NewestSteps): RunSentence {
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
  parts.push(...(before === null ? [dim(".")] : sayBefore(before)), ...sayReward(input.inPercent, newest, before));
  const word = totals.coverage.masked >= rate.count * 0.9 ? "masked" : "lost";
  return { parts, title: `⚠ ${share} ${word}`, alarming: rate.count / rate.n >= notableLoss };
}

function sayThrough(input: StateInput, totals: Totals, settled: readonly StepBucket[]): RunSentence {
  const last = settled[settled.length - 1];
  const steps = stretchSteps({ buckets: settled });
  const rate = lostRate(totals.coverage);
  const where = input.picked || steps.from === steps.to ? nameSteps(steps) : `Through step ${steps.to}`;
  const missing = settled.reduce((total, bucket) => total + (bucket.complete ? bucket.unknown : 0), 0);
  const unknown = missing === 0 ? "" : `, ${formatCount(missing)} unknown`;
  const opening =
    rate.count === 0
      ? strong(`${where}: nothing lost${unknown}.`)
      : strong(`${where}: ${formatPercent(rate.count / rate.n)} lost${unknown}.`);
  const newest = last === undefined || settled.length === 1 ? null : lostRate(last);
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
