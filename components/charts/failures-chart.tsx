"use client";

import { memo, useId } from "react";
import { Line } from "recharts";
import { type FailuresModel, peakKey } from "@/lib/view/failures-model";
import { formatCount, formatPercent } from "@/lib/view/format";
import { type Band, Bands, Stripes } from "./bands";
import type { Plot } from "./plot";
import { PlotBase, still } from "./plot-base";

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
      rows={model.rows}
      domain={domain}
      scale={model.scale}
      log={log}
      formatTick={model.scaleKind === "count" ? formatCount : formatPercent}
    >
      <defs>
        {model.series
          .filter((series) => series.hatched)
          .map((series) => (
            <Hatch key={series.key} id={`${id}${series.key}`} colour={series.colour} />
          ))}
        {model.series.map((series) => (
          <Stripes key={series.key} id={`${id}${peakKey(series)}`} colour={series.colour} />
        ))}
      </defs>
      <Bands rows={model.rows} bands={log ? [] : toBands(model, id)} shape="stepped" />
      {log &&
        model.series.map((series) => (
          <Line
            {...still}
            key={series.key}
            type="stepAfter"
            dataKey={series.key}
            stroke={series.colour}
            strokeWidth={1.5}
            strokeDasharray={series.hatched ? "3 2" : ""}
          />
        ))}
    </PlotBase>
  );
});

function toBands(model: FailuresModel, id: string): readonly Band[] {
  const kinds = model.series.map(({ key, colour, hatched }) => {
    return { key, fill: hatched ? `url(#${id}${key})` : colour, opacity: 0.88 };
  });
  const peaks = model.series.map((series) => {
    return { key: peakKey(series), fill: `url(#${id}${peakKey(series)})`, opacity: 1 };
  });
  return [...peaks, ...kinds];
}

function Hatch({ id, colour }: { readonly id: string; readonly colour: string }) {
  return (
    <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="5" height="5" fill={colour} fillOpacity={0.35} />
      <rect width="2.5" height="5" fill={colour} />
    </pattern>
  );
}
