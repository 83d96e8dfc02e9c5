"use client";

import { memo, useId } from "react";
import { Line, ReferenceLine } from "recharts";
import type { CoverageModel } from "@/lib/view/coverage-model";
import { formatPercent } from "@/lib/view/format";
import { Bands, Stripes } from "./bands";
import { Outline } from "./free-marks";
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
  const masked = "var(--masked)";
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
        <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.5" height="4" fill="var(--missing)" />
        </pattern>
        <Stripes id={`${id}range`} colour={masked} />
      </defs>
      <ReferenceLine y={0} stroke="var(--hairline-strong)" />
      <Bands
        rows={model.rows}
        bands={[
          { key: "range", fill: `url(#${id}range)`, opacity: 1 },
          { key: "interval", fill: masked, opacity: 0.13 },
          { key: "no_result", fill: "var(--no-result)", opacity: 0.85 },
          { key: "missing", fill: `url(#${id})`, opacity: 1 },
        ]}
        shape="stepped"
      />
      <Line {...still} type="stepAfter" dataKey="masked" stroke={masked} strokeWidth={1.5} />
      {model.toCome.map((outline) => (
        <Outline key={outline.x[0]} x={outline.x} y={outline.y} />
      ))}
    </PlotBase>
  );
});
