import { splits } from "@/lib/core/rollout";
import type {
  AnnotationRecord,
  ExpectedRecord,
  OverrideRecord,
  RunHead,
  RunRecord,
  RunTail,
  StepRecord,
} from "@/lib/core/run-record";
import { setProducerCounts } from "./producer-counts";
import { IncidentRestorer } from "./restore-incidents";
import { IssueRestorer } from "./restore-issues";
import { type SealedParts, SealedRestorer } from "./restore-sealed";
import { restoreEdits, restoreView } from "./restore-writings";
import { toCode, toStepNumber } from "./rows";
import type { RunDetections } from "./run-detection";
import type { RunRow, Runs } from "./runs";
import type { SegmentRow } from "./segments";
import type { Steps } from "./steps";
import type { Summariser } from "./summaries";

const keepClosing = `
  INSERT INTO step_declaration (segment_id, split, step, closed_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (segment_id, split, step) DO UPDATE SET closed_at = coalesce(closed_at, excluded.closed_at)`;

/** Steps that this server closed while the rest of them was still on its way. */
const reopenSteps = `
  UPDATE step_declaration SET closed_at = NULL
  WHERE closed_at > :since AND segment_id IN (SELECT id FROM segment WHERE run_id = :run)
  RETURNING segment_id, split, step`;

/** One is known by how it was made, whatever was made of it since. */
const findAnnotation = `
  SELECT 1 FROM annotation AS a
  JOIN annotation_revision AS r ON r.annotation_id = a.id AND r.version = 1
  WHERE a.run_id = :run AND a.created_at = :createdAt AND r.text = :text AND r.kind = :kind AND r.step IS :step
    AND r.to_step IS :toStep AND r.at IS :at`;

const insertAnnotation = `
  INSERT INTO annotation
    (run_id, step, to_step, at, text, kind, author, created_at, version, changed_at, changed_by, removed_at)
  VALUES
    (:run, :step, :toStep, :at, :text, :kind, :author, :createdAt, :version, :changedAt, :changedBy, :removedAt)`;

const insertRevision = `
  INSERT INTO annotation_revision (annotation_id, version, act, by, made_at, step, to_step, at, text, kind)
  VALUES (:id, :version, :act, :by, :madeAt, :step, :toStep, :at, :text, :kind)`;

const findOverride = `
  SELECT id FROM run_override
  WHERE run_id = :run AND kind = :kind AND members = :members AND from_step IS :fromStep AND value IS :value
    AND note IS :note AND author IS :author AND created_at = :createdAt`;

const insertOverride = `
  INSERT INTO run_override (run_id, kind, ledger_id, members, from_step, value, note, author, created_at, withdrawn_at)
  VALUES (:run, :kind, :ledgerId, :members, :fromStep, :value, :note, :author, :createdAt, :withdrawnAt)`;

export interface RestoreParts extends SealedParts {
  readonly runs: Runs;
  readonly steps: Steps;
  readonly summariser: Summariser;
  readonly detections: RunDetections;
}

/**
 * Keeps records of an export. Everything is told with the date that it had; what is known here stays, and what was kept
 * before is known by its content, so that the same file again changes nothing. Works inside a job of the commit queue.
 */
export class RecordRestorer {
  readonly #parts: RestoreParts;
  readonly #incidents: IncidentRestorer;
  readonly #issues: IssueRestorer;
  readonly #sealed: SealedRestorer;

  constructor(parts: RestoreParts) {
    this.#parts = parts;
    this.#incidents = new IncidentRestorer(parts.db);
    this.#issues = new IssueRestorer(parts.db, parts.segments, parts.sightings);
    this.#sealed = new SealedRestorer(parts);
  }

  /** @param exportedRun what the run was called: what names it names this one from now on. */
  restore(name: string, exportedRun: string, records: readonly RunRecord[], now: number): void {
    const { runs, steps } = this.#parts;
    const head = records.find((record) => record.record === "run");
    const run = runs.ensure(name, Math.min(now, head?.createdAt ?? now));
    steps.openBatch();
    for (const record of records) this.#restoreOne(run, exportedRun, record, now);
    // No step is dirty that would have the list of runs and its standing made again.
    if (records.some(({ record }) => record === "sealed")) this.#parts.summariser.settleRun(run.id);
    runs.touch(run);
    this.#parts.detections.markDue(run.id);
  }

  #restoreOne(run: RunRow, exportedRun: string, record: RunRecord, now: number): void {
    const { segments } = this.#parts;
    switch (record.record) {
      case "run":
        this.#restoreHead(run, record);
        break;
      case "segment": {
        const { segment, startedAt, fromStep, firstHeardAt } = record;
        segments.restore(run.id, segment, startedAt, fromStep, Math.min(firstHeardAt, now));
        break;
      }
      case "step":
        this.#restoreStep(this.#segment(run, record.segment, now), record);
        break;
      case "expected":
        this.#restoreExpected(this.#segment(run, record.segment, now), record);
        break;
      case "producer_count": {
        const { source, file, step, split, name, value } = record;
        setProducerCounts(this.#parts.db, run.id, { source, file, step, split, counts: [[name, value]] });
        break;
      }
      case "labels":
        this.#sealed.restoreLabels(run.id, record);
        break;
      case "sealed":
        this.#sealed.restore(this.#segment(run, record.segment, now), record);
        break;
      case "report_edits":
        restoreEdits(this.#parts.db, run.id, record);
        break;
      case "view":
        restoreView(this.#parts.db, run.name, exportedRun, record);
        break;
      case "annotation":
        this.#restoreAnnotation(run, record);
        break;
      case "incident":
        this.#incidents.restore(run.id, this.#segment(run, record.segment, now), record);
        break;
      case "override":
        this.#restoreOverride(run, record);
        break;
      case "issue":
        this.#issues.restore(run, exportedRun, record);
        break;
      case "standing":
        this.#restoreTail(run, record);
        break;
    }
  }

  #segment(run: RunRow, name: string, now: number): SegmentRow {
    return this.#parts.segments.resolve(run.id, name, now);
  }

  /** What was told here stays: it may be newer. */
  #restoreHead(run: RunRow, { settings, createdAt, archivedAt, version }: RunHead): void {
    const { db, runs, steps } = this.#parts;
    const known: object = JSON.parse(run.settings);
    const news = Object.entries(settings).filter(([name]) => !Object.hasOwn(known, name));
    db.prepare("UPDATE run SET created_at = min(created_at, ?) WHERE id = ?").run(createdAt, run.id);
    if (news.length > 0) {
      runs.setSettings(run, Object.fromEntries(news), run.archived_at ?? archivedAt);
      steps.markAllDirty(run.id);
    }
    // Nothing was said about it here before.
    if (run.version > 0) return;
    const set = "UPDATE run SET version = ?, archived_at = coalesce(archived_at, ?) WHERE id = ?";
    db.prepare(set).run(version, archivedAt, run.id);
  }

  #restoreStep(segment: SegmentRow, record: StepRecord): void {
    const { db, steps, segments } = this.#parts;
    const { split, step, expected, startedAt, finishedAt, closedAt, checkpoint } = record;
    const at = toStepNumber(step);
    const told = Object.entries({ expected, startedAt, finishedAt, checkpoint }).filter(([, value]) => value !== null);
    if (told.length > 0) steps.declare(segment, split, at, Object.fromEntries(told));
    if (split === "train" && step !== null && (expected ?? startedAt) !== null) segments.noteStep(segment, step);
    if (closedAt === null) return;
    db.prepare(keepClosing).run(segment.id, toCode(splits, split), at, closedAt);
    steps.openBatch();
    steps.markDirty(segment, split, at);
  }

  #restoreExpected(segment: SegmentRow, { split, step, ids }: ExpectedRecord): void {
    const { steps, segments } = this.#parts;
    steps.declare(segment, split, toStepNumber(step), { expectedIds: ids });
    if (split === "train" && step !== null) segments.noteStep(segment, step);
  }

  #restoreAnnotation(run: RunRow, { record: _, revisions, ...told }: AnnotationRecord): void {
    const { db } = this.#parts;
    const [made = told] = revisions;
    const { step, toStep, at, text, kind } = made;
    const known = { run: run.id, createdAt: told.createdAt, step, toStep, at, text, kind };
    if (db.prepare(findAnnotation).get(known) !== undefined) return;
    const id = Number(db.prepare(insertAnnotation).run({ run: run.id, ...told }).lastInsertRowid);
    for (const revision of revisions) db.prepare(insertRevision).run({ id, ...revision });
  }

  #restoreOverride(run: RunRow, { record: _, incident, members, ...told }: OverrideRecord): void {
    const { db } = this.#parts;
    const ledgerId = incident === null ? null : this.#incidents.find(run.id, incident, members, told.fromStep);
    const values = { run: run.id, ledgerId, members: JSON.stringify(members), ...told };
    const known = db.prepare<[object], { id: number }>(findOverride).get(values);
    if (known === undefined) db.prepare(insertOverride).run(values);
    else {
      const withdraw = "UPDATE run_override SET withdrawn_at = coalesce(withdrawn_at, ?) WHERE id = ?";
      db.prepare(withdraw).run(told.withdrawnAt, known.id);
    }
  }

  #restoreTail(run: RunRow, tail: RunTail): void {
    const { db, runs, segments, summariser, steps } = this.#parts;
    const { finished, currentStep, currentSegment, lastSeenAt, exportedAt } = tail;
    const reopened = db
      .prepare<[object], { segment_id: number; split: number; step: number }>(reopenSteps)
      .all({ run: run.id, since: exportedAt });
    steps.openBatch();
    for (const { segment_id, split, step } of reopened) {
      const segment = segments.list(run.id).find(({ id }) => id === segment_id);
      const name = splits[split];
      if (segment !== undefined && name !== undefined) steps.markDirty(segment, name, step);
    }
    const { last } = db
      .prepare<[number], { last: number | null }>("SELECT last_seen_at AS last FROM run WHERE id = ?")
      .get(run.id) ?? { last: null };
    if (lastSeenAt !== null) runs.noteSeen(run.id, lastSeenAt);
    // A run that went on here stands where it stands.
    if ((last ?? 0) > (lastSeenAt ?? 0)) return;
    const segment = segments.list(run.id).find(({ name }) => name === currentSegment);
    if (currentStep !== null && segment !== undefined) runs.setCurrentStep(run, currentStep, segment.id);
    if (finished !== null && run.finished === null) {
      runs.setFinished(run, finished);
      summariser.settleRun(run.id);
    }
  }
}
