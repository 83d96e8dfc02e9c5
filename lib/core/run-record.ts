import type { IncidentEventName } from "./alerts/notice";
import type { Annotation, AnnotationRevision } from "./annotation";
import type { Severity } from "./detect/severity";
import type { TriageState } from "./issues/triage";
import type { StoredOutcome } from "./outcome";
import type { OverrideKind, SeriesPlace } from "./override";
import type { Pair, Rollout, Split } from "./rollout";
import type { FinishState, RunSettings } from "./run";
import type { NewView } from "./search/saved-view";
import type { StepSummary } from "./step-summary";

/** A rollout as it is kept, with all that a second server needs to keep the same one. */
export interface ExportedRollout {
  readonly rollout: Rollout;
  /** Hash of the row as it was first sent, hexadecimal: the same row sent to the copy is a duplicate. */
  readonly contentHash: string;
  readonly receivedAt: number;
  /** What a row without identity is known by from now on, so that it is taken once; null where it has one. */
  readonly lone: string | null;
  /** JSON text of what is kept of the row; null where nothing is. */
  readonly payload: string | null;
}

/** A step of a launch. `step` null: eval rollouts outside any step. */
interface StepOfSegment {
  readonly segment: string;
  readonly split: Split;
  readonly step: number | null;
}

export interface RunHead {
  readonly record: "run";
  /** What was told, and nothing else. */
  readonly settings: Partial<RunSettings>;
  readonly createdAt: number;
  readonly archivedAt: number | null;
  /** How often what is said about it was changed. */
  readonly version: number;
}

export interface SegmentRecord {
  readonly record: "segment";
  readonly segment: string;
  readonly startedAt: number | null;
  readonly fromStep: number | null;
  readonly firstHeardAt: number;
}

export interface StepRecord extends StepOfSegment {
  readonly record: "step";
  readonly expected: number | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** When it was noticed that nothing came any more. */
  readonly closedAt: number | null;
  readonly checkpoint: string | null;
}

/** Rollouts that were declared one by one. */
export interface ExpectedRecord extends StepOfSegment {
  readonly record: "expected";
  readonly ids: readonly {
    readonly id: string | null;
    readonly environment: string | null;
    readonly group: string | null;
    readonly sample: number | null;
  }[];
}

export interface ProducerCountRecord {
  readonly record: "producer_count";
  readonly source: string;
  readonly file: string;
  readonly step: number | null;
  readonly split: Split;
  readonly name: string;
  readonly value: number;
}

/** How often a failure was seen in a sealed step, by outcome, and when last. */
export interface SealedForm extends Readonly<Record<StoredOutcome, number>> {
  readonly digest: string;
  /** The version of the rules that made its template. */
  readonly rules: number;
  readonly kind: string;
  readonly template: string;
  readonly lastAt: number;
}

/** A step whose rollouts a rule of retention removed: what was made of them is final, so it is told itself. */
export interface SealedRecord extends StepOfSegment {
  readonly record: "sealed";
  readonly sealedAt: number;
  /** For the whole run and for each environment. */
  readonly summaries: readonly StepSummary[];
  readonly forms: readonly SealedForm[];
}

/** Sets of labels that a run's filters offer, where rollouts that may have had them are gone. */
export interface LabelsRecord {
  readonly record: "labels";
  readonly sets: readonly (readonly Pair<string>[])[];
}

/** Everything that people wrote into one section of the post-mortem, the oldest first. */
export interface ReportEditsRecord {
  readonly record: "report_edits";
  /** A later version of the program may have sections that this one does not. */
  readonly section: string;
  readonly edits: readonly {
    readonly version: number;
    readonly text: string | null;
    readonly by: string | null;
    readonly madeAt: number;
    readonly basis: string;
  }[];
}

/** A saved view that names the run. */
export interface ViewRecord extends NewView {
  readonly record: "view";
  readonly version: number;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** An annotation, removed or not, and everything that it ever said. */
export interface AnnotationRecord extends Omit<Annotation, "id"> {
  readonly record: "annotation";
  readonly revisions: readonly AnnotationRevision[];
}

/** What the ledger knows of an incident: who it is and what happened to it, and nothing that is derived. */
export interface IncidentRecord {
  readonly record: "incident";
  readonly incident: string;
  readonly segment: string;
  readonly split: Split;
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  readonly members: readonly SeriesPlace[];
  readonly state: string;
  readonly worst: Severity;
  readonly openedAt: number;
  readonly events: readonly {
    readonly event: IncidentEventName;
    readonly severity: Severity;
    readonly step: number | null;
    readonly at: number;
  }[];
}

export interface OverrideRecord {
  readonly record: "override";
  readonly kind: OverrideKind;
  readonly incident: string | null;
  readonly members: readonly SeriesPlace[];
  readonly fromStep: number | null;
  readonly value: string | null;
  readonly note: string | null;
  readonly author: string | null;
  readonly createdAt: number;
  readonly withdrawnAt: number | null;
}

/** A failure issue that was seen in the run: what people did about it. */
export interface IssueRecord {
  readonly record: "issue";
  /** Digests of the forms it has in this run. */
  readonly forms: readonly string[];
  readonly createdAt: number;
  /** null: nobody did anything about it. */
  readonly triage: {
    readonly version: number;
    readonly state: TriageState;
    readonly decidedBy: string | null;
    readonly decidedAt: number | null;
    readonly untilRate: number | null;
    readonly owner: string | null;
    /** What reopened it by rule, as JSON; null where nothing did. */
    readonly reopened: string | null;
    /** How far each launch of this run had come when it was put away. */
    readonly through: readonly { readonly segment: string; readonly split: Split; readonly step: number | null }[];
    readonly events: readonly {
      readonly act: string;
      readonly by: string | null;
      readonly at: number;
      readonly detail: string | null;
    }[];
    /** When and by whom its forms were brought together. */
    readonly merges: readonly { readonly form: string; readonly by: string | null; readonly at: number }[];
  } | null;
}

/** The last of a run's records: how it stands when everything of it is there. */
export interface RunTail {
  readonly record: "standing";
  readonly finished: FinishState | null;
  readonly currentStep: number | null;
  readonly currentSegment: string | null;
  readonly lastSeenAt: number | null;
  readonly exportedAt: number;
}

/** What an export holds beside rollouts. */
export type RunRecord =
  | RunHead
  | SegmentRecord
  | StepRecord
  | ExpectedRecord
  | ProducerCountRecord
  | LabelsRecord
  | SealedRecord
  | AnnotationRecord
  | IncidentRecord
  | OverrideRecord
  | IssueRecord
  | ReportEditsRecord
  | ViewRecord
  | RunTail;

/** A piece of an export, in the order in which an import wants them. */
export type ExportPart = RunRecord | { readonly record: "rollout"; readonly row: ExportedRollout };
