import { findDeadCollector } from "../dead-collector";
import { speaksOfFailure } from "../speaks-of-failure";
import type { StepSummary } from "../step-summary";
import { type Checkpoint, findCleanCheckpoint } from "./checkpoint";
import type { Shift } from "./detected-shift";
import { judgeEvalBlocks } from "./eval-block";
import { findIncidents, type Incident } from "./incident";
import { checkSensitivity, sensitivities } from "./sensitivity";
import { listWatched, type SeriesWatch, type WatchRules, watchSeries } from "./series-watch";
import { type SegmentStart, Tape } from "./tape";
import { judgeVerdict, type Verdict, type VerdictFacts } from "./verdict";

/** What detection needs to know of a run beside its steps. */
export interface RunFacts extends WatchRules {
  /** Launches, oldest first. Segments that are not named come last, by their first step. */
  readonly segments: readonly SegmentStart[];
  readonly checkpoints: readonly Checkpoint[];
  /** The reward that a failure is scored with, which is what a suspected false zero has. */
  readonly failureReward: number;
  /** Nothing was heard of it for some time, and nobody said that it has ended. */
  readonly isStalled: boolean;
  /** Somebody said that it has ended, well or not. */
  readonly hasEnded: boolean;
}

export const noFacts: RunFacts = {
  segments: [],
  checkpoints: [],
  curricula: [],
  acceptances: [],
  sensitivity: sensitivities.normal,
  failureReward: 0,
  isStalled: false,
  hasEnded: false,
};

export interface Detection {
  /** By series, environment and onset. */
  readonly shifts: readonly Shift[];
  /** Newest onset first; those of eval rollouts outside any step last. */
  readonly incidents: readonly Incident[];
  readonly verdict: Verdict;
  /** What the verdict is judged by beside the incidents. */
  readonly judgedBy: Omit<VerdictFacts, "incidents">;
}

function toKey(name: string, environment: string | null): string {
  return JSON.stringify([name, environment]);
}

/**
 * Detection over one run, kept up to date: put the steps that changed, read what follows from all of them. The answer
 * is the same as from the start with the same steps, in whatever order they came, and knows no clock.
 */
export class RunDetector {
  readonly #tape = new Tape();
  readonly #watches = new Map<string, SeriesWatch>();
  readonly #evalBlocks = new Map<string, StepSummary>();
  #facts: RunFacts;
  #detection: Detection | null = null;

  /** @throws RangeError for a sensitivity that no detector can work with. */
  constructor(facts: RunFacts = noFacts) {
    checkSensitivity(facts.sensitivity);
    this.#facts = facts;
    this.#tape.setSegments(facts.segments);
  }

  /** @throws RangeError for a sensitivity that no detector can work with. */
  setFacts(facts: RunFacts): void {
    checkSensitivity(facts.sensitivity);
    const rulesOf = ({ curricula, acceptances, sensitivity }: RunFacts) =>
      JSON.stringify([curricula, acceptances, sensitivity]);
    const isSameRules = rulesOf(facts) === rulesOf(this.#facts);
    this.#facts = facts;
    this.#tape.setSegments(facts.segments);
    this.#detection = null;
    if (isSameRules) return;
    for (const [key, { series, environment }] of this.#watches) {
      this.#watches.set(key, watchSeries(this.#tape, series, environment, facts));
    }
  }

  /**
   * Puts whole steps, superseded ones included: a step's summary with those of all its environments replaces what was
   * known of it. Eval steps are not watched; eval rollouts outside any step are, as one block.
   *
   * @throws RangeError for a summary of an environment whose step is not among them.
   */
  put(summaries: readonly StepSummary[]): void {
    this.#tape.put(summaries);
    this.#detection = null;
    for (const { split, step, segment, environment } of summaries) {
      if (split === "eval" && step === null && environment === null) this.#removeEvalBlock(segment);
    }
    for (const summary of summaries) {
      const { split, step, segment, environment } = summary;
      if (split === "train" && step !== null) this.#watch(summary);
      if (split === "eval" && step === null) this.#evalBlocks.set(toKey(segment, environment), summary);
    }
  }

  /** A train step that nothing is known of any more; null: eval rollouts outside any step. */
  remove(segment: string, step: number | null): void {
    if (step === null) this.#removeEvalBlock(segment);
    else this.#tape.remove(segment, step);
    this.#detection = null;
  }

  #removeEvalBlock(segment: string): void {
    for (const [key, block] of this.#evalBlocks) if (block.segment === segment) this.#evalBlocks.delete(key);
  }

  /** How many steps it holds, superseded ones included. */
  get stepCount(): number {
    return this.#tape.stepCount;
  }

  /** How many series are watched, of the whole run and of environments. */
  get seriesCount(): number {
    return this.#watches.size;
  }

  read(): Detection {
    this.#detection ??= this.#detect();
    return this.#detection;
  }

  #watch(summary: StepSummary): void {
    const { environment } = summary;
    for (const series of listWatched(summary)) {
      const key = toKey(series, environment);
      if (!this.#watches.has(key)) this.#watches.set(key, watchSeries(this.#tape, series, environment, this.#facts));
    }
  }

  #detect(): Detection {
    const change = this.#tape.settle();
    const byName = [...this.#watches].sort(([a], [b]) => (a < b ? -1 : 1));
    const located = byName.flatMap(([, watch]) => {
      watch.invalidate(change);
      return watch.listShifts();
    });
    const ofEval = judgeEvalBlocks([...this.#evalBlocks.values()], this.#facts.failureReward);
    const { incidents: ofTrain, spoilt } = findIncidents(this.#tape, located, this.#facts.failureReward);
    const incidents = [...ofTrain, ...ofEval];
    const lastCleanCheckpoint = findCleanCheckpoint(this.#tape, this.#facts.checkpoints, spoilt);
    const judgedBy = { lastCleanCheckpoint, ...this.#measureRun() };
    return {
      shifts: [...located.map(({ shift }) => shift), ...ofEval.flatMap((incident) => incident.shifts)],
      incidents,
      verdict: judgeVerdict({ incidents, ...judgedBy }),
      judgedBy,
    };
  }

  #measureRun() {
    const tape = this.#tape;
    const wholes: StepSummary[] = [];
    let completeSteps = 0;
    let lastStep: number | null = null;
    let reportsFailures = isTold([...this.#evalBlocks.values()]);
    for (let index = tape.length - 1; index >= 0; index = tape.previous(index)) {
      const whole = tape.summaryAt(index, null);
      if (whole === null) continue;
      wholes.push(whole);
      lastStep ??= whole.step;
      if (whole.complete) completeSteps++;
      reportsFailures ||= isTold([whole]);
    }
    return {
      completeSteps,
      lastStep,
      reportsFailures,
      hasTrainSteps: lastStep !== null,
      isHeardOf: lastStep !== null || this.#evalBlocks.size > 0,
      isStalled: this.#facts.isStalled,
      hasEnded: this.#facts.hasEnded,
      deadCollector: findDeadCollector(wholes),
    };
  }
}

/** Whether more than zeros can be watched: something speaks of failure, or tells what was generated. */
function isTold(steps: readonly StepSummary[]): boolean {
  return speaksOfFailure(steps) || steps.some(({ reportsGeneration }) => reportsGeneration > 0);
}
