/** What detection says of made-up steps, as a run has it: for the gallery and for tests. */
import { detectRun } from "@/lib/core/detect/detect-run";
import { noFacts, type RunFacts } from "@/lib/core/detect/run-detector";
import type { RunIncident, RunVerdict } from "@/lib/core/run-incident";
import { type SampleStep, sampleEpoch, sampleSummary } from "./sample-steps";

export interface SampleDetection {
  readonly incidents: readonly RunIncident[];
  readonly verdict: RunVerdict;
}

/** @param expected whether a person marked an incident, by its series. */
export function sampleDetection(
  samples: readonly SampleStep[],
  facts: Partial<RunFacts> = {},
  expected: (series: string) => boolean = () => false,
): SampleDetection {
  const detection = detectRun(samples.map(sampleSummary), { ...noFacts, ...facts });
  const incidents = detection.incidents.map((incident): RunIncident => {
    const { onset, opened, series } = incident;
    const openedAt = sampleEpoch + (opened ?? 0) * 60_000;
    return { ...incident, id: `${onset ?? "eval"}-${series}`, openedAt, isExpected: expected(series) };
  });
  const worst = detection.verdict.incident;
  const about = worst === null ? -1 : detection.incidents.indexOf(worst);
  return { incidents, verdict: { ...detection.verdict, incident: incidents[about]?.id ?? null } };
}
