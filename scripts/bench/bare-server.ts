/**
 * What ingest is measured against: node:http, JSON.parse, one prepared insert a row with the payload inline, WAL,
 * synchronous=NORMAL, a commit a request. It judges nothing, finds no duplicates and keeps no summaries.
 */
import { createServer } from "node:http";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import Database from "better-sqlite3";

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: bare-server FOLDER");
const db = new Database(join(folder, "bare.db"));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = NORMAL");
db.exec(`CREATE TABLE rollout (
  id INTEGER PRIMARY KEY, run TEXT, step INTEGER, grp TEXT, sample INTEGER, environment TEXT, reward REAL,
  mask_sample INTEGER, failure_kind TEXT, failure_reason TEXT, payload TEXT)`);
const insert = db.prepare(
  "INSERT INTO rollout (run, step, grp, sample, environment, reward, mask_sample, failure_kind, failure_reason, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
);

interface BareRow {
  readonly step: number;
  readonly group: string;
  readonly sample: number;
  readonly environment: string;
  readonly reward: number;
  readonly mask_sample?: boolean;
  readonly failure_kind?: string;
  readonly failure_reason?: string;
  readonly payload?: unknown;
}

const append = db.transaction((rows: readonly BareRow[]) => {
  for (const row of rows) {
    insert.run(
      "bench",
      row.step,
      row.group,
      row.sample,
      row.environment,
      row.reward,
      row.mask_sample === true ? 1 : 0,
      row.failure_kind ?? null,
      row.failure_reason ?? null,
      row.payload === undefined ? null : JSON.stringify(row.payload),
    );
  }
});

const server = createServer((request, response) => {
  const source = request.headers["content-encoding"] === "gzip" ? request.pipe(createGunzip()) : request;
  const chunks: Buffer[] = [];
  source.on("data", (chunk: Buffer) => chunks.push(chunk));
  source.on("end", () => {
    const lines = Buffer.concat(chunks).toString("utf8").split("\n");
    const rows: BareRow[] = lines.filter((line) => line !== "").map((line) => JSON.parse(line));
    append(rows);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ received: rows.length }));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(`bare is at http://127.0.0.1:${address.port}`);
});
