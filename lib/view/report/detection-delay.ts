import type { ReportSentence } from "@/lib/core/report/document";
import type { IncidentFigures } from "@/lib/core/report/figures";
import { formatCount, formatDuration, formatNoun } from "../format";
import { plain } from "./report-parts";

/** `the step in which it began`, `3 steps later`. */
export function writeDelaySteps(steps: number): string {
  if (steps === 0) return "the step in which it began";
  return steps > 0 ? `${formatNoun(steps, "step")} later` : `${formatNoun(-steps, "step")} earlier`;
}

/** How many of its rollouts had come, where that says something. */
function sayRollouts({ delay, during }: IncidentFigures): string {
  const { received } = during.coverage;
  return delay.ms === null
    ? ""
    : `, when ${formatCount(delay.rollouts)} of its ${formatNoun(received, "rollout")} had come`;
}

/** On the clock, or why it is not known. */
function sayClock({ delay }: IncidentFigures): string {
  if (delay.ms !== null) {
    if (delay.ms < 0) return `, ${formatDuration(-delay.ms)} before the step had ended`;
    return `, ${formatDuration(delay.ms)} after the step had ended`;
  }
  if (delay.lagMs === null) return "; rollouts told no times, so how long that took is not known";
  return `; its rollouts were sent ${formatDuration(Math.abs(delay.lagMs))} after they had run, so how long that took on the clock says nothing`;
}

/** When detection raised it, counted in steps, rollouts and time. */
export function sayDelay(figures: IncidentFigures): ReportSentence {
  const { incident, delay } = figures;
  if (incident.opened === null || delay.steps === null)
    return [plain("Detection raised it over the whole of these rollouts.")];
  const where = `in step ${formatCount(incident.opened)}, ${writeDelaySteps(delay.steps)}`;
  return [plain(`Detection raised it ${where}${sayRollouts(figures)}${sayClock(figures)}.`)];
}
