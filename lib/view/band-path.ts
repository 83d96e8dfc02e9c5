import type { ChartRow } from "./step-rows";

/** How a band's edges run from row to row: held until the next one, or straight. */
export type BandShape = "stepped" | "straight";

export interface BandScale {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/**
 * The outline of a band between two edges, as the `d` of an SVG path: one part per stretch in which the series has
 * values, so that a gap stays a gap. Pixels are rounded to a tenth, which no eye sees and halves the text.
 */
export function toBandPath(rows: readonly ChartRow[], key: string, shape: BandShape, scale: BandScale): string {
  let path = "";
  // The lower edge, walked backwards once the stretch ends.
  let back = "";
  let isOpen = false;
  const close = () => {
    path += `${back}Z`;
    isOpen = false;
  };
  for (const [index, row] of rows.entries()) {
    const range = readRange(row, key, shape);
    const at = toTenth(scale.x(row.x));
    if (isOpen && shape === "stepped") path += `H${at}`;
    if (isOpen && range === null) close();
    // The last row of a stepped band only ends the one before it.
    if (range === null || (shape === "stepped" && index === rows.length - 1)) continue;
    const [low, high] = [toTenth(scale.y(range[0])), toTenth(scale.y(range[1]))];
    const before = isOpen ? back : "";
    if (shape === "stepped") {
      path += isOpen ? `V${high}` : `M${at},${high}`;
      back = `V${low}H${at}${before}`;
    } else {
      path += `${isOpen ? "L" : "M"}${at},${high}`;
      back = `L${at},${low}${before}`;
    }
    isOpen = true;
  }
  if (isOpen) close();
  return path;
}

/** A step of no height draws nothing; between straight edges it is where a band pinches. */
function readRange(row: ChartRow, key: string, shape: BandShape): readonly [number, number] | null {
  const cell = row[key] ?? null;
  if (cell === null || typeof cell === "number") return null;
  return shape === "stepped" && cell[0] === cell[1] ? null : cell;
}

/** As exact as an eye is, and half as long to write. */
export function toTenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
