"use client";

import { memo, useId } from "react";
import { failureBands, hatch, kindLine } from "@/lib/view/chart-looks";
import type { FailuresModel } from "@/lib/view/failures-model";
import { formatCount, formatPercent } from "@/lib/view/format";
import { Bands, Pattern } from "./bands";
import { Needles, RowLine } from "./free-marks";
import type { Plot } from "./plot";
import { PlotBase } from "./plot-base";

interface FailuresChartProps {
  readonly model: FailuresModel;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
}

/** Failures by kind: stacked steps, or single stepped lines on a logarithmic axis. */
export const FailuresChart = memo(function FailuresChart({ model, plot, height, domain }: FailuresChartProps) {
  const id = useId();
  const log = model.scaleKind === "log";
  return (
    <PlotBase
      plot={plot}
      height={height}
      domain={domain}
      scale={model.scale}
      log={log}
      formatTick={model.scaleKind === "count" ? formatCount : formatPercent}
    >
      <defs>
        {model.series
          .filter((series) => series.hatched)
          .map((series) => (
            <Pattern key={series.key} id={`${id}${series.key}`} look={hatch} colour={series.colour} />
          ))}
      </defs>
      <Bands rows={model.rows} bands={log ? [] : failureBands(model, (key) => `url(#${id}${key})`)} shape="stepped" />
      <Needles spikes={model.spikes} />
      {log &&
        model.series.map((series) => (
          <RowLine key={series.key} rows={model.rows} line={kindLine(series)} shape="stepped" />
        ))}
    </PlotBase>
  );
});
