"use client";

import { useId, useRef } from "react";
import { Bar, BarChart, CartesianGrid, XAxis, YAxis } from "recharts";
import { CsvButton } from "@/components/ui/csv-link";
import { SectionHeading } from "@/components/ui/section-heading";
import type { CsvSheet } from "@/lib/core/csv";
import { formatCount } from "@/lib/view/format";
import type { HistogramModel } from "@/lib/view/histogram-model";
import type { SavedCharts } from "./chart-frame";
import { ChartMenu } from "./chart-menu";
import { useWidth } from "./use-width";

const height = 168;

interface RewardHistogramProps {
  readonly model: HistogramModel;
  readonly saved: SavedCharts;
  /** The rewards that the bars count. */
  readonly toSheet: () => CsvSheet;
}

/** How often each reward came back, every outcome apart; the same as a table for whoever does not see it. */
export function RewardHistogram({ model, saved, toSheet }: RewardHistogramProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const figure = useRef<HTMLElement>(null);
  const id = useId();
  return (
    <figure ref={figure} id="chart-rewards" data-chart-area className="scroll-mt-4">
      <figcaption>
        <SectionHeading
          remark={
            <span className="flex items-center gap-1">
              <span data-chart-subtitle>rollouts</span>
              <span data-no-picture className="inline-flex items-center">
                <CsvButton label="Rewards as CSV" name={[...saved.fileName, "rewards"]} toSheet={toSheet} />
                <ChartMenu title="Rewards" figure={figure} {...saved} />
              </span>
            </span>
          }
        >
          <span data-chart-title>Rewards</span>
        </SectionHeading>
      </figcaption>
      <div data-chart-body>
        <div ref={ref} aria-hidden style={{ height }} className="pt-2">
          {width !== null && (
            <BarChart
              width={width}
              height={height - 8}
              data={[...model.bins]}
              margin={{ top: 6, right: 2, bottom: 0, left: 0 }}
              barCategoryGap={model.single ? "25%" : 1}
              accessibilityLayer={false}
            >
              <defs>
                <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                  <rect width="5" height="5" fill="var(--paper)" />
                  <rect width="2.5" height="5" fill="var(--masked)" />
                </pattern>
              </defs>
              <CartesianGrid vertical={false} stroke="var(--grid)" />
              <XAxis
                dataKey={model.single ? "label" : "low"}
                tickLine={false}
                axisLine={{ stroke: "var(--hairline-strong)" }}
                tick={{ fontSize: 11, fill: "var(--ink-2)" }}
                minTickGap={14}
              />
              <YAxis
                width={38}
                domain={[model.scale.domain[0], model.scale.domain[1]]}
                ticks={[...model.scale.ticks]}
                tickFormatter={formatCount}
                axisLine={false}
                tickLine={false}
                tickSize={0}
                tickMargin={6}
                tick={{ fontSize: 11, fill: "var(--ink-2)" }}
              />
              {model.series.map(({ key, colour }) => (
                <Bar
                  key={key}
                  dataKey={key}
                  stackId="rollouts"
                  fill={key === "masked" ? `url(#${id})` : colour}
                  stroke={key === "masked" ? colour : "none"}
                  isAnimationActive={false}
                  maxBarSize={56}
                />
              ))}
            </BarChart>
          )}
        </div>
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 pt-1 text-xs text-ink-2">
          {model.series.map(({ key, name, colour, count }) => (
            <li key={key} className="inline-flex items-center gap-1.5">
              <span aria-hidden className="size-2 rounded-[2px]" style={{ background: colour }} />
              {name} <span className="text-ink">{formatCount(count)}</span>
            </li>
          ))}
        </ul>
      </div>
      <details className="pt-1 text-xs">
        <summary className="text-ink-2 hover:text-ink">As a table</summary>
        <table className="grid-table mt-1">
          <thead>
            <tr>
              <th scope="col">reward</th>
              {model.series.map(({ key }) => (
                <th key={key} scope="col" className="numeric">
                  {key}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {model.bins
              .filter(({ total }) => total > 0)
              .map((bin) => (
                <tr key={bin.low}>
                  <th scope="row">{bin.label}</th>
                  {model.series.map(({ key }) => (
                    <td key={key} className="numeric">
                      {formatCount(bin[key] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
