import type Database from "better-sqlite3";
import type { ExportedRollout, ExportPart } from "@/lib/core/run-record";
import type { RolloutFilter } from "@/lib/core/stored-rollout";
import { readLone } from "./identity";
import { PayloadReader } from "./payload-blocks";
import { readFindings } from "./read-export-findings";
import { readDeclarations } from "./read-export-records";
import { type RecordRow, selectRecord, toCondition } from "./read-rollouts";
import { findRun } from "./read-steps";
import { toRollout } from "./rows";
import type { RunRow } from "./runs";

/** Rows that are held at once. */
const pageRows = 500;

/** Of a sealed step, which is told itself: the last rows of one may still be on their way out. */
const ofSealed = `EXISTS (
  SELECT 1 FROM sealed_step AS z WHERE z.segment_id = r.segment_id AND z.split = r.split AND z.step = r.step)`;

type ExportRow = RecordRow & { readonly content_hash: Buffer; readonly seen_at: number };

/** What a row without identity is known by in every copy: no two rows of a run have the same. */
function toLone(row: ExportRow): string {
  return `${row.content_hash.toString("hex", 0, 8)}:${row.id.toString(36)}`;
}

function toExported(row: ExportRow, payloads: PayloadReader): ExportedRollout {
  const { block_id: block, block_offset: offset, block_length: length, identity } = row;
  const isKept = block !== null && offset !== null && length !== null;
  return {
    rollout: toRollout(row),
    contentHash: row.content_hash.toString("hex"),
    receivedAt: row.seen_at,
    lone: identity === null ? toLone(row) : readLone(identity),
    payload: isKept ? payloads.read(row.run_id, block, offset, length) : null,
  };
}

function* readRows(
  db: Database.Database,
  run: RunRow,
  filter: RolloutFilter | null,
  now: number,
): Generator<ExportPart> {
  const payloads = new PayloadReader(db);
  const all = { sql: `r.id BETWEEN :first AND :last AND r.run_id = :run AND NOT (${ofSealed})`, values: {} };
  const { sql, values } = filter === null ? all : toCondition(run, { ...filter, sort: "oldest" }, now);
  const page = db.prepare<[object], ExportRow>(
    `${selectRecord} WHERE ${sql} AND r.id > :after ORDER BY r.id LIMIT ${pageRows}`,
  );
  const place = { run: run.id, first: run.first_rollout ?? 0, last: run.last_rollout ?? -1 };
  for (let after = 0; ; ) {
    const rows = page.all({ ...place, ...values, after });
    for (const row of rows) yield { record: "rollout", row: toExported(row, payloads) };
    const last = rows[rows.length - 1];
    if (last === undefined || rows.length < pageRows) return;
    after = last.id;
  }
}

/**
 * All of a run, or the rollouts that a filter means with the launches they are of, in the order in which an import wants
 * it. Whoever reads it holds a transaction, so that it is of one moment.
 *
 * @param filter null: the whole run, older attempts and superseded steps included. @returns nothing of no run.
 */
export function* readExport(
  db: Database.Database,
  name: string,
  filter: RolloutFilter | null,
  now: number,
): Generator<ExportPart> {
  const run = findRun(db, name);
  if (run === null) return;
  yield* readDeclarations(db, run, filter === null);
  yield* readRows(db, run, filter, now);
  if (filter === null) yield* readFindings(db, run, now);
}
