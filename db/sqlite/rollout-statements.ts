import type Database from "better-sqlite3";
import type { Rollout } from "@/lib/core/rollout";
import { toRolloutColumns } from "./rows";

/** In the order of the parameters, which are bound by place, one by one: by name costs a third more, as a list too. */
const ordinaryColumns = (
  "id run_id segment_id split step counts identity attempt completed content_hash outcome reward reward_state " +
  "mask_sources kind_id reason tags emptiness reports environment_id group_key sample label_set_id " +
  "finished_at duration_ms turns output_tokens seen_at block_id block_offset block_length"
).split(" ");

/** Columns that most rows leave empty: a row without any of them is written by a shorter statement. */
const rareColumns = (
  "sent_id truncated disposition trainer_reward advantage omit_reason components policy_first policy_last started_at " +
  "input_tokens session_id"
).split(" ");

const allColumns = [...ordinaryColumns, ...rareColumns];

function toInsert(columns: readonly string[]): string {
  return `INSERT INTO rollout (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}

const updateRollout = `
  UPDATE rollout SET (${allColumns.join(", ")}) = (${allColumns.map(() => "?").join(", ")})
  WHERE id = ?`;

/** What the store adds to a rollout. */
export interface RolloutPlace {
  readonly id: number;
  readonly runId: number;
  readonly segmentId: number;
  readonly split: number;
  readonly step: number;
  readonly counts: number;
  readonly identity: Buffer | null;
  readonly contentHash: Uint8Array;
  readonly kindId: number | null;
  readonly environmentId: number | null;
  readonly labelSetId: number | null;
  readonly seenAt: number;
  readonly blockId: number | null;
  readonly blockOffset: number | null;
  readonly blockLength: number | null;
}

/** Writes rollout rows. */
export class RolloutStatements {
  readonly #insertOrdinary: Database.Statement;
  readonly #insert: Database.Statement;
  readonly #update: Database.Statement;

  constructor(db: Database.Database) {
    this.#insertOrdinary = db.prepare(toInsert(ordinaryColumns));
    this.#insert = db.prepare(toInsert(allColumns));
    this.#update = db.prepare(updateRollout);
  }

  insert(rollout: Rollout, place: RolloutPlace): void {
    const values = toValues(rollout, place);
    (values.length === ordinaryColumns.length ? this.#insertOrdinary : this.#insert).run(...values);
  }

  /** Writes a row over the one of the same number. */
  update(rollout: Rollout, place: RolloutPlace): void {
    const values = toValues(rollout, place);
    while (values.length < allColumns.length) values.push(null);
    this.#update.run(...values, place.id);
  }
}

/** Values of the ordinary columns, and of the rare ones where any is told. */
function toValues(rollout: Rollout, place: RolloutPlace): unknown[] {
  const record = toRolloutColumns(rollout);
  const values: unknown[] = [
    place.id,
    place.runId,
    place.segmentId,
    place.split,
    place.step,
    place.counts,
    place.identity,
    record.attempt,
    record.completed,
    place.contentHash,
    record.outcome,
    record.reward,
    record.reward_state,
    record.mask_sources,
    place.kindId,
    record.reason,
    record.tags,
    record.emptiness,
    record.reports,
    place.environmentId,
    record.group_key,
    record.sample,
    place.labelSetId,
    record.finished_at,
    record.duration_ms,
    record.turns,
    record.output_tokens,
    place.seenAt,
    place.blockId,
    place.blockOffset,
    place.blockLength,
  ];
  const rare = [
    record.sent_id,
    record.truncated,
    record.disposition,
    record.trainer_reward,
    record.advantage,
    record.omit_reason,
    record.components,
    record.policy_first,
    record.policy_last,
    record.started_at,
    record.input_tokens,
    record.session_id,
  ];
  if (rare.some((value) => value !== null)) values.push(...rare);
  return values;
}
