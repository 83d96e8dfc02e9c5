"use client";

import { memo, useId } from "react";
import { ReferenceLine } from "recharts";
import { coverageBands, maskedLine, missingColour, missingHatch, rawLook, smoothLook } from "@/lib/view/chart-looks";
import type { CoverageModel } from "@/lib/view/coverage-model";
import { formatPercent } from "@/lib/view/format";
import { Bands, Pattern } from "./bands";
import { FreeLines, Needles, Outline, RowLine } from "./free-marks";
import type { Plot } from "./plot";
import { PlotBase } from "./plot-base";

interface CoverageChartProps {
  readonly model: CoverageModel;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
}

const { key: _, ...maskedLook } = maskedLine;
/** What lies below zero is as much as what lies above. */
const writeSize = (value: number) => formatPercent(Math.abs(value));

/** Masked fraction above zero; below it, expected rollouts without a result, missing, and to come. */
export const CoverageChart = memo(function CoverageChart({ model, plot, height, domain }: CoverageChartProps) {
  const id = useId();
  const { smoothed } = model;
  return (
    <PlotBase plot={plot} height={height} domain={domain} scale={model.scale} formatTick={writeSize}>
      <defs>
        <Pattern id={`${id}missing`} look={missingHatch} colour={missingColour} />
      </defs>
      <ReferenceLine y={0} stroke="var(--hairline-strong)" />
      <Bands rows={model.rows} bands={coverageBands((key) => `url(#${id}${key})`)} shape="stepped" />
      <Needles spikes={model.spikes} />
      <RowLine
        rows={model.rows}
        line={smoothed === null ? maskedLine : { ...maskedLine, ...rawLook }}
        shape="stepped"
      />
      {smoothed !== null && <FreeLines parts={smoothed} look={{ ...maskedLook, ...smoothLook }} />}
      {model.toCome.map((outline) => (
        <Outline key={outline.x[0]} x={outline.x} y={outline.y} />
      ))}
    </PlotBase>
  );
});
