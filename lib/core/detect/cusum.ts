import { extendShift } from "./ending";
import { advanceExcursions, alternativeRate, findLargest, findStart, noExcursions } from "./excursion";
import { Lessons } from "./lessons";
import { judgeLevel } from "./level";
import { isSameData } from "./line-tracker";
import { compareWithBaseline, findOnset } from "./onset";
import { checkPoint, type RateLine, type RatePoint } from "./rate-point";
import { checkSensitivity, type Sensitivity, sensitivities } from "./sensitivity";
import { type Place, type RateShift, sumLine } from "./shift";
import { baselineRate, learningSteps, makeYardstick, practicalNull, standardise, type Yardstick } from "./yardstick";

const leastFailures = 3;
const freezeSteps = 50;
const mergeSteps = 5;

export interface RateRules {
  readonly sensitivity: Sensitivity;
  /** Whether the series can be bad from the start; some can be normal at any height. */
  readonly judgesLevel: boolean;
  /** Steps at which the baseline starts afresh: accepted as the new normal, or a curriculum. */
  readonly restarts: readonly number[];
}

export const ordinaryRules: RateRules = { sensitivity: sensitivities.normal, judgesLevel: true, restarts: [] };

/**
 * Binomial CUSUM (Page 1954; optimal in the sense of Lorden 1971) on the rise of a rate, against a baseline that it
 * learns, with a practical-effect null, a correction for clustering, and a mirrored end (ending.ts):
 *
 *     l = f · (x ln(p1 / pt) + (n − x) ln((1 − p1) / (1 − pt))),  S = max(0, S + l),  open where S ≥ ln 1e5
 *
 * Assumes that the rollouts of a step are exchangeable with intra-step correlation ρ, and that steps are independent.
 * The first 5 complete steps only teach, unless they are plainly bad (level.ts). A gap changes nothing, and neither
 * does silence: a shift ends by steps that are well. A step still filling can raise, but neither teaches nor ends.
 *
 * The state after a step depends on the points of its line up to it and on nothing else, so reading on from a copy
 * gives what reading from the start gives.
 */
export class RateDetector {
  readonly #line: RateLine;
  readonly #rules: RateRules;
  #ordinal = -1;
  #lastStep = Number.NEGATIVE_INFINITY;
  #lessons = new Lessons();
  #excursions = noExcursions;
  /** Ordinal of the earliest step of an excursion; null while all scores are zero. */
  #excitedSince: number | null = null;
  /** The yardstick of the lessons before an ordinal: the same as long as an excursion freezes them. */
  #frozen: { readonly limit: number; readonly yardstick: Yardstick } | null = null;
  #shift: RateShift | null = null;
  #past: readonly RateShift[] = [];
  /** The shift that an onset soon after its end belongs to. */
  #mergeable: RateShift | null = null;
  /** Index before which no onset can lie: an earlier shift's end, a restart, or what a newer segment superseded. */
  #floor = 0;
  #lastIndex = -1;
  #isRestarted = false;

  constructor(line: RateLine, rules: RateRules = ordinaryRules) {
    checkSensitivity(rules.sensitivity);
    this.#line = line;
    this.#rules = rules;
  }

  copy(): RateDetector {
    const copy = new RateDetector(this.#line, this.#rules);
    copy.#ordinal = this.#ordinal;
    copy.#lastStep = this.#lastStep;
    copy.#lessons = this.#lessons.copy();
    copy.#excursions = this.#excursions;
    copy.#excitedSince = this.#excitedSince;
    copy.#frozen = this.#frozen;
    copy.#shift = this.#shift;
    copy.#past = this.#past;
    copy.#mergeable = this.#mergeable;
    copy.#floor = this.#floor;
    copy.#lastIndex = this.#lastIndex;
    copy.#isRestarted = this.#isRestarted;
    return copy;
  }

  /** Whether reading on gives the same from here. */
  equals(other: RateDetector): boolean {
    return isSameData(this.#data, other.#data) && this.#lessons.equals(other.#lessons);
  }

  get #data() {
    return [
      [this.#ordinal, this.#lastStep, this.#lastIndex, this.#floor, this.#excitedSince, this.#isRestarted],
      [this.#excursions, this.#shift, this.#past, this.#mergeable],
    ];
  }

  /** Every shift so far, by onset; those that a newer segment rolled back among them. */
  get shifts(): readonly RateShift[] {
    const all = this.#shift === null ? this.#past : [...this.#past, this.#shift];
    return [...all].sort((a, b) => a.onset.index - b.onset.index);
  }

  /** Reads the next step of the line. */
  advance(index: number): void {
    const point = this.#line.at(index);
    if (point === null || point.n === 0) return;
    checkPoint(point);
    this.#ordinal++;
    this.#restartWhereTold(point, index);
    const place = { index, ordinal: this.#ordinal, step: point.step, segment: point.segment };
    this.#lastStep = point.step;
    this.#lastIndex = index;
    if (this.#shift !== null) this.#continue(this.#shift, point, place);
    else if (!this.#judge(point, place) && point.complete) this.#lessons.push({ index, ordinal: this.#ordinal, point });
  }

  /**
   * A newer segment runs steps from `firstStep` on again; this is the state before them, and `before` the state at the
   * end of what it supersedes. The baseline is inherited; shifts with a superseded step stay as rolled back.
   */
  supersede(before: RateDetector, firstStep: number): void {
    const isRolledBack = (shift: RateShift) => shift.state === "rolled_back" || shift.last.step >= firstStep;
    const rolledBack = before.shifts.filter(isRolledBack);
    const gone = new Set(rolledBack.map((shift) => shift.onset.index));
    this.#past = [
      ...this.#past.filter((shift) => !gone.has(shift.onset.index)),
      ...rolledBack.map((shift) => ({ ...shift, state: "rolled_back" as const, ending: null })),
    ];
    if (this.#shift !== null && gone.has(this.#shift.onset.index)) this.#shift = null;
    this.#mergeable = null;
    this.#floor = before.#lastIndex + 1;
    this.#calm();
  }

  #restartWhereTold({ step }: RatePoint, index: number): void {
    if (this.#ordinal === 0) return;
    if (!this.#rules.restarts.some((restart) => this.#lastStep < restart && restart <= step)) return;
    if (this.#shift !== null) this.#past = [...this.#past, { ...this.#shift, state: "ended", ending: null }];
    this.#shift = null;
    this.#mergeable = null;
    this.#isRestarted = true;
    this.#floor = index;
    this.#dropLessons(0);
    this.#calm();
  }

  #calm(): void {
    this.#excursions = noExcursions;
    this.#excitedSince = null;
  }

  /** @returns whether the step opened a shift. */
  #judge(point: RatePoint, place: Place): boolean {
    if (this.#lessons.length < learningSteps) return this.#judgeLevel(point, place);
    if (this.#excitedSince === null && this.#isPlainlyWell(point)) return false;
    const yardstick = this.#makeYardstick();
    const count = standardise(point, yardstick.mix, yardstick.steps);
    if (count === null) return false;
    this.#excursions = advanceExcursions(this.#excursions, { count, x: point.x, place }, yardstick);
    this.#excitedSince = findStart(this.#excursions);
    const { openAt } = this.#rules.sensitivity;
    const best = findLargest(this.#excursions, ({ score, x }) => score >= openAt && x >= leastFailures);
    if (best === null) return false;
    const onset = findOnset(this.#line, place, best.from, this.#floor, yardstick);
    if (compareWithBaseline(onset.count, yardstick) < openAt) return false;
    this.#open({
      kind: "rate",
      onset: onset.place,
      onsetRange: onset.range,
      opened: place,
      score: best.score,
      alternative: alternativeRate(best.multiple, yardstick.pt),
      yardstick,
      sums: sumLine(this.#line, onset.place.index, place.index, yardstick),
      last: place,
      ending: null,
      state: "open",
    });
    return true;
  }

  /** No alternative gains from a rate that is not above the null, whatever the mix. */
  #isPlainlyWell(point: RatePoint): boolean {
    if (point.x === 0) return true;
    const { x, n } = this.#lessons.counts;
    const pt = practicalNull(baselineRate(x, n), this.#rules.sensitivity);
    if (point.parts.length === 0) return point.x <= point.n * pt;
    return point.parts.every((part) => part.x <= part.n * pt);
  }

  /**
   * Of the last 50 lessons; while there is an excursion, of those before it, but no longer ago than it may freeze them.
   */
  #makeYardstick(): Yardstick {
    const limit = Math.max(this.#excitedSince ?? this.#ordinal, this.#ordinal - freezeSteps);
    if (this.#frozen?.limit === limit) return this.#frozen.yardstick;
    const yardstick = makeYardstick(this.#lessons.listBefore(limit), this.#rules.sensitivity);
    this.#frozen = { limit, yardstick };
    return yardstick;
  }

  #judgeLevel(point: RatePoint, place: Place): boolean {
    const first = this.#lessons.last;
    if (!this.#rules.judgesLevel || this.#isRestarted || !point.complete || first === null) return false;
    const level = judgeLevel([first.point, point]);
    if (level === null) return false;
    const { step, segment } = first.point;
    this.#open({
      kind: "level",
      onset: { index: first.index, ordinal: first.ordinal, step, segment },
      onsetRange: [step, step],
      opened: place,
      score: level.low,
      alternative: level.rate,
      yardstick: null,
      sums: sumLine(this.#line, first.index, place.index, null),
      last: place,
      ending: null,
      state: "open",
    });
    return true;
  }

  /** Soon after an end it is the same shift again. None of its steps teach. */
  #open(shift: RateShift): void {
    const earlier = this.#mergeable;
    const isAgain = earlier !== null && shift.onset.ordinal - earlier.last.ordinal <= mergeSteps;
    this.#calm();
    this.#mergeable = null;
    if (!isAgain) {
      this.#shift = shift;
    } else {
      this.#past = this.#past.filter((past) => past !== earlier);
      const sums = sumLine(this.#line, earlier.onset.index, shift.last.index, earlier.yardstick);
      this.#shift = { ...earlier, sums, last: shift.last, ending: null, state: "open" };
    }
    this.#dropLessons(this.#shift.onset.ordinal);
  }

  #continue(shift: RateShift, point: RatePoint, place: Place): void {
    const extended = extendShift(shift, point, place);
    if (extended.state === "open" || extended.ending === null) {
      this.#shift = extended;
      return;
    }
    const ended: RateShift = { ...extended, ending: null };
    this.#shift = null;
    this.#past = [...this.#past, ended];
    this.#mergeable = ended;
    this.#floor = ended.last.index + 1;
    const { indices } = extended.ending;
    indices.forEach((index, offset) => {
      const well = this.#line.at(index);
      const ordinal = ended.last.ordinal + 1 + offset;
      if (well?.complete === true) this.#lessons.push({ index, ordinal, point: well });
    });
  }

  #dropLessons(ordinal: number): void {
    this.#lessons.dropFrom(ordinal);
    this.#frozen = null;
  }
}

/** The shifts of a series that is known whole: each point follows the one before. */
export function detectShifts(points: readonly RatePoint[], rules: RateRules = ordinaryRules): readonly RateShift[] {
  const detector = new RateDetector({ at: (index) => points[index] ?? null, previous: (index) => index - 1 }, rules);
  for (let index = 0; index < points.length; index++) detector.advance(index);
  return detector.shifts;
}
