import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import { isCompleted, type Rollout, splits } from "@/lib/core/rollout";
import type { AppendReceipt, RolloutBatch, RowOrigin } from "../store";
import type { Counters } from "./counters";
import { isKnownById, toIdentity } from "./identity";
import type { Names } from "./names";
import type { PayloadBlocks, PayloadPlace } from "./payload-blocks";
import { RolloutStatements } from "./rollout-statements";
import { fromCode, noStep, toCode } from "./rows";
import type { RunRow, Runs } from "./runs";
import type { SealedSteps } from "./sealed-steps";
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

const selectByIdentity = `
  SELECT id, split, step, counts, attempt, completed, content_hash
  FROM rollout
  WHERE identity = ?`;

const nothing: readonly ExistingRow[] = [];

/** A row of a batch with the place its payload will have. */
export interface PlacedRow {
  readonly index: number;
  readonly rollout: Rollout;
  readonly contentHash: Uint8Array;
  readonly payload: PayloadPlace | null;
  readonly origin?: RowOrigin | undefined;
}

/** A batch whose payloads have their places. */
export interface PlacedBatch extends Omit<RolloutBatch, "rows"> {
  readonly rows: Iterable<PlacedRow>;
}

class Tally {
  inserted = 0;
  updated = 0;
  duplicates = 0;
  superseded = 0;
  withoutIdentity = 0;
  readonly refused: { index: number; code: "step_missing" | "step_sealed" }[] = [];
}

/** Appends rows by the rules of identity: attempts, duplicates, updates, beaten failure records, segments. */
export class Appender {
  readonly #existing: Database.Statement<[Buffer], ExistingRow>;
  readonly #isKnown: Database.Statement<[Buffer], number>;
  readonly #statements: RolloutStatements;
  readonly #yield: Database.Statement<[number, number, number]>;
  readonly #keepReplaced: Database.Statement<[number]>;
  readonly #noteLabels: Database.Statement<[number, number]>;
  readonly #findKey: Database.Statement<[number, string], { request_hash: string; answer: string }>;
  readonly #keepKey: Database.Statement<[number, string, string, string, number]>;
  readonly #parts: AppenderParts;

  constructor(db: Database.Database, parts: AppenderParts) {
    this.#parts = parts;
    this.#existing = db.prepare(selectByIdentity);
    this.#isKnown = db.prepare<[Buffer], number>("SELECT 1 FROM rollout WHERE identity = ?").pluck();
    this.#statements = new RolloutStatements(db);
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

  append(batch: PlacedBatch): { readonly answer: string; readonly replayed: boolean } {
    const { counters, runs, steps } = this.#parts;
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
    const lastBefore = counters.lastRollout;
    steps.openBatch();
    let newest: number | null = null;
    for (const placed of batch.rows) {
      const receivedAt = placed.origin?.receivedAt ?? batch.receivedAt;
      newest = Math.max(newest ?? receivedAt, receivedAt);
      this.#appendRow(run, placed, receivedAt, tally);
    }
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
    const isNew = counters.lastRollout > lastBefore;
    const made = isNew ? { first: lastBefore + 1, last: counters.lastRollout } : null;
    runs.noteSeen(run.id, newest ?? batch.receivedAt, made);
    if (batch.idempotency !== null) {
      const { key, requestHash } = batch.idempotency;
      this.#keepKey.run(run.id, key, requestHash, answer, batch.receivedAt);
    }
    return { answer, replayed: false };
  }

  #appendRow(run: RunRow, placed: PlacedRow, now: number, tally: Tally): void {
    const { rollout } = placed;
    const segment = this.#parts.segments.resolve(run.id, rollout.segment, now);
    const byId = isKnownById(rollout);
    let step = this.#resolveStep(run, segment, placed);
    if (step === null && !byId) {
      tally.refused.push({ index: placed.index, code: "step_missing" });
      return;
    }
    const { split, group, sample, id } = rollout;
    const environmentId = rollout.environment === null ? null : this.#parts.names.intern(rollout.environment);
    const identity = toIdentity(segment, {
      split,
      step: step ?? noStep,
      environmentId,
      group,
      sample,
      id,
      lone: placed.origin?.lone ?? null,
    });
    const existing = this.#findExisting(identity);
    // A row that is known by its id and told without a step stays where it stands; only eval may stand in none.
    const standsIn = existing[0]?.step ?? noStep;
    if (byId && rollout.step === null && (standsIn !== noStep || rollout.split === "eval")) step = standsIn;
    if (step === null) {
      tally.refused.push({ index: placed.index, code: "step_missing" });
      return;
    }
    if (this.#parts.sealed.has(segment.id, toCode(splits, split), step)) {
      tally.refused.push({ index: placed.index, code: "step_sealed" });
      return;
    }
    if (identity === null) tally.withoutIdentity++;
    this.#store(run, segment, step, identity, existing, placed, now, tally);
  }

  /** Most rows are new: whether there is anything to read is asked by a cheaper statement first. */
  #findExisting(identity: Buffer | null): readonly ExistingRow[] {
    if (identity === null || this.#isKnown.get(identity) === undefined) return nothing;
    return this.#existing.all(identity);
  }

  #resolveStep(run: RunRow, segment: SegmentRow, { rollout }: PlacedRow): number | null {
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
    const { rollout, contentHash } = placed;
    const attempt = { attempt: rollout.attempt, completed: isCompleted(rollout.outcome) ? 1 : 0 };
    const same = existing.find((row) => row.attempt === attempt.attempt && row.completed === attempt.completed);
    if (same?.content_hash.equals(contentHash)) {
      tally.duplicates++;
      return;
    }

    const others = existing.filter((row) => row !== same);
    const winner = others.find(
      (row) => row.attempt > attempt.attempt || (row.attempt === attempt.attempt && row.completed > attempt.completed),
    );
    // All rows of an identity stand in one place: that of the one that counts.
    const place =
      winner === undefined
        ? { split: toCode(splits, rollout.split), step }
        : (others.find((row) => row.counts === 1) ?? winner);
    const split = fromCode(splits, place.split);
    const labelSet = names.internLabels(rollout.labels);
    if (labelSet !== null) this.#noteLabels.run(run.id, labelSet);
    const { payload } = placed;
    const written = {
      id: same?.id ?? counters.nextRollout(),
      runId: run.id,
      segmentId: segment.id,
      split: place.split,
      step: place.step,
      counts: winner === undefined ? 1 : 0,
      identity,
      contentHash,
      kindId: rollout.failureKind === null ? null : names.intern(rollout.failureKind),
      environmentId: rollout.environment === null ? null : names.intern(rollout.environment),
      labelSetId: labelSet,
      seenAt: now,
      blockId: payload === null ? null : this.#parts.blocks.write(run.id, payload),
      blockOffset: payload?.offset ?? null,
      blockLength: payload?.length ?? null,
    };
    if (same === undefined) this.#statements.insert(rollout, written);
    else {
      this.#keepReplaced.run(same.id);
      this.#statements.update(rollout, written);
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
  readonly sealed: SealedSteps;
  readonly segments: Segments;
  readonly steps: Steps;
}
