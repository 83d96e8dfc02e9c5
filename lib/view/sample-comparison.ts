/** Runs to compare, made up for tests by the same arithmetic as real ones. */
import type { ReadRun } from "@/lib/core/compare/comparison";
import { defaultRunSettings, type RunSettings } from "@/lib/core/run";
import { sampleDetection } from "./sample-incidents";
import { type SampleStep, sampleSummary } from "./sample-steps";

interface SampleRun {
  readonly settings?: Partial<RunSettings>;
  readonly environments?: readonly string[];
}

export function sampleRun(run: string, samples: readonly SampleStep[], about: SampleRun = {}): ReadRun {
  return {
    detail: {
      run,
      settings: { ...defaultRunSettings, ...about.settings },
      state: "finished",
      verdict: "ok",
      environments: about.environments ?? ["browser_agent"],
    },
    steps: samples.map(sampleSummary),
    incidents: sampleDetection(samples).incidents,
  };
}

/** Steps `from` to `to`, each made the same way. */
export function sampleSteps(from: number, to: number, make: Omit<SampleStep, "step">): SampleStep[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({ ...make, step: from + index }));
}
