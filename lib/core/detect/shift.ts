import type { RateLine, RatePoint } from "./rate-point";
import { standardise, type Yardstick } from "./yardstick";

/** A place on a series' line. `ordinal` counts the steps that the series has. */
export interface Place {
  readonly index: number;
  readonly ordinal: number;
  readonly step: number;
  readonly segment: string;
}

/** Sums over steps: as they were, and at the baseline's mix. */
export interface StepSums {
  readonly x: number;
  readonly n: number;
  readonly mixedX: number;
  readonly mixedN: number;
  readonly steps: number;
  readonly completeSteps: number;
}

/** Steps that look as if a shift were over, until the mirrored accumulator says that it is. */
export interface Ending {
  readonly score: number;
  /** The step before these. */
  readonly after: Place;
  readonly sums: StepSums;
  readonly indices: readonly number[];
}

/** One change of one rate, with every number that led to it. */
export interface RateShift {
  /** rate: it rose above its baseline. level: it was bad from the start, with no baseline to compare with. */
  readonly kind: "rate" | "level";
  readonly onset: Place;
  /** First and last step that may be the onset. */
  readonly onsetRange: readonly [number, number];
  /** The step at which it was known. */
  readonly opened: Place;
  /** Log-likelihood ratio then; for a level, the Wilson lower bound. */
  readonly score: number;
  /** The rate that explained it best; for a level, the rate. */
  readonly alternative: number;
  /** null for a level. */
  readonly yardstick: Yardstick | null;
  /** Over the steps from the onset to `last`. */
  readonly sums: StepSums;
  /** The last step that belongs to it: its end, where it has ended. */
  readonly last: Place;
  readonly ending: Ending | null;
  /** rolled_back: a newer segment ran its steps again. */
  readonly state: "open" | "ended" | "rolled_back";
}

export const noSums: StepSums = { x: 0, n: 0, mixedX: 0, mixedN: 0, steps: 0, completeSteps: 0 };

export function addSums(a: StepSums, b: StepSums): StepSums {
  return {
    x: a.x + b.x,
    n: a.n + b.n,
    mixedX: a.mixedX + b.mixedX,
    mixedN: a.mixedN + b.mixedN,
    steps: a.steps + b.steps,
    completeSteps: a.completeSteps + b.completeSteps,
  };
}

/** One step's sums; at the baseline's mix, where that can be said. */
export function toSums(point: RatePoint, yardstick: Yardstick | null): StepSums {
  const mixed = yardstick === null ? point : standardise(point, yardstick.mix, yardstick.steps);
  const completeSteps = point.complete ? 1 : 0;
  return { x: point.x, n: point.n, mixedX: mixed?.x ?? 0, mixedN: mixed?.n ?? 0, steps: 1, completeSteps };
}

/** The sums of a line's steps from one index to another, both included. */
export function sumLine(line: RateLine, from: number, to: number, yardstick: Yardstick | null): StepSums {
  let sums = noSums;
  for (let index = to; index >= from; index = line.previous(index)) {
    const point = line.at(index);
    if (point !== null) sums = addSums(sums, toSums(point, yardstick));
  }
  return sums;
}
