import type { Moments } from "../moments";
import type { Tape } from "./tape";

/** The series of the reward itself; a component's is `reward:<name>`. */
export const rewardSeries = "reward";

/** The series of one component of the reward. */
export function toComponentSeries(component: string): string {
  return `${rewardSeries}:${component}`;
}

/** The component that a series is of, or null where it is of none. */
export function componentOfSeries(series: string): string | null {
  const prefix = toComponentSeries("");
  return series.startsWith(prefix) ? series.slice(prefix.length) : null;
}

/** One complete step of a reward series: the moments of its groups' mean rewards, evidence only. */
export interface RewardPoint {
  readonly step: number;
  readonly segment: string;
  readonly groups: Moments;
}

export interface RewardLine {
  /** null: no evidence there, or the step is still filling: what returns first is no fair sample. */
  at(index: number): RewardPoint | null;
  previous(index: number): number;
}

/** The reward or one component of it, for the whole run or one environment. */
export class RewardSeries implements RewardLine {
  readonly #tape: Tape;
  readonly #component: string | null;
  readonly #environment: string | null;

  constructor(tape: Tape, series: string, environment: string | null) {
    this.#tape = tape;
    this.#environment = environment;
    this.#component = componentOfSeries(series);
  }

  previous(index: number): number {
    return this.#tape.previous(index);
  }

  at(index: number): RewardPoint | null {
    const summary = this.#tape.summaryAt(index, this.#environment);
    if (summary?.complete !== true || summary.step === null) return null;
    const { evidence, components } = summary.groups;
    const groups = this.#component === null ? evidence : new Map(Object.entries(components)).get(this.#component);
    if (groups === undefined || groups.n === 0) return null;
    return { step: summary.step, segment: summary.segment, groups };
  }
}
