import { medianSorted } from "simple-statistics";
import { countAnyFailure } from "../series";
import type { StepSummary } from "../step-summary";
import type { RateLine, RatePart, RatePoint } from "./rate-point";
import type { Tape, TapeStep } from "./tape";

export const rateNames = [
  "any_failure",
  "masked",
  "no_result",
  "unknown",
  "lost_attempts",
  "truncated",
  "suspected_false_zeros",
  "zero_rewards",
] as const;
export type RateName = (typeof rateNames)[number];

const kindPrefix = "kind:";

/** How many complete steps before tell what a step without a declared count may expect. */
const expectationSteps = 10;

/** What has no environment, among the environments of a step. No environment is called so: names are not empty. */
const noEnvironment = "";

const counters: Readonly<Record<RateName, (summary: StepSummary) => number>> = {
  any_failure: countAnyFailure,
  masked: (summary) => summary.maskFlagged,
  no_result: (summary) => summary.failed + summary.unscored,
  unknown: (summary) => summary.unknown,
  lost_attempts: (summary) => summary.lostAttempts,
  truncated: (summary) => summary.truncated,
  suspected_false_zeros: (summary) => summary.suspectedFalseZeros,
  zero_rewards: (summary) => summary.zeroRewards,
};

function toKindSeries(kind: string): string {
  return `${kindPrefix}${kind}`;
}

/** The failure kind that a series is of, or null where it is of none. */
export function kindOfSeries(series: string): string | null {
  return series.startsWith(kindPrefix) ? series.slice(kindPrefix.length) : null;
}

const emptyParts = new WeakMap<TapeStep, readonly RatePart[]>();

function isRateName(series: string): series is RateName {
  return Object.hasOwn(counters, series);
}

/** How a series counts in a step. @throws RangeError for a name that is no count series. */
export function counterOf(series: string): (summary: StepSummary) => number {
  const kind = kindOfSeries(series);
  if (kind !== null) return ({ kinds }) => (Object.hasOwn(kinds, kind) ? (kinds[kind]?.count ?? 0) : 0);
  if (isRateName(series)) return counters[series];
  throw new RangeError(`no count series is called ${series}`);
}

/** The series that a step counts anything in. */
export function listCounted(summary: StepSummary): string[] {
  const named = rateNames.filter((name) => counters[name](summary) > 0);
  return [...named, ...Object.keys(summary.kinds).map(toKindSeries)];
}

/** Series that can be normal at any height, and so are never bad from the start. */
export function judgesLevel(series: string): boolean {
  return series !== "zero_rewards" && series !== "truncated" && series !== "unknown" && series !== "lost_attempts";
}

/** A curriculum changes what the policy can solve: it restarts the reward and the two zero series only. */
export function followsCurriculum(series: string): boolean {
  return series === "zero_rewards" || series === "suspected_false_zeros" || series.split(":")[0] === "reward";
}

/**
 * One count series of a run, for the whole run or one environment:
 *
 * - complete step: n = received. Still filling: n = max(received, expected), so that what has not arrived counts as
 *   not failed; expected is the declared count, else the median of what the last 10 complete steps received.
 * - `unknown` is known in complete steps only, n = expected.
 * - `lost_attempts` is out of attempts: n and the attempts that were replaced.
 *
 * A step that the series has no rollout of is a gap.
 */
export class RateSeries implements RateLine {
  readonly #tape: Tape;
  readonly #series: string;
  readonly #environment: string | null;
  readonly #count: (summary: StepSummary) => number;

  constructor(tape: Tape, series: string, environment: string | null) {
    this.#tape = tape;
    this.#series = series;
    this.#environment = environment;
    this.#count = counterOf(series);
  }

  previous(index: number): number {
    return this.#tape.previous(index);
  }

  at(index: number): RatePoint | null {
    const summary = this.#tape.summaryAt(index, this.#environment);
    if (summary === null || summary.step === null) return null;
    const part = this.#measure(index, this.#environment, summary);
    if (part === null || part.n === 0) return null;
    const { step, segment, complete } = summary;
    // Who is missing from which environment is not known, so `unknown` cannot be taken at a mix.
    const parts = this.#environment !== null || this.#series === "unknown" ? [] : this.#takeParts(index, summary, part);
    return { step, segment, complete, x: part.x, n: part.n, parts };
  }

  /** Most series count nothing in most steps, so the parts of a complete step that counts nothing are made once. */
  #takeParts(index: number, summary: StepSummary, whole: { x: number; n: number }): readonly RatePart[] {
    const step = this.#tape.at(index);
    const isShared = whole.x === 0 && whole.n === summary.received && summary.complete;
    if (step === null || !isShared) return this.#listParts(index, summary, whole);
    const parts = emptyParts.get(step) ?? this.#listParts(index, summary, whole);
    emptyParts.set(step, parts);
    return parts;
  }

  #measure(index: number, environment: string | null, summary: StepSummary): { x: number; n: number } | null {
    const x = this.#count(summary);
    if (this.#series === "unknown") return summary.complete ? { x, n: summary.expected } : null;
    const n = summary.complete ? summary.received : this.#expect(index, environment, summary);
    const replaced = this.#series === "lost_attempts" ? summary.attempts - summary.received : 0;
    return { x, n: n + replaced };
  }

  #expect(index: number, environment: string | null, summary: StepSummary): number {
    if (summary.declared !== null) return Math.max(summary.received, summary.expected);
    const before: number[] = [];
    for (let at = this.previous(index); at >= 0 && before.length < expectationSteps; at = this.previous(at)) {
      const earlier = this.#tape.summaryAt(at, environment);
      if (earlier?.complete === true && earlier.received > 0) before.push(earlier.received);
    }
    if (before.length === 0) return summary.received;
    return Math.max(summary.received, medianSorted(before.sort((a, b) => a - b)));
  }

  #listParts(index: number, summary: StepSummary, whole: { x: number; n: number }): RatePart[] {
    const environments = this.#tape.at(index)?.environments ?? new Map<string, StepSummary>();
    const parts: RatePart[] = [];
    let received = 0;
    let x = 0;
    let n = 0;
    for (const [environment, of] of environments) {
      const part = this.#measure(index, environment, of);
      if (part === null) continue;
      parts.push({ environment, ...part });
      received += of.received;
      x += part.x;
      n += part.n;
    }
    const others = summary.received - received;
    if (others > 0) {
      const rest = { x: Math.max(0, whole.x - x), n: Math.max(others, summary.complete ? whole.n - n : others) };
      parts.push({ environment: noEnvironment, x: Math.min(rest.x, rest.n), n: rest.n });
    }
    return parts;
  }
}
