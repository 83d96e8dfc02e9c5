import { maskedFraction, type StepBucket } from "@/lib/core/series";
import { type FailuresModel, seriesAt, suspectedKey } from "./failures-model";
import type { Counted } from "./run-links";

export const chartNames = ["reward", "failures", "coverage"] as const;
export type ChartName = (typeof chartNames)[number];

/** The rollouts behind a place on a chart: those of the mark that is there, else all of the step. */
export function countedAt(
  chart: ChartName,
  bucket: StepBucket,
  index: number,
  value: number,
  failures: FailuresModel,
): Counted {
  const steps = { from: bucket.from, to: bucket.to };
  switch (chart) {
    case "reward":
      return bucket.scored > 0 ? { steps, outcome: "scored" } : { steps };
    case "failures": {
      const series = seriesAt(failures, index, value);
      if (series?.key === suspectedKey) return { steps, suspected: true };
      const kind = series?.kind ?? undefined;
      return kind === undefined ? { steps } : { steps, kind };
    }
    case "coverage": {
      if (value >= 0)
        return maskedFraction(bucket).count > 0 && bucket.masked > 0 ? { steps, outcome: "masked" } : { steps };
      if (bucket.failed > 0) return { steps, outcome: "failed" };
      return bucket.unscored > 0 ? { steps, outcome: "unscored" } : { steps };
    }
  }
}
