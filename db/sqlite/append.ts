import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import { splits } from "@/lib/core/rollout";
import type { AppendReceipt, RolloutBatch, RolloutRow } from "../store";
import type { Counters } from "./counters";
import { isKnownById, toIdentity } from "./identity";
import type { Names } from "./names";
import type { PayloadBlocks, PayloadPlace } from "./payload-blocks";
import { fromCode, noStep, toRolloutColumns } from "./rows";
import type { RunRow, Runs } from "./runs";
import type { SegmentRow, Segments } from "./segments";
import type { Steps } from "./steps";

interface ExistingRow {
  readonly id: number;
  readonly split: number;
  readonly step: number;
  readonly counts: number;
  readonly attempt: number;
  readonly completed: number;
  readonly content_hash: Buffer;
}

/** In the order of the parameters, which are bound by place: by name costs a third more. */
const columns = [
  "id, run_id, segment_id, split, step, counts, identity, attempt, completed, content_hash, outcome, reward",
  "reward_state, mask_sources, kind_id, reason, tags, emptiness, reports_generation, environment_id, group_key",
  "sample, sent_id, label_set_id, truncated, disposition, trainer_reward, advantage, omit_reason, components",
  "policy_first, policy_last, started_at, finished_at, duration_ms, turns, input_tokens, output_tokens, session_id",
  "seen_at, block_id, block_offset, block_length",
]
  .join(", ")
  .split(", ");

const insertRollout = `
  INSERT INTO rollout (${columns.join(", ")})
  VALUES (${columns.map(() => "?").join(", ")})`;

const updateRollout = `
  UPDATE rollout SET (${columns.join(", ")}) = (${columns.map(() => "?").join(", ")})
  WHERE id = ?`;

const selectByIdentity = `
  SELECT id, split, step, counts, attempt, completed, content_hash
  FROM rollout
  WHERE identity = ?`;

/** A row of a batch with the place its payload will have. */
export interface PlacedRow {
  readonly row: RolloutRow;
  readonly payload: PayloadPlace | null;
}

class Tally {
  inserted = 0;
  updated = 0;
  duplicates = 0;
  superseded = 0;
  withoutIdentity = 0;
  readonly refused: { index: number; code: "step_missing" }[] = [];
}

/** Appends rows by the rules of identity: attempts, duplicates, updates, beaten failure records, segments. */
export class Appender {
  readonly #existing: Database.Statement<[Buffer], ExistingRow>;
  readonly #insert: Database.Statement;
  readonly #update: Database.Statement;
  readonly #yield: Database.Statement<[number, number, number]>;
  readonly #keepReplaced: Database.Statement<[number]>;
  readonly #noteLabels: Database.Statement<[number, number]>;
  readonly #findKey: Database.Statement<[number, string], { request_hash: string; answer: string }>;
  readonly #keepKey: Database.Statement<[number, string, string, string, number]>;
  readonly #parts: AppenderParts;

  constructor(db: Database.Database, parts: AppenderParts) {
    this.#parts = parts;
    this.#existing = db.prepare(selectByIdentity);
    this.#insert = db.prepare(insertRollout);
    this.#update = db.prepare(updateRollout);
    this.#keepReplaced = db.prepare(`
      INSERT OR IGNORE INTO replaced_payload (rollout_id, block_id, block_offset, block_length)
      SELECT id, block_id, block_offset, block_length FROM rollout WHERE id = ? AND block_id IS NOT NULL`);
    this.#yield = db.prepare("UPDATE rollout SET counts = 0, split = ?, step = ? WHERE id = ?");
    this.#noteLabels = db.prepare("INSERT OR IGNORE INTO run_label_set (run_id, label_set_id) VALUES (?, ?)");
    this.#findKey = db.prepare("SELECT request_hash, answer FROM idempotency WHERE run_id = ? AND key = ?");
    this.#keepKey = db.prepare(
      "INSERT INTO idempotency (run_id, key, request_hash, answer, created_at) VALUES (?, ?, ?, ?, ?)",
    );
  }

  append(batch: RolloutBatch, rows: readonly PlacedRow[]): { readonly answer: string; readonly replayed: boolean } {
    const { runs, steps } = this.#parts;
    const run = runs.ensure(batch.run, batch.receivedAt);
    if (batch.idempotency !== null) {
      const kept = this.#findKey.get(run.id, batch.idempotency.key);
      if (kept !== undefined) {
        if (kept.request_hash === batch.idempotency.requestHash) return { answer: kept.answer, replayed: true };
        throw new Problem(
          "idempotency_key_reused",
          "This Idempotency-Key was used for a request with another body. Nothing of this one was stored; use a new key for new rows.",
          { path: "Idempotency-Key" },
        );
      }
    }
    const tally = new Tally();
    steps.openBatch();
    for (const placed of rows) this.#appendRow(run, placed, batch.receivedAt, tally);
    runs.noteSeen(run.id, batch.receivedAt);
    const receipt: AppendReceipt = {
      inserted: tally.inserted,
      updated: tally.updated,
      duplicates: tally.duplicates,
      superseded: tally.superseded,
      refused: tally.refused,
      withoutIdentity: tally.withoutIdentity,
      overfull: steps.listOverfull(run),
    };
    const answer = batch.answer(receipt);
    if (batch.idempotency !== null) {
      const { key, requestHash } = batch.idempotency;
      this.#keepKey.run(run.id, key, requestHash, answer, batch.receivedAt);
    }
    return { answer, replayed: false };
  }

  #appendRow(run: RunRow, placed: PlacedRow, now: number, tally: Tally): void {
    const { rollout } = placed.row;
    const segment = this.#parts.segments.resolve(run.id, rollout.segment, now);
    const byId = isKnownById(rollout);
    let step = this.#resolveStep(run, segment, placed.row);
    if (step === null && !byId) {
      tally.refused.push({ index: placed.row.index, code: "step_missing" });
      return;
    }
    const { split, group, sample, id } = rollout;
    const environmentId = rollout.environment === null ? null : this.#parts.names.intern(rollout.environment);
    const identity = toIdentity(segment.id, { split, step: step ?? noStep, environmentId, group, sample, id });
    const existing = identity === null ? [] : this.#existing.all(identity);
    // A row that is known by its id and told without a step stays where it stands; only eval may stand in none.
    const standsIn = existing[0]?.step ?? noStep;
    if (byId && rollout.step === null && (standsIn !== noStep || rollout.split === "eval")) step = standsIn;
    if (step === null) {
      tally.refused.push({ index: placed.row.index, code: "step_missing" });
      return;
    }
    if (identity === null) tally.withoutIdentity++;
    this.#store(run, segment, step, identity, existing, placed, now, tally);
  }

  #resolveStep(run: RunRow, segment: SegmentRow, { rollout }: RolloutRow): number | null {
    if (rollout.step !== null) return rollout.step;
    if (rollout.split === "eval") return noStep;
    return run.current_segment === segment.id ? run.current_step : null;
  }

  #store(
    run: RunRow,
    segment: SegmentRow,
    step: number,
    identity: Buffer | null,
    existing: readonly ExistingRow[],
    placed: PlacedRow,
    now: number,
    tally: Tally,
  ): void {
    const { counters, names, segments, steps } = this.#parts;
    const { rollout, contentHash } = placed.row;
    const record = toRolloutColumns(rollout);
    const same = existing.find((row) => row.attempt === record.attempt && row.completed === record.completed);
    const hash = Buffer.from(contentHash, "hex");
    if (same?.content_hash.equals(hash)) {
      tally.duplicates++;
      return;
    }

    const others = existing.filter((row) => row !== same);
    const winner = others.find(
      (row) => row.attempt > record.attempt || (row.attempt === record.attempt && row.completed > record.completed),
    );
    // All rows of an identity stand in one place: that of the one that counts.
    const place =
      winner === undefined ? { split: record.split, step } : (others.find((row) => row.counts === 1) ?? winner);
    const split = fromCode(splits, place.split);
    const labelSet = names.internLabels(rollout.labels);
    if (labelSet !== null) this.#noteLabels.run(run.id, labelSet);
    const values: readonly unknown[] = [
      same?.id ?? counters.nextRollout(),
      run.id,
      segment.id,
      place.split,
      place.step,
      winner === undefined ? 1 : 0,
      identity,
      record.attempt,
      record.completed,
      hash,
      record.outcome,
      record.reward,
      record.reward_state,
      record.mask_sources,
      rollout.failureKind === null ? null : names.intern(rollout.failureKind),
      record.reason,
      record.tags,
      record.emptiness,
      record.reports_generation,
      rollout.environment === null ? null : names.intern(rollout.environment),
      record.group_key,
      record.sample,
      record.sent_id,
      labelSet,
      record.truncated,
      record.disposition,
      record.trainer_reward,
      record.advantage,
      record.omit_reason,
      record.components,
      record.policy_first,
      record.policy_last,
      record.started_at,
      record.finished_at,
      record.duration_ms,
      record.turns,
      record.input_tokens,
      record.output_tokens,
      record.session_id,
      now,
      placed.payload === null ? null : this.#parts.blocks.write(run.id, placed.payload),
      placed.payload?.offset ?? null,
      placed.payload?.length ?? null,
    ];
    if (same === undefined) this.#insert.run(values);
    else {
      this.#keepReplaced.run(same.id);
      this.#update.run(values, same.id);
    }
    if (winner === undefined) {
      for (const row of others) this.#yield.run(place.split, place.step, row.id);
      const left = existing.filter((row) => row.step !== place.step || row.split !== place.split);
      for (const row of left) steps.markDirty(segment, fromCode(splits, row.split), row.step);
      if (left.length > 0) segments.recountFirstStep(segment);
    }
    if (split === "train") segments.noteStep(segment, place.step);
    steps.markDirty(segment, split, place.step);

    const isOld = place.step >= (segment.superseded_from ?? Number.MAX_SAFE_INTEGER);
    if (winner !== undefined || isOld) tally.superseded++;
    else if (existing.length > 0) tally.updated++;
    else tally.inserted++;
  }
}

export interface AppenderParts {
  readonly counters: Counters;
  readonly names: Names;
  readonly blocks: PayloadBlocks;
  readonly runs: Runs;
  readonly segments: Segments;
  readonly steps: Steps;
}
