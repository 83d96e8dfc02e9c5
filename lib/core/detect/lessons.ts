import { isSamePoint, type RatePoint } from "./rate-point";
import { baselineSteps } from "./yardstick";

/** A step that taught the baseline. */
export interface Lesson {
  readonly index: number;
  readonly ordinal: number;
  readonly point: RatePoint;
}

/** A window before an excursion that freezes it for 50 steps, and some that a merge drops. */
const kept = 2 * baselineSteps + 10;

function isSameLesson(a: Lesson, b: Lesson | undefined): boolean {
  return b !== undefined && a.index === b.index && a.ordinal === b.ordinal && isSamePoint(a.point, b.point);
}

/** The newest steps that taught the baseline, by ordinal, with the counts of the last 50. */
export class Lessons {
  #list: Lesson[] = [];
  #x = 0;
  #n = 0;

  copy(): Lessons {
    const copy = new Lessons();
    copy.#list = [...this.#list];
    copy.#x = this.#x;
    copy.#n = this.#n;
    return copy;
  }

  get length(): number {
    return this.#list.length;
  }

  get last(): Lesson | null {
    return this.#list.at(-1) ?? null;
  }

  /** Failures and rollouts of the last 50. */
  get counts(): { readonly x: number; readonly n: number } {
    return { x: this.#x, n: this.#n };
  }

  push(lesson: Lesson): void {
    this.#list.push(lesson);
    const leaving = this.#list[this.#list.length - 1 - baselineSteps];
    this.#x += lesson.point.x - (leaving?.point.x ?? 0);
    this.#n += lesson.point.n - (leaving?.point.n ?? 0);
    if (this.#list.length > 2 * kept) this.#list = this.#list.slice(-kept);
  }

  /** Forgets those from an ordinal on. */
  dropFrom(ordinal: number): void {
    this.#list = this.#list.filter((lesson) => lesson.ordinal < ordinal);
    this.#x = 0;
    this.#n = 0;
    for (const { point } of this.#list.slice(-baselineSteps)) {
      this.#x += point.x;
      this.#n += point.n;
    }
  }

  /** The last 50 before an ordinal. */
  listBefore(ordinal: number): RatePoint[] {
    let end = this.#list.length;
    while (end > 0 && (this.#list[end - 1]?.ordinal ?? 0) >= ordinal) end--;
    return this.#list.slice(Math.max(0, end - baselineSteps), end).map((lesson) => lesson.point);
  }

  equals(other: Lessons): boolean {
    const own = this.#list.slice(-kept);
    const others = other.#list.slice(-kept);
    return own.length === others.length && own.every((lesson, index) => isSameLesson(lesson, others[index]));
  }
}
