/**
 * Smoothing of a line of means or rates: a centred moving mean of its points, weighted by what each was made of, so that
 * it is the mean of the window's rollouts (for a rate: their rate). Never across a gap, and never across the edge of an
 * incident. Near an end of a stretch the window shrinks on both sides alike: nothing leans towards what is on one side
 * only, and the first and the last point of every stretch are the raw ones.
 */

/** A point as it stands in the line: its steps, its value, and how many rollouts it is of. */
export interface LinePoint {
  readonly from: number;
  readonly to: number;
  /** null: a gap. */
  readonly value: number | null;
  readonly n: number;
  /** Whether it touches the point before it. */
  readonly joined: boolean;
}

/** The steps of an incident; `end` null: it goes on. */
export interface IncidentSteps {
  readonly onset: number;
  readonly end: number | null;
}

export interface SmoothPoint {
  /** null where the line has a gap. */
  readonly value: number | null;
  /** A stretch begins here: no line leads to it from the point before. */
  readonly begins: boolean;
}

/**
 * @param width how many points a window has; odd, 1 or more. @throws RangeError for another.
 * @returns as many points as were given.
 */
export function smoothLine(
  points: readonly LinePoint[],
  width: number,
  incidents: readonly IncidentSteps[],
): readonly SmoothPoint[] {
  if (!Number.isSafeInteger(width) || width < 1 || width % 2 === 0) {
    throw new RangeError(`a window has an odd number of points, 1 or more; got ${width}`);
  }
  const smoothed: SmoothPoint[] = points.map(() => ({ value: null, begins: false }));
  for (const [first, last] of findStretches(points, listEdges(incidents))) {
    for (let index = first; index <= last; index++) {
      const reach = Math.min((width - 1) / 2, index - first, last - index);
      const value = poolWindow(points.slice(index - reach, index + reach + 1));
      smoothed[index] = { value, begins: index === first };
    }
  }
  return smoothed;
}

/** Edges lie between steps: half a step before an onset, half a step behind an end. */
function listEdges(incidents: readonly IncidentSteps[]): readonly number[] {
  return incidents.flatMap(({ onset, end }) => (end === null ? [onset - 0.5] : [onset - 0.5, end + 0.5]));
}

/** First and last index of each stretch that may be smoothed together. A point with an edge inside it stands alone. */
function findStretches(points: readonly LinePoint[], edges: readonly number[]): readonly (readonly [number, number])[] {
  const stretches: [number, number][] = [];
  points.forEach((point, index) => {
    if (point.value === null) return;
    const before = points[index - 1];
    const open = stretches.at(-1);
    const goesOn =
      open !== undefined &&
      open[1] === index - 1 &&
      before !== undefined &&
      point.joined &&
      !edges.some((edge) => edge > before.from - 0.5 && edge < point.to + 0.5);
    if (goesOn) open[1] = index;
    else stretches.push([index, index]);
  });
  return stretches;
}

function poolWindow(points: readonly LinePoint[]): number | null {
  let [sum, n] = [0, 0];
  for (const point of points) {
    sum += point.n * (point.value ?? 0);
    n += point.n;
  }
  return n === 0 ? null : sum / n;
}
