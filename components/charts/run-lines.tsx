"use client";

import { rawLook, smoothLook } from "@/lib/view/chart-looks";
import type { RunLine } from "@/lib/view/compare-charts";
import type { SmoothedRun } from "@/lib/view/compare-smoothing";
import { Dots, FreeLines } from "./free-marks";
import { usePlotScale } from "./plot-base";

interface RunLinesProps {
  readonly lines: readonly RunLine[];
  /** Smoothed, in front of them; null: nothing is. */
  readonly smoothed: readonly SmoothedRun[] | null;
  readonly low: number;
  readonly high: number;
}

/**
 * Lines of several runs on the scales of a recharts plot: a path for each run's line and one for its band, whatever the
 * points. Runs have steps of their own, so one table of rows, as recharts wants it, would break every line at the gaps of
 * every other.
 */
export function RunLines({ lines, smoothed, low, high }: RunLinesProps) {
  const { x, y } = usePlotScale();
  const at = (point: { readonly x: number }, value: number) => `${x(point.x)},${y(value)}`;
  const bandOf = ({ bands }: RunLine) =>
    bands
      .map((part) => {
        const upper = part.map((point) => at(point, point.high));
        const lower = part.toReversed().map((point) => at(point, point.low));
        return `M${[...upper, ...lower].join("L")}Z`;
      })
      .join("");
  const lineOf = (line: RunLine) => line.lines.map((part) => `M${part.map((p) => at(p, p.y)).join("L")}`).join("");
  return (
    <g>
      {lines.map((line, key) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run may have two lines in one chart; their order is fixed.
        <path key={key} d={bandOf(line)} fill={line.colour} fillOpacity={0.12} />
      ))}
      {lines.map((line, key) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run may have two lines in one chart; their order is fixed.
        <g key={key}>
          <path
            d={lineOf(line)}
            fill="none"
            stroke={line.colour}
            strokeWidth={1.75}
            {...(smoothed === null ? {} : rawLook)}
            strokeDasharray={line.dash}
            strokeLinejoin="round"
          />
          <Dots dots={line.dots} colour={line.colour} low={low} high={high} />
        </g>
      ))}
      {smoothed?.map(({ colour, dash, parts }, key) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <FreeLines key={key} parts={parts} look={{ stroke: colour, strokeDasharray: dash, ...smoothLook }} />
      ))}
    </g>
  );
}
