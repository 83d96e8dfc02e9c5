import { curveStepAfter, line } from "d3-shape";
import type { BandScale, BandShape } from "./band-path";
import type { ChartRow } from "./step-rows";

/**
 * A line through the rows that have a value, as the `d` of an SVG path; a gap stays a gap. Pixels are rounded to a tenth,
 * as those of bands are.
 */
export function toLinePath(rows: readonly ChartRow[], key: string, shape: BandShape, scale: BandScale): string {
  const path = line<ChartRow>()
    .defined((row) => typeof row[key] === "number")
    .x((row) => scale.x(row.x))
    .y((row) => {
      const value = row[key];
      return typeof value === "number" ? scale.y(value) : 0;
    })
    .digits(1);
  return (shape === "stepped" ? path.curve(curveStepAfter) : path)(rows) ?? "";
}
