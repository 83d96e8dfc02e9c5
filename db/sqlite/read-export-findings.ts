import type Database from "better-sqlite3";
import type { IncidentEventName } from "@/lib/core/alerts/notice";
import type { Severity } from "@/lib/core/detect/severity";
import type { SeriesPlace } from "@/lib/core/override";
import { splits } from "@/lib/core/rollout";
import type { IncidentRecord, IssueRecord, ReportEditsRecord, RunRecord } from "@/lib/core/run-record";
import { namesRun } from "@/lib/core/search/view-runs";
import { listAnnotations, listRemovedAnnotations, readAnnotation } from "./annotations";
import { type IssueRow, toState } from "./issue-rows";
import { listOverrides } from "./read-incidents";
import { fromCode, fromStepNumber } from "./rows";
import type { RunRow } from "./runs";
import { listViews } from "./views";

interface LedgerRow {
  readonly id: number;
  readonly incident: string;
  readonly segment: string | null;
  readonly split: number;
  readonly first_step: number | null;
  readonly last_step: number | null;
  readonly members: string;
  readonly state: string;
  readonly worst: Severity;
  readonly opened_at: number;
}

interface EventRow {
  readonly event: IncidentEventName;
  readonly severity: Severity;
  readonly step: number | null;
  readonly at: number;
}

interface FormRow {
  readonly issue_id: number;
  readonly digest: string;
}

interface ThroughRow {
  readonly segment: string;
  readonly split: number;
  readonly step: number;
}

/** By what stands in them, since an import finds some by itself, in another order. */
const selectLedger = `
  SELECT ledger.*, segment.name AS segment
  FROM incident_ledger AS ledger
  LEFT JOIN segment ON segment.id = ledger.segment_id
  WHERE ledger.run_id = ?
  ORDER BY ledger.opened_at, ledger.first_step, ledger.incident`;

/** Forms that the run's rollouts have, with the issue that each belongs to. */
const selectForms = `
  SELECT DISTINCT f.issue_id, f.digest
  FROM segment
  JOIN issue_place AS p ON p.segment_id = segment.id
  JOIN fingerprint AS f ON f.id = p.fingerprint_id
  WHERE segment.run_id = ?
  ORDER BY f.issue_id, f.home_id <> f.issue_id, f.id`;

const selectThrough = `
  SELECT segment.name AS segment, h.split, h.step
  FROM issue_through AS h
  JOIN segment ON segment.id = h.segment_id
  WHERE h.issue_id = ? AND segment.run_id = ?`;

const selectMerges = `
  SELECT f.digest AS form, m.by, max(m.at) AS at
  FROM fingerprint AS f
  JOIN fingerprint_move AS m ON m.fingerprint_id = f.id AND m.to_id = f.issue_id AND m.act = 'merge'
  WHERE f.issue_id = ?
  GROUP BY f.id`;

const selectEdits = `
  SELECT section, version, text, author AS "by", basis, created_at AS madeAt
  FROM report_edit WHERE run_id = ? ORDER BY section, version`;

type EditRow = ReportEditsRecord["edits"][number] & { readonly section: string };

function* readLedger(db: Database.Database, runId: number): Generator<IncidentRecord> {
  const events = db.prepare<[number], EventRow>(
    "SELECT event, severity, step, at FROM incident_event WHERE ledger_id = ? ORDER BY id",
  );
  for (const row of db.prepare<[number], LedgerRow>(selectLedger).all(runId)) {
    if (row.segment === null) continue;
    const members: readonly SeriesPlace[] = JSON.parse(row.members);
    yield {
      record: "incident",
      incident: row.incident,
      segment: row.segment,
      split: fromCode(splits, row.split),
      firstStep: row.first_step,
      lastStep: row.last_step,
      members,
      state: row.state,
      worst: row.worst,
      openedAt: row.opened_at,
      events: events.all(row.id),
    };
  }
}

function readTriage(db: Database.Database, issue: IssueRow, runId: number): IssueRecord["triage"] {
  if (issue.touched === 0) return null;
  const through = db.prepare<[number, number], ThroughRow>(selectThrough).all(issue.id, runId);
  return {
    version: issue.version,
    state: toState(issue.state),
    decidedBy: issue.decided_by,
    decidedAt: issue.decided_at,
    untilRate: issue.until_rate,
    owner: issue.owner,
    reopened: issue.reopened,
    through: through.map(({ segment, split, step }) => {
      return { segment, split: fromCode(splits, split), step: fromStepNumber(step) };
    }),
    events: db
      .prepare<[number], { act: string; by: string | null; at: number; detail: string | null }>(
        "SELECT act, by, at, detail FROM issue_event WHERE issue_id = ? ORDER BY id",
      )
      .all(issue.id),
    merges: db.prepare<[number], { form: string; by: string | null; at: number }>(selectMerges).all(issue.id),
  };
}

function* readIssues(db: Database.Database, runId: number): Generator<IssueRecord> {
  const forms = new Map<number, string[]>();
  for (const { issue_id: id, digest } of db.prepare<[number], FormRow>(selectForms).all(runId)) {
    forms.set(id, [...(forms.get(id) ?? []), digest]);
  }
  const select = db.prepare<[number], IssueRow>("SELECT * FROM issue WHERE id = ?");
  for (const [id, own] of forms) {
    const issue = select.get(id);
    if (issue === undefined) continue;
    const triage = readTriage(db, issue, runId);
    yield { record: "issue", forms: own, createdAt: issue.created_at, triage };
  }
}

function* readEdits(db: Database.Database, runId: number): Generator<RunRecord> {
  const sections = new Map<string, ReportEditsRecord["edits"]>();
  for (const { section, ...edit } of db.prepare<[number], EditRow>(selectEdits).all(runId)) {
    sections.set(section, [...(sections.get(section) ?? []), edit]);
  }
  for (const [section, edits] of sections) yield { record: "report_edits", section, edits };
}

function* readViews(db: Database.Database, run: string): Generator<RunRecord> {
  for (const { id: _, ...view } of listViews(db).toReversed()) {
    if (namesRun(view, run)) yield { record: "view", ...view };
  }
}

/** What was found in a run and what people did about it, after its rollouts; and how it stands. */
export function* readFindings(db: Database.Database, run: RunRow, now: number): Generator<RunRecord> {
  const annotations = [...listAnnotations(db, run.id), ...listRemovedAnnotations(db, run.id)];
  for (const { id, ...annotation } of annotations.sort((a, b) => a.id - b.id)) {
    const revisions = readAnnotation(db, run.id, id)?.revisions ?? [];
    yield { record: "annotation", ...annotation, revisions };
  }
  yield* readLedger(db, run.id);
  for (const { id: _, series: members, step: fromStep, ...override } of listOverrides(db, run.id)) {
    yield { record: "override", ...override, members, fromStep };
  }
  yield* readIssues(db, run.id);
  yield* readEdits(db, run.id);
  yield* readViews(db, run.name);
  const segment = db
    .prepare<[number | null], { name: string }>("SELECT name FROM segment WHERE id = ?")
    .get(run.current_segment);
  yield {
    record: "standing",
    finished: run.finished,
    currentStep: run.current_step,
    currentSegment: segment?.name ?? null,
    lastSeenAt: run.last_seen_at,
    exportedAt: now,
  };
}
