import { type Rate, rateValue } from "../rate";
import type { RunTally } from "./run-tally";

/** A value of a label, and how many rollouts of each run carry it; null: the run is left out. */
export interface ComparedLabel {
  readonly name: string;
  readonly value: string;
  readonly shares: readonly (Rate | null)[];
  /** Between the largest and the smallest share. */
  readonly gap: number;
}

export interface ComparedLabels {
  readonly labels: readonly ComparedLabel[];
  /** Values whose shares differ as much and that are not listed. */
  readonly others: number;
}

/** Shares that lie closer than this are alike: what a label says is no measurement, so there is no interval to ask. */
const leastGap = 0.01;
const mostListed = 60;

/** Values of labels whose shares of the rollouts differ, the farthest apart first. */
export function compareLabels(runs: readonly (RunTally | null)[]): ComparedLabels {
  const keys = new Map<string, Pick<ComparedLabel, "name" | "value">>();
  const counted = runs.map((tally) => {
    const counts = new Map<string, number>();
    for (const { name, value, count } of tally?.labels ?? []) {
      const key = JSON.stringify([name, value]);
      counts.set(key, count);
      keys.set(key, { name, value });
    }
    return counts;
  });
  const labels = [...keys].flatMap(([key, { name, value }]): ComparedLabel[] => {
    const shares = runs.map((tally, run) =>
      tally === null ? null : { count: counted[run]?.get(key) ?? 0, n: tally.rollouts },
    );
    const values = shares.flatMap((share) => (share === null ? [] : (rateValue(share) ?? [])));
    const gap = values.length < 2 ? 0 : Math.max(...values) - Math.min(...values);
    return gap < leastGap ? [] : [{ name, value, shares, gap }];
  });
  labels.sort((a, b) => b.gap - a.gap || (`${a.name}\n${a.value}` < `${b.name}\n${b.value}` ? -1 : 1));
  return { labels: labels.slice(0, mostListed), others: Math.max(0, labels.length - mostListed) };
}
