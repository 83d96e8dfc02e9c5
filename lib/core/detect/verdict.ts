import { type DeadCollector, describeDeadCollector } from "../dead-collector";
import type { Checkpoint } from "./checkpoint";
import { describeCheckpoint, describeIncident } from "./describe-incident";
import type { Incident } from "./incident";
import { rankSeverity } from "./severity";
import { learningSteps } from "./yardstick";

export const verdictNames = ["stop", "watch", "blind", "learning", "ok"] as const;
/**
 * What a person, or a script beside the trainer, should do now:
 *
 * - stop: a critical incident is open, or a major one for 3 complete steps, or the run ended without a single result
 *   because its collector died
 * - watch: any other incident is open, or the run is stalled, or its collector looks dead
 * - blind: no failure field and no fact about what was generated was ever seen, so only zeros are watched
 * - learning: there are too few steps to judge by
 */
export type VerdictName = (typeof verdictNames)[number];

export interface Verdict {
  readonly verdict: VerdictName;
  readonly reason: string;
  /** The incident that it is about. */
  readonly incident: Incident | null;
  readonly lastCleanCheckpoint: Checkpoint | null;
}

export interface VerdictFacts {
  readonly incidents: readonly Incident[];
  readonly lastCleanCheckpoint: Checkpoint | null;
  readonly completeSteps: number;
  readonly lastStep: number | null;
  readonly hasTrainSteps: boolean;
  /** Whether any rollout was heard of, or declared. */
  readonly isHeardOf: boolean;
  /** Whether any failure field, or any fact about what was generated, was ever seen. */
  readonly reportsFailures: boolean;
  /** Nothing was heard of it for some time, and nobody said that it has ended. */
  readonly isStalled: boolean;
  /** Somebody said that it has ended, well or not. */
  readonly hasEnded: boolean;
  /** What a collector left that died before it had a result; null: it did not. */
  readonly deadCollector: DeadCollector | null;
}

const majorSteps = 3;

/** Broken validation poisons no update: where there is training, it is to be watched, not to stop for. */
function isReasonToStop(incident: Incident, { hasTrainSteps }: VerdictFacts): boolean {
  if (incident.split === "eval" && hasTrainSteps) return false;
  return incident.severity === "critical" || (incident.severity === "major" && incident.completeSteps >= majorSteps);
}

/** The worst, and of equal ones the newest. */
function findWorst(incidents: readonly Incident[]): Incident | null {
  let worst: Incident | null = null;
  for (const incident of incidents) {
    if (worst === null || rankSeverity(incident.severity) > rankSeverity(worst.severity)) worst = incident;
  }
  return worst;
}

/** Judges in the order of the names: what needs someone first. */
export function judgeVerdict(facts: VerdictFacts): Verdict {
  const { incidents, lastCleanCheckpoint, completeSteps, lastStep } = facts;
  const open = incidents.filter(({ state }) => state === "open");
  const stopping = findWorst(open.filter((incident) => isReasonToStop(incident, facts)));
  const answer = (verdict: VerdictName, reason: string, incident: Incident | null = null): Verdict => {
    return { verdict, reason, incident, lastCleanCheckpoint };
  };
  if (stopping !== null) {
    return answer("stop", `${describeIncident(stopping)}. Pause. ${describeCheckpoint(lastCleanCheckpoint)}`, stopping);
  }
  const worst = findWorst(open);
  if (worst !== null) return answer("watch", `${describeIncident(worst)}.`, worst);
  if (facts.deadCollector !== null) {
    const died = describeDeadCollector(facts.deadCollector);
    // One that is only slow is not to stop a trainer: as long as nobody said that this is the end, someone has to look.
    return facts.hasEnded
      ? answer("stop", `${died} Look at its own log for why.`)
      : answer("watch", `${died} Nobody said that the run has ended.`);
  }
  if (facts.isStalled)
    return answer("watch", `Nothing has come since step ${lastStep ?? "0"}, and nobody said that the run has ended.`);
  if (!facts.isHeardOf) return answer("learning", "Nothing has come yet.");
  if (!facts.reportsFailures) {
    return answer(
      "blind",
      "No failure reporting: nothing says how rollouts fail or what they generated; watching zeros only.",
    );
  }
  if (completeSteps < learningSteps) {
    return answer("learning", `${completeSteps} of ${learningSteps} complete steps that it takes to judge by.`);
  }
  return answer("ok", `Healthy through step ${lastStep ?? completeSteps}.`);
}
