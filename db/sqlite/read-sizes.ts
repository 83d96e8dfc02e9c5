import type Database from "better-sqlite3";
import type { StorageSizes } from "@/lib/core/run-size";
import { isShownRun, type RunRow, toSettings } from "./runs";

/** Each reads an index or the heads of its rows: the length of a body is known without reading the body. */
const selectRollouts = `
  SELECT segment.run_id AS run, sum(counted.rows) AS amount
  FROM (SELECT segment_id, count(*) AS rows FROM rollout GROUP BY segment_id) AS counted
  JOIN segment ON segment.id = counted.segment_id
  GROUP BY segment.run_id`;
const selectPayloads = "SELECT run_id AS run, sum(length(body)) AS amount FROM payload_block GROUP BY run_id";
const selectSummaries = "SELECT run_id AS run, sum(octet_length(body)) AS amount FROM step_summary GROUP BY run_id";

function sum(amounts: ReadonlyMap<number, number>): number {
  let total = 0;
  for (const amount of amounts.values()) total += amount;
  return total;
}

/** How much each run takes. What stands in no column of its own is shared by rollouts, so that all adds up to the file. */
export function readSizes(db: Database.Database): StorageSizes {
  const read = (sql: string) => {
    const rows = db.prepare<[], { run: number; amount: number }>(sql).all();
    return new Map(rows.map(({ run, amount }) => [run, amount]));
  };
  const pragma = (name: string) => Number(db.pragma(name, { simple: true }));
  const [rollouts, payloads, summaries] = [read(selectRollouts), read(selectPayloads), read(selectSummaries)];
  const page = pragma("page_size");
  const [databaseBytes, freeBytes] = [pragma("page_count") * page, pragma("freelist_count") * page];
  const rest = Math.max(0, databaseBytes - freeBytes - sum(payloads) - sum(summaries));
  const each = rest / Math.max(1, sum(rollouts));
  const runs = db.prepare<[], RunRow>(`SELECT * FROM run WHERE ${isShownRun}`).all();
  const sizes = runs.map((row) => ({
    run: row.name,
    title: toSettings(row).title,
    isArchived: row.archived_at !== null,
    rollouts: rollouts.get(row.id) ?? 0,
    rowBytes: Math.round((rollouts.get(row.id) ?? 0) * each),
    payloadBytes: payloads.get(row.id) ?? 0,
    summaryBytes: summaries.get(row.id) ?? 0,
  }));
  const total = (size: (typeof sizes)[number]) => size.rowBytes + size.payloadBytes + size.summaryBytes;
  return { databaseBytes, freeBytes, runs: sizes.sort((a, b) => total(b) - total(a)) };
}
