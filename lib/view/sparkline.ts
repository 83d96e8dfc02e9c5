/** A small line beside a name: where it has been lately, without axes. Gaps stay gaps. */

/** A step and its value; null where it has none. A pair, because a list of runs travels with thousands of them. */
export type SparkPoint = readonly [step: number, value: number | null];

export interface SparkFrame {
  readonly width: number;
  readonly height: number;
  /** Values at the lower and the upper edge. */
  readonly low: number;
  readonly high: number;
  /** Steps that the width has room for at least: a run that has just begun is short, not stretched. */
  readonly room?: number;
}

export interface Sparkline {
  /** Path through neighbouring points, one subpath a stretch. */
  readonly line: string;
  /** The same stretches as stepped areas standing on the lower edge. */
  readonly area: string;
  /** Points without a neighbour: a line would not show them. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
}

interface Placed {
  readonly step: number;
  readonly x: number;
  readonly y: number;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The usual distance of neighbours: a run that reports every tenth step has no gaps because of that. */
function findStride(points: readonly SparkPoint[]): number {
  let stride = Number.POSITIVE_INFINITY;
  let previous: number | null = null;
  for (const [step] of points) {
    if (previous !== null && step > previous) stride = Math.min(stride, step - previous);
    previous = step;
  }
  return Number.isFinite(stride) ? stride : 1;
}

/** Splits points of increasing step into stretches without a gap: a missing step or a missing value ends one. */
function findStretches(points: readonly SparkPoint[], place: (step: number, value: number) => Placed): Placed[][] {
  const stride = findStride(points);
  const stretches: Placed[][] = [];
  let current: Placed[] = [];
  let previous: number | null = null;
  for (const [step, value] of points) {
    if (value === null || (previous !== null && step - previous > stride)) {
      if (current.length > 0) stretches.push(current);
      current = [];
    }
    if (value !== null) current.push(place(step, value));
    previous = step;
  }
  if (current.length > 0) stretches.push(current);
  return stretches;
}

/** Each point's area reaches half-way to its neighbours, so that a lone step is as wide as any other. */
function drawArea(stretch: readonly Placed[], half: number, base: number): string {
  const first = stretch[0];
  const last = stretch[stretch.length - 1];
  if (first === undefined || last === undefined) return "";
  const parts = [`M${round(first.x - half)} ${round(base)}`];
  for (const { x, y } of stretch) parts.push(`V${round(y)}H${round(x + half)}`);
  parts.push(`V${round(base)}Z`);
  return parts.join("");
}

/**
 * Draws points of increasing step into a frame; values outside it are held at its edges.
 *
 * @returns paths in the frame's own units, to a tenth.
 */
export function drawSparkline(points: readonly SparkPoint[], frame: SparkFrame): Sparkline {
  const first = points[0];
  const last = points[points.length - 1];
  if (first === undefined || last === undefined) return { line: "", area: "", dots: [] };
  const stride = findStride(points);
  const [firstStep] = first;
  const [lastStep] = last;
  const span = Math.max(lastStep - firstStep + stride, (frame.room ?? 1) * stride);
  const half = (stride / span) * frame.width * 0.5;
  const range = frame.high - frame.low;
  const place = (step: number, value: number): Placed => {
    const share = range === 0 ? 0 : (Math.min(frame.high, Math.max(frame.low, value)) - frame.low) / range;
    return {
      step,
      x: ((step - firstStep) / span) * frame.width + half,
      y: frame.height * (1 - share),
    };
  };
  const stretches = findStretches(points, place);
  return {
    line: stretches
      .filter((stretch) => stretch.length > 1)
      .map((stretch) => `M${stretch.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}`)
      .join(""),
    area: stretches.map((stretch) => drawArea(stretch, half, frame.height)).join(""),
    dots: stretches.flatMap(([only, ...others]) =>
      only === undefined || others.length > 0 ? [] : [{ x: round(only.x), y: round(only.y) }],
    ),
  };
}
