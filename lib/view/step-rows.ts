import type { Extent } from "./step-axis";

/** What one series has at one place: a value, a range from low to high, or nothing. */
export type Cell = number | readonly [number, number] | null;

/** One record of a chart's data: its place on the x axis, and a cell per series. */
export type ChartRow = Readonly<Record<string, Cell>> & { readonly x: number };

type Cells = Readonly<Record<string, Cell>>;

/**
 * Rows for stepped marks ("hold until the next row"). A bucket gets a closing row where the next one does not touch it, or
 * where a series ends, so that its last value keeps its full width and a gap stays a gap.
 */
export function toStepRows(extents: readonly Extent[], cells: readonly Cells[], keys: readonly string[]): ChartRow[] {
  const nothing: Cells = Object.fromEntries(keys.map((key) => [key, null]));
  const rows: ChartRow[] = [];
  extents.forEach((extent, index) => {
    const here = cells[index] ?? nothing;
    const next = extents[index + 1];
    const after = next?.joined ? (cells[index + 1] ?? nothing) : null;
    rows.push({ ...here, x: extent.start });
    const ends = after === null || keys.some((key) => here[key] !== null && after[key] === null);
    if (ends) rows.push({ ...here, x: extent.end });
    if (after === null && next !== undefined) rows.push({ ...nothing, x: extent.end });
  });
  return rows;
}

/** Rows for lines through the middle of each bucket, broken at gaps. */
export function toLineRows(extents: readonly Extent[], cells: readonly Cells[], keys: readonly string[]): ChartRow[] {
  const nothing: Cells = Object.fromEntries(keys.map((key) => [key, null]));
  const rows: ChartRow[] = [];
  extents.forEach((extent, index) => {
    if (index > 0 && !extent.joined) rows.push({ ...nothing, x: extent.start });
    rows.push({ ...(cells[index] ?? nothing), x: extent.mid });
  });
  return rows;
}
