import type { StepSummary } from "../step-summary";
import { type Detection, noFacts, RunDetector, type RunFacts } from "./run-detector";

/**
 * Everything that detection says about a run, from its summaries (whole run and environments, of superseded steps too,
 * in any order) and what was told of it. Pure, and causal: what it says of an onset at some step it says from the
 * steps up to there.
 */
export function detectRun(summaries: readonly StepSummary[], facts: RunFacts = noFacts): Detection {
  const detector = new RunDetector(facts);
  detector.put(summaries);
  return detector.read();
}
