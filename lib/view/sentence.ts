import { countLost, lostRate } from "@/lib/core/coverage";
import { findDeadCollector } from "@/lib/core/dead-collector";
import { hasEnded } from "@/lib/core/run";
import type { StepBucket } from "@/lib/core/series";
import { speaksOfFailure } from "@/lib/core/speaks-of-failure";
import { nameSteps } from "./chart-marks";
import { formatCount, formatNoun, formatOf, formatPercent } from "./format";
import { compareNewest, fewestJudged, type NewestSteps, settledBuckets } from "./newest-steps";
import type { Counted } from "./run-links";
import { sayDeclared } from "./sentence-declared";
import { sayEmpty, sayOmitted } from "./sentence-empty";
import {
  type IncidentTold,
  listExpected,
  listOpen,
  listWithin,
  sayBriefly,
  sayInFull,
  sayPast,
  sayWhen,
} from "./sentence-incident";
import { dim, type RunSentence, type SentencePart, sayBefore, sayReward, stretchSteps, strong } from "./sentence-parts";
import { sayZeros, type ZerosInput } from "./sentence-zeros";
import type { StepRange } from "./step-axis";
import { sumBuckets, type Totals } from "./totals";

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
  /** What detection says of the whole run, whatever is shown; null: it does not watch what is shown, and counts speak. */
  readonly told: IncidentTold | null;
}

type StateInput = ZerosInput &
  Pick<SentenceInput, "buckets" | "filters" | "evalRollouts" | "evalOutside"> & { readonly reports: boolean };

/**
 * The verdict in words, with the numbers that led to it; never "healthy" where nothing speaks of failure. Over steps, or
 * rollouts, that were picked it speaks of those, and then of what is not shown; title and alarm are the whole run's.
 */
export function toSentence(input: SentenceInput): RunSentence {
  const { picked, filters, told } = input;
  const whole = picked?.whole ?? input.buckets;
  const reports = speaksOfFailure(whole);
  const state = { ...input, buckets: whole, picked: false, reports };
  const run = told === null ? sayState(state) : filters.length === 0 ? sayRun(state, told) : sayRest(state, told);
  const heard = sumBuckets(whole).coverage.received > 0;
  const parts = picked === null || !heard ? run.parts : sayPicked(input, picked, reports);
  return { ...run, parts: [...parts, ...sayFilters(input)] };
}

/** Rollouts that were picked, by counts alone. */
function sayRest(state: StateInput, told: IncidentTold): RunSentence {
  return { ...sayState(state), ...sumUp(state, told) };
}

/** The run as detection has it. */
function sayRun(state: StateInput, told: IncidentTold): RunSentence {
  const open = listOpen(told);
  const past = sayPast(told.incidents);
  if (open.length > 0) {
    return { ...sumUp(state, told), parts: [...sayInFull(open, told, "open"), ...past] };
  }
  const counts = sayState(state);
  const summary = sumUp(state, told);
  const { verdict, reason } = told.verdict;
  if (findDeadCollector(state.buckets) !== null) {
    const unsaid = hasEnded(told.state) ? [] : [dim(" Nobody said that the run has ended.")];
    return { ...summary, parts: [...counts.parts, ...unsaid, ...past] };
  }
  if (verdict === "watch") return { ...summary, parts: [strong(reason), dim(" "), ...counts.parts, ...past] };
  const isEmpty = sumBuckets(state.buckets).coverage.received === 0;
  if (verdict === "learning" && !isEmpty) {
    return { ...summary, parts: [...counts.parts, dim(` Still learning: ${reason}`), ...past] };
  }
  if (verdict !== "ok") return { ...summary, parts: [...counts.parts, ...past] };
  const totals = sumBuckets(state.buckets);
  const settled = settledBuckets(state.buckets);
  if (settled.length === 0 || lostRate(totals.coverage).n === 0)
    return { ...summary, parts: [...counts.parts, ...past] };
  const healthy = state.reports
    ? sayThrough(state, totals, settled, "Healthy through")
    : saySuspectsOnly(totals, settled);
  return { ...summary, parts: [...healthy.parts, ...past] };
}

/** The few words for a tab, and whether the page is to look alarmed: by the verdict, not by what is shown. */
function sumUp(state: StateInput, told: IncidentTold): Pick<RunSentence, "title" | "alarming"> {
  const [worst] = listOpen(told);
  const { verdict } = told.verdict;
  const alarming = verdict === "stop" || verdict === "watch";
  if (worst !== undefined) return { title: `⚠ ${worst.severity} ${sayWhen(worst)}`, alarming };
  const { title, alarming: alarmingByCounts } = sayState(state);
  if (findDeadCollector(state.buckets) !== null) return { title, alarming: alarmingByCounts };
  if (verdict === "watch") return { title: "⚠ stalled", alarming };
  const last = settledBuckets(state.buckets).at(-1);
  if (verdict === "ok" && last !== undefined) return { title: `step ${last.to}`, alarming: false };
  // Too early for detection, a jump in plain counts is all there is.
  return { title, alarming: verdict === "learning" && alarmingByCounts };
}

function sayPicked(
  input: SentenceInput,
  picked: NonNullable<SentenceInput["picked"]>,
  reports: boolean,
): readonly SentencePart[] {
  const { told, filters } = input;
  const within = told === null || filters.length > 0 ? [] : listWithin(told, picked.steps);
  if (told !== null && within.length > 0) return sayInFull(within, told, "in these steps");
  const isEmpty = sumBuckets(input.buckets).coverage.received === 0;
  const shown = isEmpty
    ? sayNothingIn(picked.steps, picked.whole)
    : sayState({ ...input, picked: true, reports }).parts;
  if (filters.length > 0) return shown;
  const [elsewhere] = told === null ? [] : listOpen(told);
  const expected = told === null ? [] : listExpected(told.incidents, picked.steps);
  if (expected.length > 0) return [...shown, ...sayPast(expected)];
  return elsewhere === undefined
    ? [...shown, ...sayNewer(picked.steps, picked.whole)]
    : [...shown, dim(" Not shown: "), ...sayBriefly(elsewhere), dim(".")];
}

/** What the words are about where rollouts were picked, and that the run has an incident all the same. */
function sayFilters({ filters, told }: SentenceInput): SentencePart[] {
  if (filters.length === 0) return [];
  const [open] = told === null ? [] : listOpen(told);
  const run = open === undefined ? [] : [dim(" The whole run: "), ...sayBriefly(open), dim(".")];
  return [dim(` Only ${filters.join(", ")}.`), ...run];
}

/** Producers that say what was generated, and nothing of failure: their zeros can be told from false ones. */
function saySuspectsOnly(totals: Totals, settled: readonly StepBucket[]): Pick<RunSentence, "parts"> {
  const { to } = stretchSteps({ buckets: settled });
  const { suspectedFalseZeros: suspects } = totals;
  const opening = `Healthy through step ${formatCount(to)}: ${suspects === 0 ? "no suspected false zero" : formatNoun(suspects, "suspected false zero")}.`;
  const detail = " No failure field is sent; zeros for which nothing was generated are watched.";
  return { parts: [strong(opening), dim(detail)] };
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
  const declared = sayDeclared(input.buckets, totals);
  if (declared !== null) return declared;
  if (totals.coverage.received === 0) return sayEmpty(input);
  if (lostRate(totals.coverage).n === 0) return sayOmitted(totals);
  const settled = settledBuckets(input.buckets);
  if (settled.length === 0 || totals.coverage.received < fewestJudged) return sayFirst(input, totals);
  if (!input.reports) return sayZeros(input, totals, settled);
  const compared = compareNewest(settled, (bucket) => lostRate(bucket));
  if (compared === null) return sayFirst(input, totals);
  return compared.risen || isJump(compared) ? sayLost(input, compared) : sayThrough(input, totals, settled);
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
  const lostByTop = top === undefined ? 0 : countLost(top);
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

function sayThrough(
  input: StateInput,
  totals: Totals,
  settled: readonly StepBucket[],
  through = "Through",
): RunSentence {
  const last = settled[settled.length - 1];
  const steps = stretchSteps({ buckets: settled });
  const rate = lostRate(totals.coverage);
  const isOne = steps.from === steps.to && through === "Through";
  const where = input.picked || isOne ? nameSteps(steps) : `${through} step ${formatCount(steps.to)}`;
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
