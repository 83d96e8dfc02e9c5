import { addMoments, type Moments } from "../moments";
import { isSameData } from "./line-tracker";
import { leastDropOf, MomentSums, meanLikelihoodRatio, measureScatter } from "./mean-ratio";
import type { RewardLine, RewardPoint } from "./reward-series";
import { countRecovered, growRewardShift, type RewardShift, type RewardStep, type ShiftedStep } from "./reward-shift";
import { checkSensitivity, type Sensitivity, sensitivities } from "./sensitivity";
import { baselineSteps, learningSteps } from "./yardstick";

/** Candidate onsets, and candidate recoveries, lie in so many steps. */
const candidateSteps = 20;
const mergeSteps = 5;
const onsetTolerance = 2;
const keptSteps = baselineSteps + candidateSteps + mergeSteps;

export interface RewardRules {
  readonly sensitivity: Sensitivity;
  /** Steps at which the baseline starts afresh. */
  readonly restarts: readonly number[];
}

export const ordinaryRewardRules: RewardRules = { sensitivity: sensitivities.normal, restarts: [] };

interface Candidate {
  readonly at: number;
  readonly step: RewardStep;
  readonly ratio: number;
  readonly before: Moments;
  readonly during: Moments;
}

/**
 * Whether the mean of group means fell: the last 50 baseline steps against the steps from a candidate onset in the last
 * 20 on; open where the largest likelihood ratio (mean-ratio.ts), over the scatter between steps, is at least ln 1e5
 * and the drop is worth a look. Down only: a reward that rises is what training is for.
 *
 * Assumes that groups are exchangeable between steps, but for the scatter that is measured. Steps without evidence,
 * and those still filling, are gaps. Fewer than 5 steps before the onset judge nothing. Steps in an open shift never
 * teach. As in cusum.ts, a state depends on the points of its line up to it and on nothing else.
 */
export class RewardDetector {
  readonly #line: RewardLine;
  readonly #rules: RewardRules;
  #ordinal = -1;
  #lastStep = Number.NEGATIVE_INFINITY;
  /** The newest steps outside shifts; those that a shift may have begun in are the last of them. */
  #lessons: RewardStep[] = [];
  #recent: readonly ShiftedStep[] = [];
  #shift: RewardShift | null = null;
  #past: readonly RewardShift[] = [];
  /** The shift that an onset soon after its end belongs to. */
  #mergeable: RewardShift | null = null;
  /** Lessons before this ordinal can't be an onset: a newer segment superseded what followed them. */
  #floor = 0;

  constructor(line: RewardLine, rules: RewardRules = ordinaryRewardRules) {
    checkSensitivity(rules.sensitivity);
    this.#line = line;
    this.#rules = rules;
  }

  copy(): RewardDetector {
    const copy = new RewardDetector(this.#line, this.#rules);
    copy.#ordinal = this.#ordinal;
    copy.#lastStep = this.#lastStep;
    copy.#lessons = [...this.#lessons];
    copy.#recent = this.#recent;
    copy.#shift = this.#shift;
    copy.#past = this.#past;
    copy.#mergeable = this.#mergeable;
    copy.#floor = this.#floor;
    return copy;
  }

  /** Whether reading on gives the same from here. */
  equals(other: RewardDetector): boolean {
    return isSameData(this.#data, other.#data);
  }

  get #data() {
    return [
      [this.#ordinal, this.#lastStep, this.#floor],
      [this.#shift, this.#past, this.#mergeable, this.#recent],
      this.#lessons.slice(-keptSteps),
    ];
  }

  /** Every shift so far, by onset; those that a newer segment rolled back among them. */
  get shifts(): readonly RewardShift[] {
    const all = this.#shift === null ? this.#past : [...this.#past, this.#shift];
    return [...all].sort((a, b) => a.onset.index - b.onset.index);
  }

  /** Reads the next step of the line. */
  advance(index: number): void {
    const point = this.#line.at(index);
    if (point === null) return;
    this.#ordinal++;
    this.#restartWhereTold(point);
    this.#lastStep = point.step;
    const place = { index, ordinal: this.#ordinal, step: point.step, segment: point.segment };
    const step = { place, groups: point.groups };
    if (this.#shift !== null) {
      this.#continue(this.#shift, step);
      return;
    }
    this.#lessons.push(step);
    if (this.#lessons.length > 2 * keptSteps) this.#lessons = this.#lessons.slice(-keptSteps);
    this.#judge(step);
  }

  /** As in cusum.ts: the baseline is inherited; shifts with a superseded step stay as rolled back. */
  supersede(before: RewardDetector, firstStep: number): void {
    const isRolledBack = (shift: RewardShift) => shift.state === "rolled_back" || shift.last.step >= firstStep;
    const rolledBack = before.shifts.filter(isRolledBack);
    const gone = new Set(rolledBack.map((shift) => shift.onset.index));
    this.#past = [
      ...this.#past.filter((shift) => !gone.has(shift.onset.index)),
      ...rolledBack.map((shift) => ({ ...shift, state: "rolled_back" as const })),
    ];
    if (this.#shift !== null && gone.has(this.#shift.onset.index)) this.#shift = null;
    this.#mergeable = null;
    this.#floor = this.#ordinal + 1;
  }

  #restartWhereTold({ step }: RewardPoint): void {
    if (this.#ordinal === 0) return;
    if (!this.#rules.restarts.some((restart) => this.#lastStep < restart && restart <= step)) return;
    if (this.#shift !== null) this.#past = [...this.#past, { ...this.#shift, state: "ended" }];
    this.#shift = null;
    this.#mergeable = null;
    this.#lessons = [];
  }

  #judge(now: RewardStep): void {
    const { openAt } = this.#rules.sensitivity;
    const candidates = this.#listCandidates();
    let best: Candidate | null = null;
    for (const candidate of candidates) if (best === null || candidate.ratio > best.ratio) best = candidate;
    if (best === null || best.ratio < openAt) return;
    const baseline = this.#lessons.slice(Math.max(0, best.at - baselineSteps), best.at);
    const scatter = measureScatter(baseline.map((lesson) => lesson.groups));
    const leastDrop = leastDropOf(best.before, best.during);
    if (best.ratio / scatter < openAt || (best.before.mean ?? 0) - (best.during.mean ?? 0) < leastDrop) return;
    const least = best.ratio - onsetTolerance * scatter;
    const likely = candidates.filter(({ ratio }) => ratio >= least).map(({ step }) => step.place.step);
    this.#open({
      onset: best.step.place,
      onsetRange: [Math.min(...likely), Math.max(...likely)],
      opened: now.place,
      score: best.ratio / scatter,
      scatter,
      leastDrop,
      before: best.before,
      during: best.during,
      steps: this.#lessons.length - best.at,
      last: now.place,
      state: "open",
    });
  }

  /** Onsets from which on the mean is lower than before, the newest first. */
  #listCandidates(): Candidate[] {
    const lessons = this.#lessons.slice(-(baselineSteps + candidateSteps));
    const skipped = this.#lessons.length - lessons.length;
    const sums = new MomentSums(lessons.map((lesson) => lesson.groups));
    const candidates: Candidate[] = [];
    for (let at = lessons.length - 1; at >= learningSteps && at >= lessons.length - candidateSteps; at--) {
      const step = lessons[at];
      if (step === undefined || step.place.ordinal < this.#floor) break;
      const before = sums.between(Math.max(0, at - baselineSteps), at);
      const during = sums.between(at, lessons.length);
      if (before.mean === null || during.mean === null || during.mean >= before.mean) continue;
      candidates.push({ at: at + skipped, step, ratio: meanLikelihoodRatio(before, during), before, during });
    }
    return candidates;
  }

  /** Soon after an end it is the same shift again. None of its steps teach. */
  #open(shift: RewardShift): void {
    const earlier = this.#mergeable;
    this.#mergeable = null;
    if (earlier === null || shift.onset.ordinal - earlier.last.ordinal > mergeSteps) {
      this.#shift = shift;
    } else {
      const since = this.#lessons.filter((lesson) => lesson.place.ordinal > earlier.last.ordinal);
      this.#past = this.#past.filter((past) => past !== earlier);
      const during = since.reduce((sum, { groups }) => addMoments(sum, groups), earlier.during);
      this.#shift = { ...earlier, during, steps: earlier.steps + since.length, last: shift.last, state: "open" };
    }
    const { ordinal } = this.#shift.onset;
    this.#lessons = this.#lessons.filter((lesson) => lesson.place.ordinal < ordinal);
    this.#recent = [];
  }

  #continue(shift: RewardShift, step: RewardStep): void {
    this.#shift = growRewardShift(shift, step);
    this.#recent = [...this.#recent, { step, before: shift }].slice(-candidateSteps);
    const recovered = countRecovered(this.#recent);
    if (recovered === 0) return;
    const well = this.#recent.slice(-recovered);
    const ended: RewardShift = { ...(well[0]?.before ?? shift), state: "ended" };
    this.#past = [...this.#past, ended];
    this.#mergeable = ended;
    this.#shift = null;
    this.#recent = [];
    this.#lessons.push(...well.map((shifted) => shifted.step));
  }
}

/** The shifts of a reward series that is known whole: each point follows the one before. */
export function detectRewardShifts(
  points: readonly (RewardPoint | null)[],
  rules: RewardRules = ordinaryRewardRules,
): readonly RewardShift[] {
  const detector = new RewardDetector({ at: (index) => points[index] ?? null, previous: (index) => index - 1 }, rules);
  for (let index = 0; index < points.length; index++) detector.advance(index);
  return detector.shifts;
}
