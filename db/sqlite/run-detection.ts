import type Database from "better-sqlite3";
import { describeIncident } from "@/lib/core/detect/describe-incident";
import type { Detection } from "@/lib/core/detect/run-detector";
import { isProblem } from "@/lib/core/errors";
import { judgeRun, type RunIncident } from "@/lib/core/run-incident";
import { toStorageProblem } from "./commit-queue";
import type { Counters } from "./counters";
import { Detectors } from "./detectors";
import { IncidentLedger } from "./incident-ledger";
import type { StoredStanding } from "./read-incidents";
import { isShownRun, type RunRow } from "./runs";
import type { Segments } from "./segments";

const selectDue = `
  SELECT run.* FROM due_detection JOIN run ON run.id = due_detection.run_id
  WHERE ${isShownRun} AND (:run IS NULL OR run.name = :run)`;

const upsertIncident = `
  INSERT INTO incident (ledger_id, run_id, position, state, severity, expected, body)
  VALUES (:ledgerId, :run, :position, :state, :severity, :expected, :body)
  ON CONFLICT (ledger_id) DO UPDATE SET
    position = excluded.position, state = excluded.state, severity = excluded.severity, expected = excluded.expected,
    body = excluded.body`;

const upsertDetection = `
  INSERT INTO run_detection (run_id, sequence, incidents_sequence, open_incidents, live, stalled)
  VALUES (:run, :sequence, :incidentsSequence, :openIncidents, :live, :stalled)
  ON CONFLICT (run_id) DO UPDATE SET
    sequence = excluded.sequence, incidents_sequence = excluded.incidents_sequence,
    open_incidents = excluded.open_incidents, live = excluded.live, stalled = excluded.stalled`;

interface StandingRow {
  readonly sequence: number;
  readonly incidents_sequence: number;
  readonly live: string;
  readonly stalled: string;
  readonly open_incidents: number;
}

interface IncidentRow {
  readonly ledger_id: number;
  readonly position: number;
  readonly body: string;
}

/** A run is not looked at again sooner than this, nor for more than a fifth of the time, unless somebody asks. */
const leastPauseMs = 250;
const pauseShare = 4;

export interface RunDetectionParts {
  readonly counters: Counters;
  readonly segments: Segments;
  readonly now: () => number;
  /** Detection of a run failed, which is a defect of ours. Told once for each reason, until it works again. */
  readonly onFault: (error: unknown, run: string) => void;
}

/** Detection over the runs whose steps changed, and what of it is kept. Works inside jobs of the commit queue. */
export class RunDetections {
  readonly #parts: RunDetectionParts;
  readonly #detectors: Detectors;
  readonly #ledger: IncidentLedger;
  readonly #markDue: Database.Statement<[number]>;
  readonly #due: Database.Statement<[object], RunRow>;
  readonly #isDirty: Database.Statement<[number]>;
  readonly #done: Database.Statement<[number]>;
  readonly #standing: Database.Statement<[number], StandingRow>;
  readonly #incidents: Database.Statement<[number], IncidentRow>;
  readonly #upsertIncident: Database.Statement<[object]>;
  readonly #dropIncident: Database.Statement<[number]>;
  readonly #upsertStanding: Database.Statement<[object]>;
  /** Until when each run that was looked at lately is left alone. */
  readonly #restsUntil = new Map<number, number>();
  /** What was told last of runs whose detection fails. */
  readonly #faults = new Map<number, string>();
  readonly #atomically: (work: () => boolean) => boolean;

  constructor(db: Database.Database, parts: RunDetectionParts) {
    this.#parts = parts;
    this.#detectors = new Detectors(db, parts);
    this.#ledger = new IncidentLedger(db, parts.segments);
    this.#markDue = db.prepare("INSERT OR IGNORE INTO due_detection (run_id) VALUES (?)");
    this.#due = db.prepare(selectDue);
    this.#isDirty = db.prepare("SELECT 1 FROM dirty_step WHERE run_id = ? LIMIT 1");
    this.#done = db.prepare("DELETE FROM due_detection WHERE run_id = ?");
    this.#standing = db.prepare("SELECT * FROM run_detection WHERE run_id = ?");
    this.#incidents = db.prepare("SELECT ledger_id, position, body FROM incident WHERE run_id = ?");
    this.#upsertIncident = db.prepare(upsertIncident);
    this.#dropIncident = db.prepare("DELETE FROM incident WHERE ledger_id = ?");
    this.#upsertStanding = db.prepare(upsertDetection);
    // Inside a job it is a savepoint.
    this.#atomically = db.transaction((work: () => boolean) => work());
  }

  /** Something changed that detection reads. */
  markDue(runId: number): void {
    this.#markDue.run(runId);
  }

  /**
   * Runs that are due.
   *
   * @param run null: any. @param isAsked somebody wants to know, so that none rests.
   */
  listDue(run: string | null, isAsked: boolean): RunRow[] {
    const due = this.#due.all({ run });
    return isAsked ? due : due.filter(({ id }) => performance.now() >= (this.#restsUntil.get(id) ?? 0));
  }

  /**
   * Detects, and keeps what is found. Where that fails, the run stays as it stood, and is looked at again when it
   * changes: its rows and steps can be read all the same, and so can other runs.
   *
   * @returns false while some of its steps are dirty, or there is more to read of it first: each call takes a slice.
   */
  detect(run: RunRow): boolean {
    try {
      const isDone = this.#atomically(() => this.#detect(run));
      if (isDone) this.#faults.delete(run.id);
      return isDone;
    } catch (error) {
      // What the disk refuses is nobody's defect, and is tried again.
      if (isProblem(toStorageProblem(error))) throw error;
      this.#detectors.drop(run.id);
      this.#done.run(run.id);
      const words = String(error);
      if (this.#faults.get(run.id) !== words) this.#parts.onFault(error, run.name);
      this.#faults.set(run.id, words);
      return true;
    }
  }

  #detect(run: RunRow): boolean {
    const startedAt = performance.now();
    // Half of a run is another run: what it lacks would be taken for corrected.
    if (this.#isDirty.get(run.id) !== undefined) return false;
    const detector = this.#detectors.feed(run);
    if (detector === null) return false;
    this.#keep(run.id, detector.read());
    this.#done.run(run.id);
    const tookMs = performance.now() - startedAt;
    if (this.#restsUntil.size > 1_000) this.#restsUntil.clear();
    this.#restsUntil.set(run.id, startedAt + Math.max(leastPauseMs, tookMs * (1 + pauseShare)));
    return true;
  }

  /** A rollback may have taken with it what detectors were fed. */
  forget(): void {
    this.#detectors.forget();
  }

  #keep(runId: number, detection: Detection): void {
    const found = this.#ledger.reconcile(runId, detection.incidents, this.#parts.now());
    const isChanged = this.#writeIncidents(runId, found);
    const incidents = found.map(({ incident }) => incident);
    const open = incidents.filter(({ state, isExpected }) => state === "open" && !isExpected);
    const judge = (isStalled: boolean): string => {
      const verdict = judgeRun(incidents, { ...detection.judgedBy, isStalled });
      const told = incidents.find(({ id }) => id === verdict.incident);
      return JSON.stringify({
        verdict,
        headline: told === undefined ? null : toHeadline(told),
      } satisfies StoredStanding);
    };
    const [live, stalled] = [judge(false), judge(true)];
    const before = this.#standing.get(runId);
    const isSame =
      before?.live === live && before.stalled === stalled && before.open_incidents === open.length && !isChanged;
    if (isSame) return;
    const sequence = this.#parts.counters.nextSequence();
    const incidentsSequence = isChanged ? sequence : (before?.incidents_sequence ?? 0);
    this.#upsertStanding.run({ run: runId, sequence, incidentsSequence, openIncidents: open.length, live, stalled });
  }

  /** @returns whether any of them is not as it was. */
  #writeIncidents(runId: number, found: readonly { ledgerId: number; incident: RunIncident }[]): boolean {
    const before = new Map(this.#incidents.all(runId).map((row) => [row.ledger_id, row]));
    let isChanged = false;
    for (const [position, { ledgerId, incident }] of found.entries()) {
      const body = JSON.stringify(incident);
      const row = before.get(ledgerId);
      before.delete(ledgerId);
      if (row?.body === body && row.position === position) continue;
      const { state, severity, isExpected } = incident;
      const expected = isExpected ? 1 : 0;
      this.#upsertIncident.run({ ledgerId, run: runId, position, state, severity, expected, body });
      isChanged = true;
    }
    for (const ledgerId of before.keys()) this.#dropIncident.run(ledgerId);
    return isChanged || before.size > 0;
  }
}

function toHeadline(incident: RunIncident) {
  const { id, series, environment, onset, severity } = incident;
  return { id, series, environment, onset, severity, words: describeIncident(incident) };
}
