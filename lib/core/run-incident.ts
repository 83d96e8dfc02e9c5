import type { Incident } from "./detect/incident";
import type { Severity } from "./detect/severity";
import { judgeVerdict, type Verdict, type VerdictFacts, type VerdictName } from "./detect/verdict";

/** An incident as a run has it: found by detection, known by the ledger, overruled by people. */
export interface RunIncident extends Incident {
  /** The same for as long as it is the same incident, through rebuilds and late data. */
  readonly id: string;
  /** When it was first known, epoch ms. */
  readonly openedAt: number;
  /** A person marked it as expected: it is drawn, and counts in no verdict and no alert. */
  readonly isExpected: boolean;
}

/** What to do now, the incident that it is about by its id. */
export interface RunVerdict extends Omit<Verdict, "incident"> {
  readonly incident: string | null;
}

/** An incident in short. */
export interface IncidentHeadline {
  readonly id: string;
  readonly series: string;
  readonly environment: string | null;
  readonly onset: number | null;
  readonly severity: Severity;
  readonly words: string;
}

/** What a list says of a run: how it stands, without a further read. */
export interface RunStanding {
  /** Those that have begun, not ended, and that nobody expects. */
  readonly openIncidents: number;
  readonly verdict: VerdictName;
  /** The incident that the verdict is about; null where it is about none. */
  readonly headline: IncidentHeadline | null;
}

/** The verdict over a run's incidents, those that a person expects left out. */
export function judgeRun(incidents: readonly RunIncident[], facts: Omit<VerdictFacts, "incidents">): RunVerdict {
  const counted = incidents.filter(({ isExpected }) => !isExpected);
  const { incident, ...verdict } = judgeVerdict({ ...facts, incidents: counted });
  return { ...verdict, incident: counted.find((one) => one === incident)?.id ?? null };
}

const nothing: Omit<VerdictFacts, "incidents"> = {
  lastCleanCheckpoint: null,
  completeSteps: 0,
  lastStep: null,
  hasTrainSteps: false,
  isHeardOf: false,
  reportsFailures: false,
  isStalled: false,
  hasEnded: false,
  deadCollector: null,
};

/** Of a run that nothing is known of. */
export const emptyVerdict: RunVerdict = judgeRun([], nothing);

/** Of a run that nothing is known of. */
export const emptyStanding: RunStanding = { openIncidents: 0, verdict: emptyVerdict.verdict, headline: null };
