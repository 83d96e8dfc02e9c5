"use client";

import { memo } from "react";
import { Line } from "recharts";
import { rawLook, rewardBands, rewardDots, rewardLines, smoothLook, supersededLook } from "@/lib/view/chart-looks";
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

/** Reward: evidence with its interval over what came as scored, and thin evidence as dots. */
export const RewardChart = memo(function RewardChart({ model, plot, height, domain }: RewardChartProps) {
  const [low, high] = model.scale.domain;
  const { smoothed } = model;
  const lines = rewardLines(model);
  return (
    <PlotBase
      plot={plot}
      height={height}
      rows={model.rows}
      domain={domain}
      scale={model.scale}
      formatTick={(value) => formatReward(value, model.inPercent)}
    >
      <Bands rows={model.rows} bands={rewardBands} shape="straight" />
      <FreeLines parts={model.superseded} look={supersededLook} />
      {lines.map(({ key, ...look }) => (
        <Line {...still} {...look} {...(smoothed === null ? {} : rawLook)} key={key} dataKey={key} />
      ))}
      {smoothed !== null &&
        lines.map(({ key, ...look }) => (
          <FreeLines key={key} parts={smoothed[key]} look={{ ...look, ...smoothLook }} />
        ))}
      {rewardDots.map(({ series, colour }) => (
        <Dots
          key={series}
          dots={model.dots.filter((dot) => dot.series === series)}
          colour={colour}
          low={low}
          high={high}
        />
      ))}
    </PlotBase>
  );
});
