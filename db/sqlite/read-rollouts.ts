import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import { failedWithoutKind, maskedWithoutKind } from "@/lib/core/failure-kind";
import { isSuspectedFalseZero } from "@/lib/core/false-zero";
import { storedOutcomes } from "@/lib/core/outcome";
import { splits } from "@/lib/core/rollout";
import type { RolloutDetail, RolloutFilter, RolloutPage, RolloutSort, StoredRollout } from "@/lib/core/stored-rollout";
import { readPayload } from "./payload-blocks";
import { toLabelCondition } from "./read-labelled-steps";
import { findRun } from "./read-steps";
import { toFilterCondition } from "./rollout-conditions";
import { isLostOutcome, noStep, type RolloutRecord, toCode, toRollout } from "./rows";
import { isShownRun, judgeRunState, type RunRow, toSettings } from "./runs";
import { suspectedCondition } from "./suspected-condition";

const recordColumns = `
  r.*, run.name AS run, run.settings, segment.name AS segment, segment.superseded_from,
  kind.text AS kind, environment.text AS environment, label_set.labels,
  (SELECT f.issue_id FROM issue_rollout AS i JOIN fingerprint AS f ON f.id = i.fingerprint_id
   WHERE i.rollout_id = r.id) AS issue_id`;

const fromRecord = `
  FROM rollout AS r
  JOIN run     ON run.id = r.run_id
  JOIN segment ON segment.id = r.segment_id
  LEFT JOIN name AS kind        ON kind.id = r.kind_id
  LEFT JOIN name AS environment ON environment.id = r.environment_id
  LEFT JOIN label_set           ON label_set.id = r.label_set_id`;

export const selectRecord = `SELECT ${recordColumns} ${fromRecord}`;

const selectSameIdentity = `${selectRecord}
  WHERE r.identity = ?
  ORDER BY r.attempt DESC, r.completed DESC`;

const selectSiblings = `${selectRecord}
  WHERE r.segment_id = :segment_id AND r.split = :split AND r.step = :step AND r.group_key = :group_key
    AND r.environment_id IS :environment_id AND r.counts = 1
  ORDER BY r.sample, r.id
  LIMIT 1000`;

export type RecordRow = RolloutRecord & {
  readonly settings: string;
  readonly run_id: number;
  readonly segment_id: number;
  readonly environment_id: number | null;
  readonly issue_id: number | null;
};

/** The columns that order a page, each sort with the row number last so that no two rows are equal. */
const orders: Readonly<{ [Sort in RolloutSort]: { readonly key: string; readonly direction: "ASC" | "DESC" } }> = {
  newest: { key: "r.id", direction: "DESC" },
  oldest: { key: "r.id", direction: "ASC" },
  step: { key: "r.step", direction: "ASC" },
  // Unmeasured values come last: no reward and no duration is smaller than the smallest.
  reward: { key: "coalesce(r.reward, -9e999)", direction: "DESC" },
  duration: { key: "coalesce(r.duration_ms, -1)", direction: "DESC" },
};

/** Matching rows are counted up to here. */
const countLimit = 10_000;

function toStored(row: RecordRow, attempts: number, lostAttempts: number): StoredRollout {
  const rollout = toRollout(row);
  const isOld = row.superseded_from !== null && row.step >= row.superseded_from;
  return {
    ...rollout,
    key: row.id,
    run: row.run,
    segmentName: row.segment,
    seenAt: row.seen_at,
    attempts,
    lostAttempts,
    counts: row.counts === 1 && !isOld,
    supersededBy: row.counts === 0 ? "newer_attempt" : isOld ? "newer_segment" : null,
    suspected: isSuspectedFalseZero(rollout, toSettings(row).failureReward),
    issue: row.issue_id,
  };
}

/** All rows of one identity, the counting one first judged against the others. */
function withAttempts(sameIdentity: Database.Statement<[Buffer], RecordRow>, row: RecordRow): StoredRollout[] {
  const rows = row.identity === null ? [row] : sameIdentity.all(row.identity);
  const counting = rows.find((one) => one.counts === 1) ?? row;
  const numbers = new Set(rows.map((one) => one.attempt));
  const lost = [...numbers].filter((attempt) => {
    if (attempt === counting.attempt) return false;
    return rows.filter((one) => one.attempt === attempt).every((one) => isLostOutcome(one.outcome));
  });
  return rows.map((one) => {
    const stored = toStored(one, numbers.size, lost.length);
    if (one.counts === 1 || one.attempt !== counting.attempt) return stored;
    return { ...stored, supersededBy: "completed_result" };
  });
}

interface Condition {
  readonly sql: string;
  readonly values: object;
}

function isFoundBySteps(filter: RolloutFilter): boolean {
  return filter.from !== undefined || filter.to !== undefined || filter.sort === "step";
}

const fewSteps = 100;

/** Whether so few steps are asked for that their index is the shortest way: a plus keeps out those that begin with the run. */
function isOfFewSteps({ from, to }: RolloutFilter): boolean {
  return from !== undefined && to !== undefined && to - from < fewSteps;
}

/**
 * Where in the table a run's rows are looked for: a range of steps by its index, else the stretch of numbers that the
 * run's rows were given, in whose order a page is read.
 */
function toPlaceCondition(filter: RolloutFilter): string {
  return isFoundBySteps(filter)
    ? "r.segment_id IN (SELECT id FROM segment WHERE run_id = :run) AND +r.id BETWEEN :first AND :last"
    : "r.id BETWEEN :first AND :last";
}

const ofIssue = `
  r.id IN (SELECT i.rollout_id FROM fingerprint AS f JOIN issue_rollout AS i ON i.fingerprint_id = f.id
           WHERE f.issue_id = :issue)`;

/** Which rows a filter means, in SQL. @param now what the state of its run is judged by. */
export function toCondition(run: RunRow, filter: RolloutFilter, now: number): Condition {
  const labels = toLabelCondition(filter.labels);
  const where = toFilterCondition(filter.where ?? [], judgeRunState(run, now));
  const values = {
    run: run.id,
    first: run.first_rollout ?? 0,
    last: run.last_rollout ?? -1,
    split: toCode(splits, filter.split),
    from: filter.from ?? noStep,
    to: filter.to ?? Number.MAX_SAFE_INTEGER,
    segment: filter.segment ?? null,
    environment: filter.environment ?? null,
    outcome: filter.outcome === undefined ? null : toCode(storedOutcomes, filter.outcome),
    kind: filter.kind ?? null,
    group: filter.group ?? null,
    issue: filter.issue ?? null,
    words: filter.query === undefined || filter.query === "" ? null : filter.query.toLowerCase(),
    ...labels.values,
    ...where.values,
  };
  const parts = [
    toPlaceCondition(filter),
    `${isOfFewSteps(filter) ? "+" : ""}r.run_id = :run`,
    "r.split = :split AND r.counts = 1 AND r.step BETWEEN :from AND :to",
    filter.segment === undefined
      ? "r.step < coalesce(segment.superseded_from, 9e15) AND :segment IS NULL"
      : "segment.name = :segment",
    filter.environment === undefined ? ":environment IS NULL" : "environment.text = :environment",
    filter.outcome === undefined ? ":outcome IS NULL" : "r.outcome = :outcome",
    toKindCondition(filter),
    filter.group === undefined ? ":group IS NULL" : "r.group_key = :group",
    filter.issue === undefined ? ":issue IS NULL" : ofIssue,
    ":words IS NULL OR instr(fold(r.reason), :words) > 0",
    ...where.sql,
  ];
  if (filter.suspected === true) {
    parts.push(suspectedCondition("coalesce(run.settings ->> '$.failureReward', 0)"));
  }
  return { sql: `${parts.map((part) => `(${part})`).join(" AND ")}${labels.sql}`, values };
}

function toKindCondition(filter: RolloutFilter): string {
  const { kind } = filter;
  if (kind === undefined) return ":kind IS NULL";
  if (kind === maskedWithoutKind) return "r.kind_id IS NULL AND r.outcome = 1 AND :kind IS NOT NULL";
  if (kind === failedWithoutKind) return "r.kind_id IS NULL AND r.outcome = 3 AND :kind IS NOT NULL";
  // Within a few steps the index of steps is the shorter way; the plus keeps the one of kinds out.
  return `${isFoundBySteps(filter) ? "+" : ""}r.kind_id = (SELECT id FROM name WHERE text = :kind)`;
}

interface Cursor {
  readonly value: number;
  readonly id: number;
}

function encodeCursor(sort: RolloutSort, cursor: Cursor): string {
  return Buffer.from(`${sort}/${cursor.value}/${cursor.id}`).toString("base64url");
}

/** @throws Problem where the text is no cursor of this list: starting again by itself would never end. */
function decodeCursor(sort: RolloutSort, text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  const decoded = Buffer.from(text, "base64url").toString();
  const match = /^([a-z]+)\/(-?[\d.e+-]+|-Infinity)\/(\d{1,15})$/.exec(decoded);
  if (match?.[1] !== sort) {
    throw new Problem("invalid_request", "The cursor is not one of this list in this order. Start without it.", {
      path: "cursor",
    });
  }
  return { value: Number(match[2]), id: Number(match[3]) };
}

/** @throws Problem `invalid_request` for a cursor that is not of this list. */
export function checkCursor(filter: RolloutFilter): void {
  decodeCursor(filter.sort, filter.cursor);
}

/** One page of rollouts by keyset, so that its cost does not depend on how far one has paged. */
export function listRollouts(db: Database.Database, filter: RolloutFilter, now: number): RolloutPage {
  const run = findRun(db, filter.run);
  if (run === null) return { rollouts: [], next: null, total: 0 };
  const { sql, values } = toCondition(run, filter, now);
  const { key, direction } = orders[filter.sort];
  const after = decodeCursor(filter.sort, filter.cursor);
  const beyond = direction === "ASC" ? ">" : "<";
  const keyset = after === null ? "" : ` AND (${key}, r.id) ${beyond} (:afterValue, :afterId)`;
  const page = db
    .prepare<[object], RecordRow & { sort_value: number }>(
      `SELECT ${recordColumns}, ${key} AS sort_value ${fromRecord}
       WHERE ${sql}${keyset} ORDER BY ${key} ${direction}, r.id ${direction} LIMIT :limit`,
    )
    .all({ ...values, afterValue: after?.value ?? null, afterId: after?.id ?? null, limit: filter.limit + 1 });
  const shown = page.slice(0, filter.limit);
  const last = shown[shown.length - 1];
  const total = filter.isCounted === false ? null : countMatches(db, sql, values);
  // Once a page: to prepare it takes far longer than to read what it finds.
  const sameIdentity = db.prepare<[Buffer], RecordRow>(selectSameIdentity);
  return {
    rollouts: shown.map(
      (row) => withAttempts(sameIdentity, row).find((one) => one.key === row.id) ?? toStored(row, 1, 0),
    ),
    next:
      page.length > filter.limit && last !== undefined
        ? encodeCursor(filter.sort, { value: last.sort_value, id: last.id })
        : null,
    total,
  };
}

/** How many match; null where counting on would be too much. */
function countMatches(db: Database.Database, sql: string, values: Condition["values"]): number | null {
  const counted = db
    .prepare<[object], { total: number }>(
      `SELECT count(*) AS total FROM (SELECT 1 ${fromRecord} WHERE ${sql} LIMIT ${countLimit + 1})`,
    )
    .get(values);
  const total = counted?.total ?? 0;
  return total > countLimit ? null : total;
}

/** One rollout with its attempts, its siblings in the group and its payload. */
export async function readRollout(db: Database.Database, id: number): Promise<RolloutDetail | null> {
  const row = db.prepare<[number], RecordRow>(`${selectRecord} WHERE r.id = ? AND ${isShownRun}`).get(id);
  if (row === undefined) return null;
  const attempts = withAttempts(db.prepare(selectSameIdentity), row);
  const siblings =
    row.group_key === null
      ? []
      : db
          .prepare<[object], RecordRow>(selectSiblings)
          .all({
            segment_id: row.segment_id,
            split: row.split,
            step: row.step,
            group_key: row.group_key,
            environment_id: row.environment_id,
          })
          .map((sibling) => toStored(sibling, 1, 0));
  const { block_id: block, block_offset: offset, block_length: length } = row;
  const payload =
    block === null || offset === null || length === null
      ? null
      : await readPayload(db, { run: row.run_id, block, offset, length });
  return {
    rollout: attempts.find((one) => one.key === id) ?? toStored(row, 1, 0),
    attempts: attempts.filter((one) => one.key !== id),
    siblings,
    payload,
  };
}
