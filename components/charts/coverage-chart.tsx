"use client";

import { memo, useId } from "react";
import { Line, ReferenceLine } from "recharts";
import { coverageBands, maskedLine, missingColour, missingHatch, rawLook, smoothLook } from "@/lib/view/chart-looks";
import type { CoverageModel } from "@/lib/view/coverage-model";
import { formatPercent } from "@/lib/view/format";
import { Bands, Pattern } from "./bands";
import { FreeLines, Needles, Outline } from "./free-marks";
import type { Plot } from "./plot";
import { PlotBase, still } from "./plot-base";

interface CoverageChartProps {
  readonly model: CoverageModel;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
}

/** Masked fraction above zero; below it, expected rollouts without a result, missing, and to come. */
export const CoverageChart = memo(function CoverageChart({ model, plot, height, domain }: CoverageChartProps) {
  const id = useId();
  const { smoothed } = model;
  const { key: maskedKey, ...maskedLook } = maskedLine;
  return (
    <PlotBase
      plot={plot}
      height={height}
      rows={model.rows}
      domain={domain}
      scale={model.scale}
      formatTick={(value) => formatPercent(Math.abs(value))}
    >
      <defs>
        <Pattern id={`${id}missing`} look={missingHatch} colour={missingColour} />
      </defs>
      <ReferenceLine y={0} stroke="var(--hairline-strong)" />
      <Bands rows={model.rows} bands={coverageBands((key) => `url(#${id}${key})`)} shape="stepped" />
      <Needles spikes={model.spikes} />
      <Line {...still} {...maskedLook} {...(smoothed === null ? {} : rawLook)} type="stepAfter" dataKey={maskedKey} />
      {smoothed !== null && <FreeLines parts={smoothed} look={{ ...maskedLook, ...smoothLook }} />}
      {model.toCome.map((outline) => (
        <Outline key={outline.x[0]} x={outline.x} y={outline.y} />
      ))}
    </PlotBase>
  );
});
