"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { CartesianGrid, ComposedChart, XAxis, YAxis } from "recharts";
import type { BandScale } from "@/lib/view/band-path";
import type { ValueScale } from "@/lib/view/nice-scale";
import { type Plot, plotBottom, plotTop, toPixel, toPixelDown } from "./plot";

interface PlotBaseProps {
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
  readonly scale: ValueScale;
  readonly log?: boolean;
  /** The same at every draw, or the axis is measured anew. */
  readonly formatTick: (value: number) => string;
  readonly children: ReactNode;
}

const PlotScale = createContext<BandScale | null>(null);

/**
 * A recharts plot with our axes: no tooltip, no animation and no pointer handling, which the overlay does for all charts.
 *
 * What is drawn in it places itself by {@link usePlotScale}, and recharts is given neither rows nor a growing x axis. It
 * would pass them through its store, once the chart is drawn, work out scales, ticks and the points of every series again,
 * and have the chart drawn a second time: at each step of a live run.
 */
export function PlotBase({ plot, height, domain, scale, log = false, formatTick, children }: PlotBaseProps) {
  const [start, end] = domain;
  const margin = useMemo(() => ({ top: plotTop, right: plot.right, bottom: plotBottom, left: 0 }), [plot.right]);
  const [low, high] = scale.domain;
  const places = useMemo(
    () => ({
      x: (value: number) => toPixel(plot, [start, end], value),
      y: (value: number) => toPixelDown(height, [low, high], value, log),
    }),
    [plot, height, start, end, low, high, log],
  );
  const written = scale.ticks.join(" ");
  // Another scale with the same lines is the same axis.
  const ticks = useMemo(() => (written === "" ? [] : written.split(" ").map(Number)), [written]);
  const axisDomain = useMemo((): [number, number] => [low, high], [low, high]);
  return (
    <PlotScale value={places}>
      <ComposedChart
        width={plot.width}
        height={height}
        data={ends}
        margin={margin}
        accessibilityLayer={false}
        style={untouched}
      >
        <CartesianGrid
          vertical={false}
          // Else the ticks of an axis that is not shown are measured.
          verticalCoordinatesGenerator={drawNone}
          syncWithTicks
          stroke="var(--grid)"
        />
        <XAxis type="number" dataKey="x" domain={unit} niceTicks="none" allowDataOverflow hide />
        <YAxis
          type="number"
          scale={log ? "log" : "linear"}
          domain={axisDomain}
          ticks={ticks}
          niceTicks="none"
          tickFormatter={formatTick}
          allowDataOverflow
          interval={0}
          width={plot.left}
          axisLine={false}
          tickLine={false}
          tickSize={0}
          tickMargin={6}
          tick={tickLook}
        />
        {children}
      </ComposedChart>
    </PlotScale>
  );
}

/** What recharts is told of the x axis: that there is one. */
const ends = [{ x: 0 }, { x: 1 }];
const unit: [number, number] = [0, 1];
const untouched = { pointerEvents: "none" } as const;
const tickLook = { fontSize: 11.5, fill: "var(--ink-2)" };
const drawNone = () => [];

/** Places in the plot around, in pixels from its left and its upper edge. */
export function usePlotScale(): BandScale {
  const scale = useContext(PlotScale);
  if (scale === null) throw new Error("nothing is drawn outside a plot");
  return scale;
}
