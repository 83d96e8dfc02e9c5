import type Database from "better-sqlite3";
import { countedKind } from "@/lib/core/counted-kind";
import { toFingerprint } from "@/lib/core/issues/fingerprint";
import { rulesVersion } from "@/lib/core/issues/template-rules";
import { type StoredOutcome, storedOutcomes } from "@/lib/core/outcome";
import type { SealedForm } from "@/lib/core/run-record";
import type { SummarisedRollout } from "@/lib/core/step-summary";
import { IssueForms } from "./issue-forms";
import type { SearchTexts } from "./search-texts";

/** A step of a segment, by the numbers of its columns. */
export interface StepPlace {
  readonly segment_id: number;
  readonly split: number;
  readonly step: number;
}

const selectMembers = `
  SELECT i.rollout_id, i.fingerprint_id
  FROM rollout AS r
  JOIN issue_rollout AS i ON i.rollout_id = r.id
  WHERE r.segment_id = :segment_id AND r.split = :split AND r.step = :step`;

const upsertMember = `
  INSERT INTO issue_rollout (rollout_id, fingerprint_id) VALUES (?, ?)
  ON CONFLICT (rollout_id) DO UPDATE SET fingerprint_id = excluded.fingerprint_id`;

const insertStep = `
  INSERT INTO issue_step
    (fingerprint_id, segment_id, split, step, scored, masked, unscored, failed, omitted, last_at)
  VALUES
    (:fingerprint, :segment_id, :split, :step, :scored, :masked, :unscored, :failed, :omitted, :lastAt)`;

const pruneIssues = `
  DELETE FROM issue
  WHERE touched = 0
    AND NOT EXISTS (
      SELECT 1 FROM fingerprint AS f JOIN issue_step AS s ON s.fingerprint_id = f.id WHERE f.issue_id = issue.id)
    AND (:issue IS NULL OR id = :issue)`;

class StepTally {
  readonly counts: Record<StoredOutcome, number> = { scored: 0, masked: 0, unscored: 0, failed: 0, omitted: 0 };
  lastAt = Number.NEGATIVE_INFINITY;
}

/** Where failure issues were seen: made with a step's summary, from the same rows; no number is ever adjusted. */
export class IssueSteps {
  readonly #forms: IssueForms;
  readonly #texts: SearchTexts;
  readonly #members: Database.Statement<[StepPlace], { rollout_id: number; fingerprint_id: number }>;
  readonly #upsertMember: Database.Statement<[number, number]>;
  readonly #dropMember: Database.Statement<[number]>;
  readonly #dropSteps: Database.Statement<[StepPlace], { fingerprint_id: number }>;
  readonly #insertStep: Database.Statement<[object]>;
  readonly #insertPlace: Database.Statement<[number, number, number]>;
  readonly #hasDirty: Database.Statement<[], number>;
  readonly #issueOf: Database.Statement<[number], { issue_id: number }>;
  readonly #prune: Database.Statement<[{ issue: number | null }]>;
  /** Fingerprints that left a step: theirs may be an issue that nobody knows and that is nowhere any more. */
  readonly #left = new Set<number>();

  constructor(db: Database.Database, texts: SearchTexts) {
    this.#texts = texts;
    this.#forms = new IssueForms(db);
    this.#members = db.prepare(selectMembers);
    this.#upsertMember = db.prepare(upsertMember);
    this.#dropMember = db.prepare("DELETE FROM issue_rollout WHERE rollout_id = ?");
    this.#dropSteps = db.prepare(
      "DELETE FROM issue_step WHERE segment_id = :segment_id AND split = :split AND step = :step RETURNING fingerprint_id",
    );
    this.#insertStep = db.prepare(insertStep);
    this.#insertPlace = db.prepare(
      "INSERT OR IGNORE INTO issue_place (segment_id, split, fingerprint_id) VALUES (?, ?, ?)",
    );
    this.#hasDirty = db.prepare<[], number>("SELECT 1 FROM dirty_step LIMIT 1").pluck();
    this.#issueOf = db.prepare("SELECT issue_id FROM fingerprint WHERE id = ?");
    this.#prune = db.prepare(pruneIssues);
  }

  /**
   * Makes again what a step says of issues.
   *
   * @param ids the rollouts' numbers, in their order.
   */
  replaceStep(place: StepPlace, ids: readonly number[], rollouts: readonly SummarisedRollout[]): void {
    const before = new Map(this.#members.all(place).map((row) => [row.rollout_id, row.fingerprint_id]));
    const tallies = new Map<number, StepTally>();
    rollouts.forEach((rollout, index) => {
      const kind = countedKind(rollout);
      const id = ids[index];
      if (kind === null || id === undefined) return;
      const fingerprint = this.#forms.read(kind, rollout.failureReason, rollout.seenAt);
      if (before.get(id) !== fingerprint) this.#upsertMember.run(id, fingerprint);
      before.delete(id);
      this.#texts.noteReason(place.segment_id, fingerprint, id, rollout.failureReason);
      const tally = tallies.get(fingerprint) ?? new StepTally();
      tallies.set(fingerprint, tally);
      tally.counts[rollout.outcome]++;
      tally.lastAt = Math.max(tally.lastAt, rollout.finishedAt ?? rollout.seenAt);
    });
    for (const id of before.keys()) this.#dropMember.run(id);
    for (const { fingerprint_id: fingerprint } of this.#dropSteps.all(place)) {
      if (!tallies.has(fingerprint)) this.#left.add(fingerprint);
    }
    for (const [fingerprint, { counts, lastAt }] of tallies) {
      this.#insertStep.run({ ...place, ...counts, fingerprint, lastAt });
      this.#insertPlace.run(place.segment_id, place.split, fingerprint);
    }
  }

  /** What a step that was sealed elsewhere says of issues. @param seenAt when the last of its rollouts came in. */
  keepSealed(place: StepPlace, forms: readonly SealedForm[], seenAt: number): void {
    this.#dropSteps.all(place);
    for (const form of forms) {
      const { digest: _, rules, kind, template, ...counts } = form;
      const digest = rules === rulesVersion ? toFingerprint(kind, template) : form.digest;
      const fingerprint = this.#forms.keep({ digest, rules, kind, template }, seenAt);
      this.#insertStep.run({ ...place, ...counts, fingerprint });
      this.#insertPlace.run(place.segment_id, place.split, fingerprint);
    }
  }

  /** Issues that nobody touched go with their last occurrence, once no step waits that may still have one. */
  pruneLeft(): void {
    if (this.#left.size === 0 || this.#hasDirty.get() !== undefined) return;
    let pruned = 0;
    for (const fingerprint of this.#left) {
      const issue = this.#issueOf.get(fingerprint)?.issue_id;
      if (issue !== undefined) pruned += this.#prune.run({ issue }).changes;
    }
    this.#left.clear();
    if (pruned > 0) this.forget();
  }

  /** The same for all of them, after what may have emptied any. */
  pruneAll(): void {
    if (this.#hasDirty.get() !== undefined) return;
    this.#prune.run({ issue: null });
    this.#left.clear();
    this.forget();
  }

  forget(): void {
    this.#forms.forget();
    this.#texts.forget();
  }
}

/** Sum of a row's outcomes, in SQL. */
export const occurrences = storedOutcomes.map((outcome) => `s.${outcome}`).join(" + ");
