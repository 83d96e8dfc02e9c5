/** Rewards of one step as a histogram in which every outcome is told apart. */
import type { RewardCount } from "@/lib/core/step-groups";
import { formatNumber, formatReward } from "./format";
import { niceScale, type ValueScale } from "./nice-scale";

/** From the bottom of a bar to its top; `suspected` and `degraded` are scored too. */
const histogramSeries = [
  { key: "scored", name: "scored", colour: "var(--evidence)" },
  { key: "degraded", name: "scored, degraded", colour: "var(--degraded)" },
  { key: "suspected", name: "scored, a suspected false zero", colour: "var(--warning)" },
  { key: "masked", name: "masked", colour: "var(--masked)" },
  { key: "failed", name: "failed (a placeholder)", colour: "var(--no-result)" },
  { key: "omitted", name: "omitted", colour: "var(--omitted)" },
] as const;
export type HistogramKey = (typeof histogramSeries)[number]["key"];

export interface HistogramBin extends Readonly<Partial<Record<HistogramKey, number>>> {
  readonly label: string;
  readonly low: number;
  readonly high: number;
  readonly total: number;
}

export interface HistogramModel {
  readonly bins: readonly HistogramBin[];
  /** Those that have a rollout, in their order. */
  readonly series: readonly {
    readonly key: HistogramKey;
    readonly name: string;
    readonly colour: string;
    readonly count: number;
  }[];
  readonly scale: ValueScale;
  /** Whether each bar is one value rather than a range of them. */
  readonly single: boolean;
}

/** Distinct values up to which each has a bar of its own. */
const mostValues = 12;
const bars = 20;

function toKey({ outcome, degraded, suspected }: RewardCount): HistogramKey | null {
  // Without a reward there is no place on the axis; an unscored rollout has none.
  if (outcome === "unscored") return null;
  if (outcome !== "scored") return outcome;
  return suspected ? "suspected" : degraded ? "degraded" : "scored";
}

/** @returns null where no rollout has a reward. */
export function toHistogram(rewards: readonly RewardCount[], inPercent: boolean): HistogramModel | null {
  const placed = rewards.filter((one) => toKey(one) !== null);
  const values = [...new Set(placed.map(({ reward }) => reward))].sort((a, b) => a - b);
  const [low] = values;
  const high = values[values.length - 1];
  if (low === undefined || high === undefined) return null;
  const single = values.length <= mostValues;
  const range = niceScale(low, high, bars);
  const step = ((range.domain[1] ?? high) - range.domain[0]) / Math.max(1, range.ticks.length - 1);
  const edges = single ? values : range.ticks.slice(0, -1);
  const bins = edges.map((edge) => ({
    low: edge,
    high: single ? edge : edge + step,
    label: single ? formatReward(edge, inPercent) : `${formatNumber(edge)} to ${formatNumber(edge + step)}`,
    counts: new Map<HistogramKey, number>(),
  }));
  for (const one of placed) {
    const key = toKey(one);
    const at = single
      ? values.indexOf(one.reward)
      : Math.min(bins.length - 1, Math.floor((one.reward - range.domain[0]) / step + 1e-9));
    const bin = bins[at];
    if (bin !== undefined && key !== null) bin.counts.set(key, (bin.counts.get(key) ?? 0) + one.count);
  }
  const counted = bins.map(({ counts, ...bin }): HistogramBin => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return { ...bin, total, ...Object.fromEntries(counts) };
  });
  return {
    bins: counted,
    single,
    series: histogramSeries
      .map((series) => ({ ...series, count: counted.reduce((sum, bin) => sum + (bin[series.key] ?? 0), 0) }))
      .filter(({ count }) => count > 0),
    scale: niceScale(0, Math.max(1, ...counted.map(({ total }) => total))),
  };
}
