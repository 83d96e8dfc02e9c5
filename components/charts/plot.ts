/** The frame that all charts of a page share, so that one x is one place in all of them. */
export interface Plot {
  /** Of the whole chart, labels included. */
  readonly width: number;
  readonly left: number;
  readonly right: number;
}

export const plotTop = 8;
export const plotBottom = 8;
/** Narrower than this, labels stand below a chart instead of at its right end. */
const labelsBesideFrom = 620;
export const labelLine = 16;

export function toPlot(width: number): Plot {
  return width >= labelsBesideFrom ? { width, left: 44, right: 204 } : { width, left: 40, right: 6 };
}

function plotWidth(plot: Plot): number {
  return Math.max(1, plot.width - plot.left - plot.right);
}

/** Pixels from the chart's left edge. */
export function toPixel(plot: Plot, domain: readonly [number, number], x: number): number {
  return plot.left + ((x - domain[0]) / (domain[1] - domain[0])) * plotWidth(plot);
}

/** The place on the axis under a pixel, kept within it. */
export function toAxis(plot: Plot, domain: readonly [number, number], pixel: number): number {
  const fraction = Math.max(0, Math.min(1, (pixel - plot.left) / plotWidth(plot)));
  return domain[0] + fraction * (domain[1] - domain[0]);
}

/** Pixels from the top of a chart of this height. A logarithmic axis holds positive values alone. */
export function toPixelDown(height: number, domain: readonly [number, number], value: number, log: boolean): number {
  const read = (x: number) => (log ? Math.log10(x) : x);
  const up = (read(value) - read(domain[0])) / (read(domain[1]) - read(domain[0]));
  return plotTop + (1 - up) * Math.max(1, height - plotTop - plotBottom);
}
