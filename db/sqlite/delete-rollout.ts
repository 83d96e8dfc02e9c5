import type Database from "better-sqlite3";
import { compressSync, uncompressSync } from "lz4-napi";
import { splits } from "@/lib/core/rollout";
import { fromCode } from "./rows";
import type { Segments } from "./segments";
import type { Steps } from "./steps";

interface DeletedRow {
  readonly id: number;
  readonly run_id: number;
  readonly segment_id: number;
  readonly split: number;
  readonly step: number;
  readonly identity: Buffer | null;
}

interface Place {
  readonly block_id: number;
  readonly block_offset: number;
  readonly block_length: number;
}

const selectPlaces = `
  SELECT block_id, block_offset, block_length FROM rollout WHERE id = :id AND block_id IS NOT NULL
  UNION ALL
  SELECT block_id, block_offset, block_length FROM replaced_payload WHERE rollout_id = :id`;

const columns = "id, run_id, segment_id, split, step, identity";

/** Blanks one payload in its block: others of the block stay where they are. */
function blankPayload(db: Database.Database, row: Place): void {
  const block = db
    .prepare<[number], { encoding: number; body: Buffer }>("SELECT encoding, body FROM payload_block WHERE id = ?")
    .get(row.block_id);
  if (block === undefined) return;
  const raw = block.encoding === 0 ? block.body : uncompressSync(block.body);
  raw.fill(0x20, row.block_offset, row.block_offset + row.block_length);
  const body = block.encoding === 0 ? raw : compressSync(raw);
  db.prepare("UPDATE payload_block SET body = ? WHERE id = ?").run(body, row.block_id);
}

/** Removes a rollout with all its attempts and what was kept of their text. @returns false where there is none. */
export function deleteRollout(db: Database.Database, id: number, segments: Segments, steps: Steps): boolean {
  const row = db.prepare<[number], DeletedRow>(`SELECT ${columns} FROM rollout WHERE id = ?`).get(id);
  if (row === undefined) return false;
  const rows =
    row.identity === null
      ? [row]
      : db.prepare<[Buffer], DeletedRow>(`SELECT ${columns} FROM rollout WHERE identity = ?`).all(row.identity);
  const places = db.prepare<[object], Place>(selectPlaces);
  const remove = db.prepare("DELETE FROM rollout WHERE id = ?");
  const segment = segments.list(row.run_id).find((one) => one.id === row.segment_id);
  if (segment === undefined) throw new Error(`rollout ${id} stands in no segment`);
  steps.openBatch();
  for (const one of rows) {
    for (const place of places.all({ id: one.id })) blankPayload(db, place);
    remove.run(one.id);
    steps.markDirty(segment, fromCode(splits, one.split), one.step);
  }
  segments.recountFirstStep(segment);
  return true;
}
