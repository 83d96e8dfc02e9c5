import { detectShifts, ordinaryRules, RateDetector } from "@/lib/core/detect/cusum";
import type { RateLine, RatePoint } from "@/lib/core/detect/rate-point";
import { RunDetector } from "@/lib/core/detect/run-detector";
import { drawBetaBinomial, drawBinomial } from "@/lib/core/scenario/beta-binomial";
import { type DrawnFailure, drawSummaries, planSteps } from "@/lib/core/scenario/drawn-summaries";
import { indices, Random } from "@/lib/core/scenario/random";
import { formatMs, median, p95 } from "./quantile";

/** A rate that is `before`, and `during` steps 61 to 80 of 110. */
export interface ShiftPlan {
  readonly before: number;
  readonly during: number;
  readonly rollouts: number;
  /** Zero rewards can be normal at any height, so they are never bad from the start. */
  readonly judgesLevel?: boolean;
}

export const shiftPlans: readonly ShiftPlan[] = [
  { before: 0.005, during: 0.916, rollouts: 64 },
  { before: 0.005, during: 0.916, rollouts: 1_024 },
  { before: 0.005, during: 0.3, rollouts: 64 },
  { before: 0.005, during: 0.1, rollouts: 64 },
  { before: 0.02, during: 0.1, rollouts: 64 },
  { before: 0.1, during: 0.3, rollouts: 64 },
  { before: 0.02, during: 0.5, rollouts: 512 },
  { before: 0.85, during: 0.996, rollouts: 64, judgesLevel: false },
];

const first = 61;
const last = 80;
const steps = 110;

function toPoint(step: number, x: number, n: number, complete = true): RatePoint {
  return { step, segment: "first", complete, x, n, parts: [] };
}

export interface ShiftFigures {
  readonly runs: number;
  readonly missed: number;
  readonly exact: number;
  readonly within1: number;
  /** Shifts that are none of the one that was made. */
  readonly others: number;
  /** Steps from 61 to the one at which it was known. */
  readonly delays: readonly number[];
  /** Rollouts of step 61 that had arrived, in no particular order, when it was known; of runs where that was then. */
  readonly needed: readonly number[];
  /** Steps by which the end is off. */
  readonly ends: readonly number[];
}

/** How many of step 61's rollouts it takes, one by one, from the state after step 60; null where all are not enough. */
function countNeeded(points: readonly RatePoint[], isLost: readonly boolean[], rules: typeof ordinaryRules) {
  let partial = toPoint(first, 0, isLost.length, false);
  const line: RateLine = {
    at: (index) => (index === first - 1 ? partial : (points[index] ?? null)),
    previous: (index) => index - 1,
  };
  const before = new RateDetector(line, rules);
  for (let index = 0; index < first - 1; index++) before.advance(index);
  let x = 0;
  for (const [index, lost] of isLost.entries()) {
    if (!lost) continue;
    x++;
    partial = toPoint(first, x, isLost.length, index === isLost.length - 1);
    const detector = before.copy();
    detector.advance(first - 1);
    if (detector.shifts.some((shift) => shift.state === "open")) return index + 1;
  }
  return null;
}

export function measureShifts(plan: ShiftPlan, seeds: readonly number[]): ShiftFigures {
  const rules = { ...ordinaryRules, judgesLevel: plan.judgesLevel ?? true };
  const figures = { missed: 0, exact: 0, within1: 0, others: 0 };
  const delays: number[] = [];
  const needed: number[] = [];
  const ends: number[] = [];
  for (const seed of seeds) {
    const random = new Random(seed);
    const isLost = indices(plan.rollouts).map(() => random.chance(plan.during));
    const points = indices(steps).map((index) => {
      const step = index + 1;
      if (step === first) return toPoint(step, isLost.filter(Boolean).length, plan.rollouts);
      const rate = step > first && step <= last ? plan.during : plan.before;
      return toPoint(step, drawBinomial(random, plan.rollouts, rate), plan.rollouts);
    });
    const shifts = detectShifts(points, rules);
    const found = shifts.find((shift) => shift.opened.step >= first && shift.onset.step <= last);
    figures.others += shifts.length - (found === undefined ? 0 : 1);
    if (found === undefined) {
      figures.missed++;
      continue;
    }
    const off = Math.abs(found.onset.step - first);
    if (off === 0) figures.exact++;
    if (off <= 1) figures.within1++;
    delays.push(found.opened.step - first);
    if (found.state === "ended") ends.push(found.last.step - last);
    const enough = found.opened.step === first ? countNeeded(points, isLost, rules) : null;
    if (enough !== null) needed.push(enough);
  }
  return { runs: seeds.length, ...figures, delays, needed, ends };
}

export interface HealthyPlan {
  readonly rate: number;
  readonly rollouts: number;
  /** Correlation of two rollouts of one step. */
  readonly rho: number;
}

export const healthyRates = [0.01, 0.05, 0.2] as const;
export const healthyRollouts = [64, 512] as const;

/** Runs of 200 steps with a false alarm: by us, by a z-score over 30 points, by a fixed 5%. */
export function countFalseAlarms({ rate, rollouts, rho }: HealthyPlan, seeds: readonly number[]) {
  const alarms = { ours: 0, zScore: 0, fixed: 0 };
  for (const seed of seeds) {
    const random = new Random(seed);
    const points = indices(200).map((index) =>
      toPoint(index + 1, drawBetaBinomial(random, rollouts, rate, rho), rollouts),
    );
    if (detectShifts(points).length > 0) alarms.ours++;
    const rates = points.map(({ x, n }) => x / n);
    if (rates.some((value, index) => index >= 30 && isOutlier(value, rates.slice(index - 30, index)))) alarms.zScore++;
    if (rates.some((value) => value > 0.05)) alarms.fixed++;
  }
  return alarms;
}

function isOutlier(value: number, before: readonly number[]): boolean {
  const mean = before.reduce((sum, one) => sum + one, 0) / before.length;
  const variance = before.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (before.length - 1);
  return value > mean + 3 * Math.sqrt(variance);
}

function formatRow(cells: readonly (string | number)[]): string {
  return cells.map((cell, index) => (index === 0 ? String(cell).padEnd(26) : String(cell).padStart(13))).join("");
}

/** Times detection from the start in a long run with many series, and one change at its end and in its middle. */
function measureSpeed() {
  const kinds = indices(15).map((kind): DrawnFailure => ({ kind: `kind_${kind}`, effect: "masked", rate: 0.003 }));
  const part = { rollouts: 8, groupSize: 8, solvedRate: 0.3, retriedRate: 0.02, failures: kinds };
  const plan = planSteps(1, 10_000, () => ({ parts: [{ ...part, environment: "a" }] }));
  const summaries = drawSummaries(1, plan);
  const detector = new RunDetector();
  const startedAt = performance.now();
  detector.put(summaries);
  detector.read();
  const whole = performance.now() - startedAt;
  const change = (seed: number, at: number) => {
    const changed = drawSummaries(seed, plan.slice(at, at + 1));
    const changedAt = performance.now();
    detector.put(changed);
    detector.read();
    return performance.now() - changedAt;
  };
  const atEnd = indices(20).map((seed) => change(seed + 2, plan.length - 1));
  const inMiddle = indices(20).map((seed) => change(seed + 2, 4_000 + 97 * seed));
  return { series: detector.seriesCount, whole, atEnd, inMiddle };
}

/** What half of the values, and 95 of 100, do not exceed. */
function formatPair(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? "";
  return values.length === 0 ? "" : `${at(0.5)} / ${at(0.95)}`;
}

function formatPercent(rate: number): string {
  return `${Number((rate * 100).toPrecision(4))}%`;
}

/**
 * The tables of the design, for the product's own detector. Seeds are 1, 2, 3 … in every row, so each figure has the
 * noise of as many runs.
 *
 * @param count runs a row; half as many in each row of healthy runs.
 */
export function benchDetection(count: number): void {
  const runs = indices(count).map((seed) => seed + 1);
  console.log(`a rate moves in steps ${first}-${last} of ${steps}; ${runs.length} runs a row`);
  console.log(
    formatRow(["before → after, rollouts", "missed", "exact", "±1", "others", "delay", "rollouts", "end off by"]),
  );
  console.log(formatRow(["", "", "", "", "", "p50 / p95", "p50 / p95", "p50 / p95"]));
  for (const plan of shiftPlans) {
    const name = `${formatPercent(plan.before)} → ${formatPercent(plan.during)}, ${plan.rollouts}`;
    const { missed, exact, within1, others, delays, needed, ends } = measureShifts(plan, runs);
    // Where most runs are known later, those that are not say nothing of the row.
    const often = needed.length >= runs.length / 2 ? formatPair(needed) : "";
    console.log(formatRow([name, missed, exact, within1, others, formatPair(delays), often, formatPair(ends)]));
  }
  const healthy = runs.slice(0, Math.ceil(count / 2));
  console.log(`\nhealthy runs of 200 steps with a false alarm, of ${healthy.length}`);
  console.log(formatRow(["rate, rollouts", "ρ", "ours", "z-score > 3", "above 5%"]));
  for (const rho of [0, 0.01, 0.02, 0.05]) {
    const total = { ours: 0, zScore: 0, fixed: 0 };
    for (const rate of healthyRates) {
      for (const rollouts of healthyRollouts) {
        const alarms = countFalseAlarms({ rate, rollouts, rho }, healthy);
        total.ours += alarms.ours;
        total.zScore += alarms.zScore;
        total.fixed += alarms.fixed;
        console.log(formatRow([`${formatPercent(rate)}, ${rollouts}`, rho, alarms.ours, alarms.zScore, alarms.fixed]));
      }
    }
    console.log(formatRow([`all ${6 * healthy.length}`, rho, total.ours, total.zScore, total.fixed]));
  }
  const { series, whole, atEnd, inMiddle } = measureSpeed();
  console.log(`\n10,000 steps × ${series} series: from the start ${formatMs(whole)}`);
  console.log(`  a change in the last step ${formatMs(median(atEnd))}, 95th percentile ${formatMs(p95(atEnd))}`);
  console.log(`  one in the middle ${formatMs(median(inMiddle))}, 95th percentile ${formatMs(p95(inMiddle))}`);
}
