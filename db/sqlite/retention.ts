import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import type { DoneAct, RetentionAct, RetentionRule, RetentionTerms } from "@/lib/core/retention";
import type { ActSlice, RetentionStore } from "../retention-store";
import { listRules } from "./read-retention";
import { findRun } from "./read-steps";
import { RetentionSlices } from "./retention-slices";
import type { SqliteWriter } from "./writer";

const upsertRule = `
  INSERT INTO retention_rule (project, payload_days, rollout_days, archived_days, changed_by, changed_at)
  VALUES (:project, :payloadDays, :rolloutDays, :archivedDays, :by, :now)
  ON CONFLICT (coalesce(project, char(1))) DO UPDATE SET
    payload_days = excluded.payload_days, rollout_days = excluded.rollout_days, archived_days = excluded.archived_days,
    changed_by = excluded.changed_by, changed_at = excluded.changed_at, version = version + 1`;

const selectDone = "SELECT at, act, run, rule, steps, rollouts, bytes FROM retention_act ORDER BY id DESC LIMIT ?";

const insertDone = `
  INSERT INTO retention_act (at, act, run, rule, steps, rollouts, bytes)
  VALUES (:at, :act, :run, :rule, :steps, :rollouts, :bytes)
  ON CONFLICT (at, act, run) DO NOTHING`;

/** Rules of retention and the book of what they did; what they remove goes through the queue that all share. */
export class SqliteRetention implements RetentionStore {
  readonly #db: Database.Database;
  readonly #writer: SqliteWriter;
  #slices: RetentionSlices | null = null;

  constructor(db: Database.Database, writer: SqliteWriter) {
    this.#db = db;
    this.#writer = writer;
  }

  async listRules(): Promise<readonly RetentionRule[]> {
    return listRules(this.#db);
  }

  async keepRule(
    project: string | null,
    terms: RetentionTerms,
    told: { readonly version: number | null; readonly by: string | null },
    now: number,
  ): Promise<RetentionRule> {
    return this.#writer.write((db) => {
      const find = () => listRules(db).find((rule) => rule.project === project);
      const before = find();
      if ((before?.version ?? null) !== told.version) throw refuseRule(before);
      db.prepare(upsertRule).run({ project, ...terms, by: told.by, now });
      const kept = find();
      if (kept === undefined) throw new Error("a rule vanished while it was written");
      return kept;
    });
  }

  async removeRule(project: string | null): Promise<boolean> {
    return this.#writer.write((db) => {
      return db.prepare("DELETE FROM retention_rule WHERE project IS ?").run(project).changes > 0;
    });
  }

  async applySlice(slice: ActSlice): Promise<number | null> {
    const { planned } = slice;
    if (planned.act === "rollouts" && slice.after === null) await this.#writer.settleIncidents(planned.run);
    return this.#writer.withRuns((db, runs) => {
      // As the database has it: what the writer remembers of a run does not say when it was heard of last.
      const run = findRun(db, planned.run);
      if (run === null || (run.last_seen_at ?? run.created_at) !== planned.activeAt) return null;
      this.#slices ??= new RetentionSlices(db);
      const next = this.#slices.apply(run, slice);
      if (planned.act === "rollouts") runs.touch(run);
      return next;
    });
  }

  async noteAct(done: DoneAct): Promise<void> {
    await this.#writer.write((db) => db.prepare(insertDone).run(done));
  }

  async listDone(limit: number): Promise<readonly DoneAct[]> {
    return this.#db.prepare<[number], DoneAct & { readonly act: RetentionAct }>(selectDone).all(limit);
  }
}

function refuseRule(before: RetentionRule | undefined): Problem {
  const now = before === undefined ? "there is none any more" : `it is at version ${before.version}`;
  return new Problem(
    "conflict",
    `The rule was changed meanwhile: ${now}. Nothing was stored. Read the rules again, and send what is still to change.`,
    { path: "version" },
  );
}
