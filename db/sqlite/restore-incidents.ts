import type Database from "better-sqlite3";
import type { SeriesPlace } from "@/lib/core/override";
import { splits } from "@/lib/core/rollout";
import type { IncidentRecord } from "@/lib/core/run-record";
import { toCode } from "./rows";
import type { SegmentRow } from "./segments";

interface EntryRow {
  readonly id: number;
  readonly incident: string;
  readonly segment_id: number;
  readonly split: number;
  readonly first_step: number | null;
  readonly last_step: number | null;
  readonly members: string;
}

const insertEntry = `
  INSERT INTO incident_ledger
    (incident, run_id, segment_id, split, first_step, last_step, members, state, worst, opened_at)
  VALUES (:incident, :run, :segment, :split, :firstStep, :lastStep, :members, :state, :worst, :openedAt)`;

const adoptEntry =
  "UPDATE incident_ledger SET incident = :incident, worst = :worst, opened_at = :openedAt WHERE id = :id";

const adoptEvent = `
  UPDATE incident_event SET step = :step, at = :at, severity = :severity
  WHERE ledger_id = :id AND event = :event AND (event <> 'severity_rose' OR severity = :severity)`;

const insertEvent = `
  INSERT OR IGNORE INTO incident_event (run_id, ledger_id, event, severity, step, at)
  VALUES (:run, :id, :event, :severity, :step, :at)`;

/** Steps of both, where neither is outside any step. */
function isOverlapping(row: EntryRow, firstStep: number | null, lastStep: number | null): boolean {
  if (row.first_step === null || row.last_step === null || firstStep === null || lastStep === null) {
    return row.first_step === firstStep;
  }
  return row.first_step <= lastStep && firstStep <= row.last_step;
}

function hasCommon(row: EntryRow, members: readonly SeriesPlace[]): boolean {
  const own: readonly SeriesPlace[] = JSON.parse(row.members);
  return own.some((one) => members.some(({ series }) => series === one.series));
}

/** Brings the book of incidents to what another server's book says: who each one is, and when it was noticed. */
export class IncidentRestorer {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  #list(run: number): EntryRow[] {
    return this.#db.prepare<[number], EntryRow>("SELECT * FROM incident_ledger WHERE run_id = ? ORDER BY id").all(run);
  }

  /** The entry that an override is about. */
  find(run: number, incident: string, members: readonly SeriesPlace[], fromStep: number | null): number | null {
    const rows = this.#list(run);
    const same = rows.find((row) => row.incident === incident);
    return (same ?? rows.find((row) => isOverlapping(row, fromStep, fromStep) && hasCommon(row, members)))?.id ?? null;
  }

  restore(run: number, segment: SegmentRow, record: IncidentRecord): void {
    const { incident, firstStep, lastStep, members, state, worst, openedAt } = record;
    const split = toCode(splits, record.split);
    const rows = this.#list(run).filter((row) => row.segment_id === segment.id && row.split === split);
    if (rows.some((row) => row.incident === incident)) return;
    const near = rows.filter((row) => isOverlapping(row, firstStep, lastStep) && hasCommon(row, members));
    const found = near.find((row) => row.first_step === firstStep && row.last_step === lastStep) ?? near[0];
    const taken = this.#db.prepare("SELECT 1 FROM incident_ledger WHERE incident = ?").get(incident) !== undefined;
    if (found === undefined) {
      // The same run under another name: this one gets an identity of its own when it is found.
      if (taken) return;
      const values = { incident, run, segment: segment.id, split, firstStep, lastStep, state, worst, openedAt };
      const made = this.#db.prepare(insertEntry).run({ ...values, members: JSON.stringify(members) });
      this.#restoreEvents(run, Number(made.lastInsertRowid), record);
      return;
    }
    this.#db.prepare(adoptEntry).run({ incident: taken ? found.incident : incident, worst, openedAt, id: found.id });
    this.#restoreEvents(run, found.id, record);
  }

  /** Entries that were read of the book before: what happened long ago is no news. */
  #restoreEvents(run: number, id: number, { events }: IncidentRecord): void {
    const newest = () => Number(this.#db.prepare("SELECT coalesce(max(id), 0) FROM incident_event").pluck().get());
    const before = newest();
    const kept = events.map(({ event, severity }) => (event === "severity_rose" ? `${event} ${severity}` : event));
    const rows = this.#db
      .prepare<[number], { id: number; event: string; severity: string }>(
        "SELECT id, event, severity FROM incident_event WHERE ledger_id = ?",
      )
      .all(id);
    for (const row of rows) {
      const key = row.event === "severity_rose" ? `${row.event} ${row.severity}` : row.event;
      if (!kept.includes(key)) this.#db.prepare("DELETE FROM incident_event WHERE id = ?").run(row.id);
    }
    for (const event of events) {
      const values = { run, id, ...event };
      if (this.#db.prepare(adoptEvent).run(values).changes === 0) this.#db.prepare(insertEvent).run(values);
    }
    this.#db.prepare("UPDATE meta SET value = ? WHERE name = 'noticed' AND value = ?").run(newest(), before);
  }
}
