"use client";

import { memo } from "react";
import { Line } from "recharts";
import { formatReward } from "@/lib/view/format";
import type { RewardModel } from "@/lib/view/reward-model";
import { Bands } from "./bands";
import { Dots, FreeLines } from "./free-marks";
import type { Plot } from "./plot";
import { PlotBase, still } from "./plot-base";

interface RewardChartProps {
  readonly model: RewardModel;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
}

const bands = [
  { key: "range", fill: "var(--evidence)", opacity: 0.07 },
  { key: "band", fill: "var(--evidence)", opacity: 0.06 },
  { key: "interval", fill: "var(--evidence)", opacity: 0.15 },
];

/** Reward: evidence with its interval over what came as scored, and thin evidence as dots. */
export const RewardChart = memo(function RewardChart({ model, plot, height, domain }: RewardChartProps) {
  const [low, high] = model.scale.domain;
  const evidence = "var(--evidence)";
  return (
    <PlotBase
      plot={plot}
      height={height}
      rows={model.rows}
      domain={domain}
      scale={model.scale}
      formatTick={(value) => formatReward(value, model.inPercent)}
    >
      <Bands rows={model.rows} bands={bands} shape="straight" />
      <FreeLines parts={model.superseded} colour="var(--ink-3)" />
      <Line {...still} dataKey="as_scored" stroke="var(--as-scored)" strokeWidth={1.5} />
      {model.hasTrained && <Line {...still} dataKey="trained" stroke="var(--trained)" strokeDasharray="4 2" />}
      <Line {...still} dataKey="evidence" stroke={evidence} strokeWidth={1.75} />
      <Dots dots={model.dots.filter((dot) => dot.series === "trained")} colour="var(--trained)" low={low} high={high} />
      <Dots
        dots={model.dots.filter((dot) => dot.series === "as_scored")}
        colour="var(--as-scored)"
        low={low}
        high={high}
      />
      <Dots dots={model.dots.filter((dot) => dot.series === "evidence")} colour={evidence} low={low} high={high} />
    </PlotBase>
  );
});
