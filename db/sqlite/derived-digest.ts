import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { openReadOnly } from "./connection";
import { isShownRun } from "./runs";

/** What was derived, by where it stands, as short hashes: two of them tell what a rebuild changed. */
export interface DerivedDigest {
  readonly counts: { readonly summaries: number; readonly incidents: number; readonly issues: number };
  readonly hashes: ReadonlyMap<string, string>;
}

const selectSummaries = `
  SELECT run.name AS run, segment.name AS segment, s.split, s.step, coalesce(name.text, '') AS environment,
         s.complete, s.expected, s.received, s.scored, s.masked, s.unscored, s.failed, s.omitted, s.body
  FROM step_summary AS s
  JOIN run ON run.id = s.run_id
  JOIN segment ON segment.id = s.segment_id
  LEFT JOIN name ON name.id = s.environment_id
  WHERE ${isShownRun}`;

const selectIssues = `
  SELECT run.name AS run, segment.name AS segment, i.split, i.step, f.kind, f.template,
         i.scored, i.masked, i.unscored, i.failed, i.omitted
  FROM issue_step AS i
  JOIN segment ON segment.id = i.segment_id
  JOIN run ON run.id = segment.run_id
  JOIN fingerprint AS f ON f.id = i.fingerprint_id
  WHERE ${isShownRun}`;

const selectIncidents = `
  SELECT run.name AS run, ledger.incident, i.state, i.severity, i.body
  FROM incident AS i
  JOIN run ON run.id = i.run_id
  JOIN incident_ledger AS ledger ON ledger.id = i.ledger_id
  WHERE ${isShownRun}`;

interface Row {
  readonly [column: string]: unknown;
}

function stepName(row: Row): string {
  return `${String(row["run"])}: step ${String(row["step"])} of ${String(row["segment"])}`;
}

/** Reads all that is derived in a folder's database. */
export function readDerivedDigest(file: string): DerivedDigest {
  const db = openReadOnly(file);
  try {
    return db.transaction(() => readAll(db))();
  } finally {
    db.close();
  }
}

function readAll(db: Database.Database): DerivedDigest {
  const hashes = new Map<string, string>();
  const read = (sql: string, toName: (row: Row) => string): number => {
    let count = 0;
    for (const row of db.prepare<[], Row>(sql).iterate()) {
      hashes.set(toName(row), createHash("sha1").update(JSON.stringify(row)).digest("base64").slice(0, 12));
      count++;
    }
    return count;
  };
  const summaries = read(selectSummaries, (row) => {
    const environment = row["environment"] === "" ? "" : `, ${String(row["environment"])}`;
    return `${stepName(row)}${row["split"] === 1 ? " (eval)" : ""}${environment}`;
  });
  const incidents = read(selectIncidents, (row) => `${String(row["run"])}: incident ${String(row["incident"])}`);
  const issues = read(
    selectIssues,
    (row) =>
      `${stepName(row)}${row["split"] === 1 ? " (eval)" : ""}, ${String(row["kind"])}: ${String(row["template"])}`,
  );
  return { counts: { summaries, incidents, issues }, hashes };
}

/** What is not the same in both, by name. */
export function listDifferences(before: DerivedDigest, after: DerivedDigest): readonly string[] {
  const names = new Set([...before.hashes.keys(), ...after.hashes.keys()]);
  return [...names].filter((name) => before.hashes.get(name) !== after.hashes.get(name)).sort();
}
