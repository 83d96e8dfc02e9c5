/** Single steps that stand out of the points that they are in, on charts of more steps than there is room for. */

/** A step far above its point: a needle from the point's own height to the step's. */
export interface Spike {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly colour: string;
}

/** A needle stands this much of the plot's height above its own point, and this many times as high as steps usually get. */
const telling = { height: 0.12, times: 2 } as const;

/**
 * The points whose highest step is told apart: where it is far above the rest of its point, and above its neighbours'
 * too. What is a little above everywhere is noise, which a plain ground shows.
 *
 * @param points each with its own height and that of its highest step. @param top of the plot, on the same scale.
 */
export function findSpikes<Point extends Omit<Spike, "colour">>(
  points: readonly Point[],
  top: number,
): readonly Point[] {
  const highs = points.map(({ high }) => high).toSorted((a, b) => a - b);
  const usual = highs[Math.floor(highs.length / 2)] ?? 0;
  return points.filter(({ low, high }, index) => {
    const stands = high - low >= telling.height * top && high >= telling.times * usual;
    return stands && high > (points[index - 1]?.high ?? 0) && high >= (points[index + 1]?.high ?? 0);
  });
}
