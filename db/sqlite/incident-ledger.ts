import { randomBytes } from "node:crypto";
import type Database from "better-sqlite3";
import type { IncidentEventName } from "@/lib/core/alerts/notice";
import type { ShiftState } from "@/lib/core/detect/detected-shift";
import type { Incident } from "@/lib/core/detect/incident";
import { rankSeverity, type Severity } from "@/lib/core/detect/severity";
import { inheritIncidents, type LedgerEntry, spanOf } from "@/lib/core/inherit-incidents";
import type { SeriesPlace } from "@/lib/core/override";
import { splits } from "@/lib/core/rollout";
import type { RunIncident } from "@/lib/core/run-incident";
import { fromCode, toCode } from "./rows";
import type { Segments } from "./segments";

/** What an entry is now: as it was found, or gone in one of two ways. */
type LedgerState = ShiftState | "withdrawn" | "accepted";

interface LedgerRow {
  readonly id: number;
  readonly incident: string;
  readonly segment_id: number;
  readonly split: number;
  readonly first_step: number | null;
  readonly last_step: number | null;
  readonly members: string;
  readonly state: LedgerState;
  readonly worst: Severity;
  readonly opened_at: number;
}

interface KnownEntry extends LedgerEntry {
  readonly row: LedgerRow;
}

const selectEntries = "SELECT * FROM incident_ledger WHERE run_id = ? ORDER BY id";

const insertEntry = `
  INSERT INTO incident_ledger
    (incident, run_id, segment_id, split, first_step, last_step, members, state, worst, opened_at)
  VALUES (:incident, :run, :segment, :split, :firstStep, :lastStep, :members, :state, :severity, :now)
  RETURNING *`;

const updateEntry = `
  UPDATE incident_ledger
  SET first_step = :firstStep, last_step = :lastStep, members = :members, state = :state, worst = :worst
  WHERE id = :id`;

const insertEvent = `
  INSERT OR IGNORE INTO incident_event (run_id, ledger_id, event, severity, step, at)
  VALUES (:run, :id, :event, :severity, :step, :now)`;

/** What people said of incidents and series, as far as they stand by it. */
const selectOverrides = `
  SELECT kind, ledger_id, members, from_step FROM run_override
  WHERE run_id = ? AND withdrawn_at IS NULL AND kind IN ('accept', 'expect')`;

interface OverrideRow {
  readonly kind: "accept" | "expect";
  readonly ledger_id: number | null;
  readonly members: string;
  readonly from_step: number | null;
}

/** Ten to the 21st of them: no two are ever alike. */
function drawId(): string {
  return randomBytes(9).toString("base64url");
}

function listMembers({ shifts }: Incident): SeriesPlace[] {
  return shifts.map(({ series, environment }) => ({ series, environment }));
}

function isExpectedBy(override: OverrideRow, incident: Incident, entryId: number): boolean {
  if (override.kind !== "expect") return false;
  if (override.ledger_id !== null) return override.ledger_id === entryId;
  const places: readonly SeriesPlace[] = JSON.parse(override.members);
  const isSame = places.some(
    ({ series, environment }) => series === incident.series && environment === incident.environment,
  );
  return isSame && (incident.onset ?? 0) >= (override.from_step ?? 0);
}

/** The kept book of incidents: who each one is, and what happened to it, whatever is derived anew. */
export class IncidentLedger {
  readonly #segments: Segments;
  readonly #entries: Database.Statement<[number], LedgerRow>;
  readonly #insert: Database.Statement<[object], LedgerRow>;
  readonly #update: Database.Statement<[object]>;
  readonly #note: Database.Statement<[object]>;
  readonly #overrides: Database.Statement<[number], OverrideRow>;

  constructor(db: Database.Database, segments: Segments) {
    this.#segments = segments;
    this.#entries = db.prepare(selectEntries);
    this.#insert = db.prepare(insertEntry);
    this.#update = db.prepare(updateEntry);
    this.#note = db.prepare(insertEvent);
    this.#overrides = db.prepare(selectOverrides);
  }

  /**
   * Finds out who the incidents of a run are, opens those that nobody knows, and notes what happened to each.
   *
   * @returns the incidents in the order given, with their entry in the ledger.
   */
  reconcile(
    runId: number,
    found: readonly Incident[],
    now: number,
  ): { readonly ledgerId: number; readonly incident: RunIncident }[] {
    const segments = this.#segments.list(runId);
    const entries = this.#entries.all(runId).map((row): KnownEntry => {
      const segment = segments.find(({ id }) => id === row.segment_id)?.name ?? "";
      const split = fromCode(splits, row.split);
      const members: readonly SeriesPlace[] = JSON.parse(row.members);
      return { id: row.id, row, segment, split, firstStep: row.first_step, lastStep: row.last_step, members };
    });
    const inherited = inheritIncidents(entries, found);
    const overrides = this.#overrides.all(runId);
    const isAccepted = (id: number) => overrides.some((one) => one.kind === "accept" && one.ledger_id === id);
    const seen = new Set<number>();
    const known = [...found].reverse().map((incident) => {
      const segmentId = segments.find(({ name }) => name === incident.segment)?.id ?? 0;
      const entry = entries.find((one) => one === inherited.get(incident));
      const row = entry?.row ?? this.#open(runId, segmentId, incident, now);
      seen.add(row.id);
      this.#follow(runId, row, incident, now);
      const isExpected = overrides.some((override) => isExpectedBy(override, incident, row.id));
      const told: RunIncident = { ...incident, id: row.incident, openedAt: row.opened_at, isExpected };
      return { ledgerId: row.id, incident: told };
    });
    for (const { row } of entries) {
      if (!seen.has(row.id)) this.#close(runId, row, isAccepted(row.id) ? "accepted" : "withdrawn", now);
    }
    // Eval rollouts outside any step have no step from which on they could be normal: the incident itself is accepted.
    return known.reverse().filter(({ ledgerId, incident }) => incident.onset !== null || !isAccepted(ledgerId));
  }

  #open(run: number, segment: number, incident: Incident, now: number): LedgerRow {
    const { state, severity, split } = incident;
    const row = this.#insert.get({
      ...spanOf(incident),
      incident: drawId(),
      run,
      segment,
      split: toCode(splits, split),
      members: JSON.stringify(listMembers(incident)),
      state,
      severity,
      now,
    });
    if (row === undefined) throw new Error("an incident vanished while it was written");
    this.#noteEvent(run, row.id, "opened", severity, incident.opened, now);
    return row;
  }

  #follow(run: number, row: LedgerRow, incident: Incident, now: number): void {
    const { state, severity } = incident;
    const isWorse = rankSeverity(severity) > rankSeverity(row.worst);
    if (isWorse) this.#noteEvent(run, row.id, "severity_rose", severity, incident.lastStep, now);
    if (state !== "open") this.#noteEvent(run, row.id, state, severity, incident.lastStep, now);
    const { firstStep, lastStep } = spanOf(incident);
    const members = JSON.stringify(listMembers(incident));
    const worst = isWorse ? severity : row.worst;
    const isSame =
      [firstStep, lastStep, members, state, worst].join() ===
      [row.first_step, row.last_step, row.members, row.state, row.worst].join();
    if (!isSame) this.#update.run({ id: row.id, firstStep, lastStep, members, state, worst });
  }

  /** It is found no more; where it was is kept, should it come back. */
  #close(run: number, row: LedgerRow, state: "withdrawn" | "accepted", now: number): void {
    if (row.state === state) return;
    const { id, first_step: firstStep, last_step: lastStep, members, worst } = row;
    this.#noteEvent(run, id, "withdrawn", worst, lastStep, now);
    this.#update.run({ id, firstStep, lastStep, members, state, worst });
  }

  #noteEvent(
    run: number,
    id: number,
    event: IncidentEventName,
    severity: Severity,
    step: number | null,
    now: number,
  ): void {
    this.#note.run({ run, id, event, severity, step, now });
  }
}
