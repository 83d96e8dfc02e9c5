/**
 * The seam between the product and its engine: a few small types, units of work that are whole or did not happen, all
 * returning promises. tests/store-contract.ts says in tests what is promised here.
 */
import type { IncidentEvent, NewNotice, Notice, NoticeFilter } from "@/lib/core/alerts/notice";
import type { AttemptOutcome, QueueChange } from "@/lib/core/alerts/queue";
import type { KeptWebhook, NewWebhook, WebhookChange } from "@/lib/core/alerts/webhook";
import type { Severity } from "@/lib/core/detect/severity";
import type { Revision, RunChanges } from "@/lib/core/frame";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueDifference, IssueDifferenceFilter } from "@/lib/core/issues/issue-difference";
import type { IssueFilter, IssuePage } from "@/lib/core/issues/issue-filter";
import type { IssueChange } from "@/lib/core/issues/triage";
import type { RunOverride, ToldOverride } from "@/lib/core/override";
import type { Pair, Rollout, Split } from "@/lib/core/rollout";
import type { FinishState, RunDetail, RunOverview, RunSettings } from "@/lib/core/run";
import type { RunIncident, RunVerdict } from "@/lib/core/run-incident";
import type { RunListEntry } from "@/lib/core/run-list";
import type { PeriodFilter, ScorePeriod } from "@/lib/core/score-period";
import type { GroupPage, StepGroups } from "@/lib/core/step-groups";
import type { StepSummary } from "@/lib/core/step-summary";
import type { RolloutDetail, RolloutFilter, RolloutPage, StepFilter } from "@/lib/core/stored-rollout";
import type { AnnotationReader, AnnotationStore } from "./annotation-store";
import type { ArchiveStore } from "./archive-store";
import type { CompareReader } from "./compare-store";
import type { ManagingReader, ManagingStore } from "./managing-store";
import type { ReportDesk, ReportReader } from "./report-store";
import type { RetentionStore } from "./retention-store";
import type { SearchReader, ViewStore } from "./view-store";

/** One row of a batch, judged and clean. */
export interface RolloutRow {
  /** Position in the request, for the receipt. */
  readonly index: number;
  readonly rollout: Rollout;
  /** Hash of the row before its payload was slimmed, hexadecimal. */
  readonly contentHash: string;
  /** JSON text, in UTF-8, of what is kept of the row; null where nothing is. */
  readonly payload: Uint8Array | null;
  /** Absent: it comes from its sender, now. */
  readonly origin?: RowOrigin | undefined;
}

/** Of a row of an export. */
export interface RowOrigin {
  /** When another server first took it in. */
  readonly receivedAt: number;
  /** What a row without identity is known by, so that it is taken once; null: it has one. */
  readonly lone: string | null;
}

export interface RolloutBatch {
  readonly run: string;
  readonly rows: readonly RolloutRow[];
  readonly receivedAt: number;
  readonly idempotency: { readonly key: string; readonly requestHash: string } | null;
  /** Makes the answer that is kept with an idempotency key; called inside the commit. */
  readonly answer: (receipt: AppendReceipt) => string;
}

export interface AppendReceipt {
  readonly inserted: number;
  readonly updated: number;
  readonly duplicates: number;
  /** Kept and readable, but counting in no current number: late attempts, beaten failure records, older segments. */
  readonly superseded: number;
  /** Rows that only the store could refuse. */
  readonly refused: readonly { readonly index: number; readonly code: "step_missing" | "step_sealed" }[];
  /** Steps that have now heard more rollouts than were declared. */
  readonly overfull: readonly { readonly step: number; readonly declared: number; readonly received: number }[];
  readonly withoutIdentity: number;
}

export interface StepDeclaration {
  readonly expected?: number | undefined;
  readonly expectedIds?: readonly ExpectedRollout[] | undefined;
  readonly startedAt?: number | undefined;
  readonly finishedAt?: number | undefined;
  readonly checkpoint?: string | undefined;
}

/** A rollout that is to come, by the identity it will have. */
export interface ExpectedRollout {
  readonly id: string | null;
  readonly environment: string | null;
  readonly group: string | null;
  readonly sample: number | null;
}

/** All that a view of one run is made of, read at one revision. */
export interface RunReading {
  readonly revision: Revision;
  readonly detail: RunDetail;
  /** The filter's summaries over the whole run, whatever its range. */
  readonly steps: readonly StepSummary[];
  /** First and last step of the range, and of the whole run, whatever labels and environment are asked for. */
  readonly range: StepRange | null;
  readonly whole: StepRange | null;
  readonly superseded: readonly StepSummary[];
  /** Eval rollouts outside any step. */
  readonly evalBlock: StepSummary | null;
  readonly recentPerMinute: number;
  readonly incidents: readonly RunIncident[];
  readonly verdict: RunVerdict;
}

export interface StepPlace {
  /** The nearest steps that were heard of; null where there is none. */
  readonly previous: number | null;
  readonly next: number | null;
  /** Launches that have this step, in their order; `counts`: it is what counts now. */
  readonly segments: readonly { readonly segment: string; readonly counts: boolean }[];
}

export interface StepRange {
  readonly first: number;
  readonly last: number;
}

export interface TelemetryReader extends AnnotationReader, CompareReader, ManagingReader {
  /** The newest change; a cursor for {@link readChanges}. */
  readRevision(): Promise<Revision>;
  listRuns(): Promise<readonly RunListEntry[]>;
  hasRun(run: string): Promise<boolean>;
  readRun(run: string): Promise<RunDetail | null>;
  /** Summaries of increasing step, and the revision that they are at. */
  listSteps(filter: StepFilter): Promise<{ readonly revision: Revision; readonly steps: readonly StepSummary[] }>;
  /** First and last current step in a filter's range, whatever its labels and environment; null where there is none. */
  readStepRange(filter: StepFilter): Promise<StepRange | null>;
  readRunView(filter: StepFilter): Promise<RunReading | null>;
  /** Rollouts of a run that were taken in during the last minute. */
  readIngestRate(run: string): Promise<number>;
  /** Steps of older segments that a newer one superseded. */
  listSupersededSteps(run: string): Promise<readonly StepSummary[]>;
  listRollouts(filter: RolloutFilter): Promise<RolloutPage>;
  /** Rewards of a period by environment; null where no step lies in it. */
  readScores(filter: PeriodFilter): Promise<ScorePeriod | null>;
  /** The prompt groups of the filter's steps, which should be one. */
  readStepGroups(filter: StepFilter, page: GroupPage): Promise<StepGroups>;
  /** What lies around a step: its neighbours under the filter, whose range is not looked at, and the launches that ran it. */
  readStepPlace(filter: StepFilter, step: number): Promise<StepPlace>;
  readRollout(key: number): Promise<RolloutDetail | null>;
  /** Failure issues of one run or of all, without looking at a rollout. */
  listIssues(filter: IssueFilter): Promise<IssuePage>;
  readIssue(id: number): Promise<IssueDetail | null>;
  /** What sets an issue's rollouts apart from others; null where there is no such run. */
  readIssueDifference(filter: IssueDifferenceFilter): Promise<IssueDifference | null>;
  readChanges(filter: StepFilter, since: Revision): Promise<RunChanges>;
  /** Names of runs that changed since a sequence number, in one cheap look. */
  listChangedRuns(since: Revision): Promise<{ readonly revision: Revision; readonly runs: readonly string[] }>;
  /** Newest onset first; none for a run that is not there, nor for one where nothing was found. */
  listIncidents(run: string): Promise<readonly RunIncident[]>;
  /** What to do now. It depends on the clock: a run that falls silent is stalled. */
  readVerdict(run: string): Promise<RunVerdict>;
  /** Names of runs with an incident that is not as it was, in one cheap look. */
  listRunsWithChangedIncidents(since: Revision): Promise<readonly string[]>;
  /**
   * What happened to incidents of any run after a number of the book, oldest first: each once, whatever is rebuilt.
   */
  listIncidentEvents(after: number, limit: number): Promise<readonly IncidentEvent[]>;
  /** Open incidents that nobody expects, of all runs. */
  countOpenIncidents(): Promise<ReadonlyMap<Severity, number>>;
  readStorage(): Promise<StorageReport>;
}

export interface StorageReport {
  readonly engine: string;
  readonly schemaVersion: number;
  readonly databaseBytes: number;
  readonly walBytes: number;
  readonly runs: number;
  /** Those that count in summaries; steps that are dirty lag behind. */
  readonly rollouts: number;
  readonly dirtySteps: number;
}

export interface TelemetryWriter {
  /**
   * Appends a batch in one commit shared with others that wait. Resolves after the commit has reached the disk.
   *
   * @returns the answer that `batch.answer` made, or the kept one of an earlier batch with the same idempotency key.
   * @throws Problem `idempotency_key_reused`, `unavailable`.
   */
  appendRollouts(batch: RolloutBatch): Promise<{ readonly answer: string; readonly replayed: boolean }>;
  /** @throws Problem `conflict` where it is no more as `keeping.version` says, or waits for its removal. */
  setRun(run: string, settings: Partial<RunSettings>, now: number, keeping?: RunKeeping): Promise<RunOverview>;
  /** Gone from every read at once; resolves when nothing of it is left on disk. */
  deleteRun(run: string): Promise<boolean>;
  /** Finishes deletions that a stop cut short. */
  removeHiddenRuns(): Promise<void>;
  /** `segment` null: the newest. */
  setStep(
    run: string,
    segment: string | null,
    step: number,
    split: Split,
    declaration: StepDeclaration,
    now: number,
  ): Promise<void>;
  appendSegment(
    run: string,
    segment: { readonly segment: string; readonly startedAt: number | null; readonly fromStep: number | null },
    now: number,
  ): Promise<void>;
  setFinished(run: string, state: FinishState): Promise<boolean>;
  setProducerCounts(run: string, counts: ProducerCounts, now: number): Promise<void>;
  /** Removes a rollout with its attempts and payload. */
  deleteRollout(key: number): Promise<boolean>;
  /** Summarises the dirty steps of one run, or of all; a read that covers them asks for this first. */
  summariseDirtySteps(run: string | null): Promise<number>;
  /** Has everything of a run, or of all, summarised and detected; a read of incidents asks for this first. */
  settleIncidents(run: string | null): Promise<void>;
  /** Closes steps for which nothing came in {@link quietAfterMs}; a stored event, so that detection knows no clock. */
  closeIdleSteps(now: number): Promise<number>;
  /** Rollouts of a run that were taken in during the last minute. */
  readIngestRate(run: string): Promise<number>;
  /** Drops every summary and makes it again from the rows. */
  rebuildSummaries(): Promise<number>;
  close(): Promise<void>;
}

/** What a person does with a run beside describing it. */
export interface RunKeeping {
  /** The version that was seen; absent: whatever it is. */
  readonly version?: number | undefined;
  /** Absent: as it is. */
  readonly isArchived?: boolean | undefined;
}

export interface ProducerCounts {
  readonly source: string;
  readonly file: string;
  readonly step: number | null;
  readonly split: Split;
  readonly counts: readonly Pair<number>[];
}

/** What a person did: kept apart from what is derived, and never rebuilt. */
export interface TriageStore extends AnnotationStore, ReportDesk {
  /** @returns false where there is no such issue, as do the others. @throws Problem `conflict` after another's change. */
  changeIssue(id: number, change: IssueChange, now: number): Promise<boolean>;
  addIssueNote(id: number, text: string, by: string, now: number): Promise<boolean>;
  /** Every form of one issue becomes another's. @throws Problem `conflict` where one of them was merged before. */
  mergeIssue(from: number, into: number, by: string, now: number): Promise<boolean>;
  /** @returns the issue that the form has become; null where the issue has no such form. */
  unmergeIssue(id: number, fingerprint: string, by: string, now: number): Promise<number | null>;
  /**
   * Kept with its date; what detection says then is in the same commit. null: there is no such run.
   *
   * @throws Problem `not_found` for an incident that the run does not have.
   */
  appendOverride(run: string, told: ToldOverride, now: number): Promise<RunOverride | null>;
  /** Withdrawn ones too, oldest first. */
  listOverrides(run: string): Promise<readonly RunOverride[]>;
  /** It stays in the list, with the date. null: there is no such run, or no such override of it. */
  withdrawOverride(run: string, id: number, now: number): Promise<RunOverride | null>;
}

/** Webhooks, and the ledger of notices that is also their queue. Kept, and never rebuilt. */
export interface AlertStore {
  listWebhooks(): Promise<readonly KeptWebhook[]>;
  addWebhook(webhook: NewWebhook, now: number): Promise<void>;
  /** @returns false where there is none of that id. */
  changeWebhook(id: string, change: WebhookChange): Promise<boolean>;
  /** Removes it with its notices. */
  removeWebhook(id: string): Promise<boolean>;
  /** Brings the webhooks of the environment to what it says now; one that it names no more goes, with its notices. */
  setEnvironmentWebhooks(webhooks: readonly NewWebhook[], now: number): Promise<void>;
  /** The last entry of the book of incidents that notices were made of. */
  readNoticed(): Promise<number>;
  /** What the newest notice of an incident tells; null: there is none. */
  readNoticeBody(incident: string): Promise<string | null>;
  /** Incidents of these that each webhook has a notice of, sent or to be sent, by {@link toToldKey}. */
  listTold(incidents: readonly string[], isSent: boolean): Promise<ReadonlySet<string>>;
  /** Queues what was made of the entries behind `from` up to `to`, once: false where another call did that meanwhile. */
  appendNotices(from: number, to: number, notices: readonly NewNotice[]): Promise<boolean>;
  /** Notices that wait for a webhook, oldest first, of runs that there are. */
  listWaiting(webhook: string): Promise<readonly Notice[]>;
  changeQueue(change: QueueChange): Promise<void>;
  /** Gives up waiting notices. */
  giveUp(notices: readonly number[], why: string, now: number): Promise<void>;
  noteAttempt(outcome: AttemptOutcome): Promise<void>;
  /** Newest first. */
  listNotices(filter: NoticeFilter): Promise<readonly Notice[]>;
}

export interface Store {
  readonly reader: TelemetryReader;
  readonly reports: ReportReader;
  readonly searcher: SearchReader;
  readonly views: ViewStore;
  readonly writer: Omit<TelemetryWriter, "appendRollouts" | "close">;
  readonly triage: TriageStore;
  readonly alerts: AlertStore;
  readonly managing: ManagingStore;
  readonly archive: ArchiveStore;
  readonly retention: RetentionStore;
}

/** A store that rollouts can be put into by whoever holds it, which is the thread that takes them in. */
export interface IngestStore extends Store {
  readonly writer: TelemetryWriter;
}
