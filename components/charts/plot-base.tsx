"use client";

import type { ReactNode } from "react";
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts";
import type { ValueScale } from "@/lib/view/nice-scale";
import type { ChartRow } from "@/lib/view/step-rows";
import { type Plot, plotBottom, plotTop } from "./plot";

interface PlotBaseProps {
  readonly plot: Plot;
  readonly height: number;
  readonly rows: readonly ChartRow[];
  readonly domain: readonly [number, number];
  readonly scale: ValueScale;
  readonly log?: boolean;
  readonly formatTick: (value: number) => string;
  readonly children: ReactNode;
}

/** A recharts plot with our axes: no tooltip, no animation and no pointer handling, which the overlay does for all charts. */
export function PlotBase({ plot, height, rows, domain, scale, log = false, formatTick, children }: PlotBaseProps) {
  return (
    <ComposedChart
      width={plot.width}
      height={height}
      data={[...rows]}
      margin={{ top: plotTop, right: plot.right, bottom: plotBottom, left: 0 }}
      accessibilityLayer={false}
      style={{ pointerEvents: "none" }}
    >
      <CartesianGrid vertical={false} syncWithTicks stroke="var(--grid)" />
      <XAxis type="number" dataKey="x" domain={[domain[0], domain[1]]} allowDataOverflow hide />
      <YAxis
        type="number"
        scale={log ? "log" : "linear"}
        domain={[scale.domain[0], scale.domain[1]]}
        ticks={[...scale.ticks]}
        tickFormatter={formatTick}
        allowDataOverflow
        interval={0}
        width={plot.left}
        axisLine={false}
        tickLine={false}
        tickSize={0}
        tickMargin={6}
        tick={{ fontSize: 11.5, fill: "var(--ink-2)" }}
      />
      {children}
    </ComposedChart>
  );
}

/** What every drawn series has in common. */
export const still = {
  isAnimationActive: false,
  dot: false,
  activeDot: false,
  connectNulls: false,
  legendType: "none",
  tooltipType: "none",
} as const;
