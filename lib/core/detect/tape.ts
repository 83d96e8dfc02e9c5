import type { StepSummary } from "../step-summary";

/** One launch, in the order of launches. From its first step on it supersedes the ones before. */
export interface SegmentStart {
  readonly segment: string;
  /** First step declared or heard of; null before either. */
  readonly firstStep: number | null;
}

/** One step of one segment, superseded or not. */
export interface TapeStep {
  readonly segment: string;
  readonly step: number;
  /** null: a segment was told to begin here, and nothing has been heard of it. */
  readonly whole: StepSummary | null;
  readonly environments: ReadonlyMap<string, StepSummary>;
}

/** The indices from `from` up to, and without, `to` are not as they were; those before and after are. */
export interface TapeChange {
  readonly from: number;
  readonly to: number;
}

interface Entry {
  readonly step: TapeStep;
  readonly previous: number;
}

/**
 * The train steps of a run in the order in which they were run: segment after segment, and in each by step, those that
 * a newer segment superseded included. A segment's first step follows the last step before it that still counted, so
 * that going back along `previous` from any place visits what counted then, and from the end what counts now.
 */
export class Tape {
  readonly #segments = new Map<string, Map<number, TapeStep>>();
  #starts: readonly SegmentStart[] = [];
  #entries: readonly Entry[] = [];
  /** First steps of segments that superseded others. */
  #returns: readonly { readonly index: number; readonly previous: number }[] = [];
  #isStale = false;

  get length(): number {
    return this.#entries.length;
  }

  at(index: number): TapeStep | null {
    return this.#entries[index]?.step ?? null;
  }

  /** The index before on the same line, or -1. */
  previous(index: number): number {
    return this.#entries[index]?.previous ?? -1;
  }

  /** Whether a segment after `index` goes on from a step from `from` up to, and without, it. */
  returnsInto(from: number, index: number): boolean {
    return this.#returns.some((entry) => entry.index > index && entry.previous >= from && entry.previous < index);
  }

  /** The summary of a step for one environment, or for the whole run; null where there is none. */
  summaryAt(index: number, environment: string | null): StepSummary | null {
    const step = this.#entries[index]?.step;
    if (step === undefined) return null;
    return environment === null ? step.whole : (step.environments.get(environment) ?? null);
  }

  /** Steps that were put, laid out or not. */
  get stepCount(): number {
    let count = 0;
    for (const steps of this.#segments.values()) count += steps.size;
    return count;
  }

  /** The order of launches. Segments that are not in it come last, by their first step. */
  setSegments(starts: readonly SegmentStart[]): void {
    this.#starts = starts;
    this.#isStale = true;
  }

  /**
   * Puts whole steps: a step's summary with those of all its environments replaces what was known of the step.
   *
   * @throws RangeError for a summary of an environment whose step is not among them.
   */
  put(summaries: readonly StepSummary[]): void {
    const parts = new Map<string, Map<string, StepSummary>>();
    const wholes: StepSummary[] = [];
    for (const summary of summaries) {
      if (summary.split !== "train" || summary.step === null) continue;
      if (summary.environment === null) {
        wholes.push(summary);
        continue;
      }
      const key = keyOf(summary);
      const environments = parts.get(key) ?? new Map<string, StepSummary>();
      parts.set(key, environments.set(summary.environment, summary));
    }
    for (const whole of wholes) {
      if (whole.step === null) continue;
      const { step, segment } = whole;
      const key = keyOf(whole);
      const steps = this.#segments.get(segment) ?? new Map<number, TapeStep>();
      this.#segments.set(segment, steps.set(step, { segment, step, whole, environments: parts.get(key) ?? new Map() }));
      parts.delete(key);
    }
    for (const key of parts.keys()) throw new RangeError(`an environment's summary came without its step: ${key}`);
    this.#isStale = true;
  }

  remove(segment: string, step: number): void {
    if (this.#segments.get(segment)?.delete(step)) this.#isStale = true;
  }

  /** Lays the steps out anew. @returns what of the tape is not as it was. */
  settle(): TapeChange {
    const before = this.#entries;
    if (!this.#isStale) return { from: before.length, to: before.length };
    const after = this.#layOut();
    this.#entries = after;
    this.#returns = after.flatMap(({ previous }, index) => (previous === index - 1 ? [] : [{ index, previous }]));
    this.#isStale = false;
    let from = 0;
    while (from < after.length && isSame(before[from], after[from])) from++;
    let to = Math.max(before.length, after.length);
    while (to > from && isSame(before[to - 1], after[to - 1])) to--;
    return { from, to };
  }

  #layOut(): Entry[] {
    const entries: Entry[] = [];
    let last = -1;
    for (const { segment, firstStep } of this.#listStarts()) {
      const steps = [...(this.#segments.get(segment)?.values() ?? [])].sort((a, b) => a.step - b.step);
      const told = firstStep ?? steps[0]?.step;
      if (told === undefined) continue;
      if (steps[0] === undefined || told < steps[0].step) {
        steps.unshift({ segment, step: told, whole: null, environments: new Map() });
      }
      for (const [offset, step] of steps.entries()) {
        if (offset === 0)
          while (last >= 0 && (entries[last]?.step.step ?? 0) >= step.step) last = entries[last]?.previous ?? -1;
        entries.push({ step, previous: last });
        last = entries.length - 1;
      }
    }
    return entries;
  }

  #listStarts(): SegmentStart[] {
    const told = new Set(this.#starts.map((start) => start.segment));
    const heard = [...this.#segments]
      .filter(([segment, steps]) => !told.has(segment) && steps.size > 0)
      .map(([segment, steps]) => ({ segment, firstStep: Math.min(...steps.keys()) }))
      .sort((a, b) => a.firstStep - b.firstStep || (a.segment < b.segment ? -1 : 1));
    return [...this.#starts, ...heard];
  }
}

function keyOf(summary: StepSummary): string {
  return `${summary.step} of ${summary.segment}`;
}

/** A marker is made anew each time it is laid out. */
function isSame(a: Entry | undefined, b: Entry | undefined): boolean {
  if (a === undefined || b === undefined || a.previous !== b.previous) return false;
  if (a.step.whole !== null || b.step.whole !== null) return a.step === b.step;
  return a.step.segment === b.step.segment && a.step.step === b.step.step;
}
