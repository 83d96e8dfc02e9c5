import type { Severity } from "../detect/severity";
import type { VerdictName } from "../detect/verdict";
import type { IncidentEventName } from "./notice";

const titles: Readonly<Record<IncidentEventName, (severity: Severity) => string>> = {
  opened: (severity) => `${severity} incident`,
  severity_rose: (severity) => `now ${severity}`,
  ended: (severity) => `${severity} incident is over`,
  rolled_back: () => "incident rolled back by a restart",
  withdrawn: () => "incident withdrawn",
};

/** What a notice is about, in a line: `browser-7: critical incident`. */
export function titleNotice(event: IncidentEventName, run: string, severity: Severity): string {
  return `${run}: ${titles[event](severity)}`;
}

const acts: Readonly<Record<VerdictName, string>> = {
  stop: "Pause the trainer.",
  watch: "Keep an eye on it.",
  blind: "No failure reporting: only zeros are watched.",
  learning: "There are too few steps to judge by.",
  ok: "The run is healthy.",
};

/** What a verdict asks of its reader. */
export function describeVerdict(verdict: VerdictName): string {
  return acts[verdict];
}

/** What several notices at once are about: `7 incidents while notices could not be delivered, 2 still open`. */
export function describeSummary(incidents: number, open: number): string {
  const what = `${incidents} incident${incidents === 1 ? "" : "s"} at once or while notices could not be delivered`;
  return `${what}, ${open === 0 ? "none" : open} still open`;
}
