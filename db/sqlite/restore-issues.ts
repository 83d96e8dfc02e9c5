import type Database from "better-sqlite3";
import { splits } from "@/lib/core/rollout";
import type { IssueRecord } from "@/lib/core/run-record";
import type { IssueSightings } from "./issue-sightings";
import { toCode, toStepNumber } from "./rows";
import type { RunRow } from "./runs";
import type { Segments } from "./segments";

interface FormRow {
  readonly id: number;
  readonly digest: string;
  readonly issue_id: number;
}

type Triage = NonNullable<IssueRecord["triage"]>;

const setDecision = `
  UPDATE issue SET
    touched = 1, version = :version, state = :state, decided_by = :decidedBy, decided_at = :decidedAt,
    until_rate = :untilRate, owner = :owner
  WHERE id = :id`;

const setReopened = `
  UPDATE issue SET
    reopened = :reopened, reopened_segment = :segment, reopened_split = :split, reopened_step = :step
  WHERE id = :id`;

const insertThrough = `
  INSERT OR REPLACE INTO issue_through (issue_id, segment_id, split, step) VALUES (:id, :segment, :split, :step)`;

const insertMove = `
  INSERT INTO fingerprint_move (fingerprint_id, act, from_id, to_id, by, at)
  VALUES (:form, 'merge', :from, :to, :by, :at)`;

/** Gives issues what people did about them on another server, where nobody did anything about them here. */
export class IssueRestorer {
  readonly #db: Database.Database;
  readonly #segments: Segments;
  readonly #sightings: IssueSightings;

  constructor(db: Database.Database, segments: Segments, sightings: IssueSightings) {
    this.#db = db;
    this.#segments = segments;
    this.#sightings = sightings;
  }

  /** Forms that this server does not know, as those of other rules, have no issue here to tell of. */
  restore(run: RunRow, exportedRun: string, { forms, createdAt, triage }: IssueRecord): void {
    const find = this.#db.prepare<[string], FormRow>("SELECT id, digest, issue_id FROM fingerprint WHERE digest = ?");
    const rows = forms.flatMap((digest) => find.get(digest) ?? []);
    const [first] = rows;
    if (first === undefined) return;
    const id = first.issue_id;
    const touched = this.#db.prepare("SELECT 1 FROM issue WHERE id = ? AND touched = 1").get(id) !== undefined;
    if (touched) return;
    this.#db.prepare("UPDATE issue SET created_at = min(created_at, ?) WHERE id = ?").run(createdAt, id);
    if (triage === null) return;
    this.#merge(id, rows, triage);
    const { version, state, decidedBy, decidedAt, untilRate, owner } = triage;
    this.#db.prepare(setDecision).run({ id, version, state, decidedBy, decidedAt, untilRate, owner });
    const segments = this.#segments.list(run.id);
    for (const { segment: name, split, step } of triage.through) {
      const segment = segments.find((one) => one.name === name)?.id;
      const values = { id, segment, split: toCode(splits, split), step: toStepNumber(step) };
      if (segment !== undefined) this.#db.prepare(insertThrough).run(values);
    }
    const insert = this.#db.prepare("INSERT INTO issue_event (issue_id, act, by, at, detail) VALUES (?, ?, ?, ?, ?)");
    for (const { act, by, at, detail } of triage.events) {
      insert.run(id, act, by, at, act === "reopened" ? renameRun(detail, exportedRun, run.name) : detail);
    }
    this.#reopen(id, run, renameRun(triage.reopened, exportedRun, run.name));
    this.#sightings.judgeIssue(id);
  }

  /** Forms that a person brought together there come together here. */
  #merge(to: number, rows: readonly FormRow[], { merges }: Triage): void {
    for (const { id: form, digest, issue_id: from } of rows) {
      const merge = merges.find((one) => one.form === digest);
      const isTouched = this.#db.prepare("SELECT 1 FROM issue WHERE id = ? AND touched = 1").get(from) !== undefined;
      if (from === to || isTouched) continue;
      if (merge !== undefined) this.#db.prepare(insertMove).run({ form, from, to, by: merge.by, at: merge.at });
      this.#db.prepare("UPDATE fingerprint SET issue_id = ? WHERE id = ?").run(to, form);
      this.#db
        .prepare(
          `UPDATE issue SET merged_into = ?, touched = 1, version = version + 1
           WHERE id = ? AND NOT EXISTS (SELECT 1 FROM fingerprint WHERE issue_id = issue.id)`,
        )
        .run(to, from);
    }
  }

  /** What reopened it there, so that finding it again is no news here. */
  #reopen(id: number, run: RunRow, reopened: string | null): void {
    if (reopened === null) return;
    const told: { run?: unknown; segment?: unknown; split?: unknown; step?: unknown } = JSON.parse(reopened);
    const segment = this.#segments.list(run.id).find(({ name }) => name === told.segment);
    const split = splits.find((one) => one === told.split);
    if (told.run !== run.name || segment === undefined || split === undefined) return;
    const step = typeof told.step === "number" ? told.step : null;
    const values = { id, reopened, segment: segment.id, split: toCode(splits, split), step: toStepNumber(step) };
    this.#db.prepare(setReopened).run(values);
  }
}

/** What happened in the exported run happened in this one. */
function renameRun(text: string | null, from: string, to: string): string | null {
  if (text === null || from === to) return text;
  const told: { run?: unknown } = JSON.parse(text);
  return told.run === from ? JSON.stringify({ ...told, run: to }) : text;
}
