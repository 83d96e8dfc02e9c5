"use client";

import { memo } from "react";
import { rawLook, rewardBands, rewardDots, rewardLines, smoothLook, supersededLook } from "@/lib/view/chart-looks";
import { formatReward } from "@/lib/view/format";
import type { RewardModel } from "@/lib/view/reward-model";
import { Bands } from "./bands";
import { Dots, FreeLines, RowLine } from "./free-marks";
import type { Plot } from "./plot";
import { PlotBase } from "./plot-base";

interface RewardChartProps {
  readonly model: RewardModel;
  readonly plot: Plot;
  readonly height: number;
  readonly domain: readonly [number, number];
}

const writePercent = (value: number) => formatReward(value, true);
const writePlain = (value: number) => formatReward(value, false);

/** Reward: evidence with its interval over what came as scored, and thin evidence as dots. */
export const RewardChart = memo(function RewardChart({ model, plot, height, domain }: RewardChartProps) {
  const [low, high] = model.scale.domain;
  const { smoothed } = model;
  const lines = rewardLines(model);
  return (
    <PlotBase
      plot={plot}
      height={height}
      domain={domain}
      scale={model.scale}
      formatTick={model.inPercent ? writePercent : writePlain}
    >
      <Bands rows={model.rows} bands={rewardBands} shape="straight" />
      <FreeLines parts={model.superseded} look={supersededLook} />
      {lines.map((line) => (
        <RowLine
          key={line.key}
          rows={model.rows}
          line={smoothed === null ? line : { ...line, ...rawLook }}
          shape="straight"
        />
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
