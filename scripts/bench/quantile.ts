import { quantile } from "simple-statistics";

export function median(values: readonly number[]): number {
  return quantile([...values], 0.5);
}

/** The value that 95 of 100 do not exceed. */
export function p95(values: readonly number[]): number {
  return quantile([...values], 0.95);
}

export function formatMs(ms: number): string {
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
