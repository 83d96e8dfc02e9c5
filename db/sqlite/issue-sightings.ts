import type Database from "better-sqlite3";
import type { IssueReopening } from "@/lib/core/issues/issue";
import { nextTriage, type Reopening, type Sighting, type Triage } from "@/lib/core/issues/triage";
import { splits } from "@/lib/core/rollout";
import { type IssueRow, toTriage } from "./issue-rows";
import { occurrences, type StepPlace } from "./issue-steps";
import { fromCode, fromStepNumber } from "./rows";

interface SightingRow extends StepPlace {
  readonly issue_id: number;
  readonly count: number;
  readonly at: number;
  readonly expected: number;
  readonly run: string;
  readonly segment: string;
  readonly through: number | null;
}

/**
 * What is seen of issues that were put away. Whether a rate was exceeded is judged of steps whose count is known, by
 * declaration or because they are complete: of an open-ended one the failures come first.
 */
const selectSightings = `
  SELECT f.issue_id, s.segment_id, s.split, s.step, sum(${occurrences}) AS count, max(s.last_at) AS at,
         t.expected, run.name AS run, segment.name AS segment, h.step AS through
  FROM issue AS i
  JOIN fingerprint  AS f ON f.issue_id = i.id
  JOIN issue_step   AS s ON s.fingerprint_id = f.id
  JOIN step_summary AS t ON t.segment_id = s.segment_id AND t.split = s.split AND t.environment_id = 0
                        AND t.step = s.step
  JOIN segment ON segment.id = s.segment_id
  JOIN run     ON run.id = segment.run_id
  LEFT JOIN issue_through AS h ON h.issue_id = i.id AND h.segment_id = s.segment_id AND h.split = s.split
  WHERE i.state IN ('resolved', 'ignored') AND (i.state = 'resolved' OR t.complete = 1 OR t.declared = 1)
    AND (h.step IS NULL OR s.step < 0 OR s.step > h.step)`;

const ofPlace = "AND s.segment_id = :segment_id AND s.split = :split AND s.step = :step";
const byStep = "GROUP BY f.issue_id, s.segment_id, s.split, s.step";

const selectReopenedHere = `
  SELECT id FROM issue
  WHERE reopened_segment = :segment_id AND reopened_split = :split AND reopened_step = :step`;

/**
 * Reopens by rule what people put away, where it is seen again. What the rule says depends on the decision and on what
 * is there, never on the order in which it came: so it takes back what it said when its ground is gone.
 */
export class IssueSightings {
  readonly #isAnyPutAway: Database.Statement<[], number>;
  readonly #ofPlace: Database.Statement<[StepPlace], SightingRow>;
  readonly #ofIssue: Database.Statement<[{ issue: number }], SightingRow>;
  readonly #reopenedHere: Database.Statement<[StepPlace], { id: number }>;
  readonly #find: Database.Statement<[number], IssueRow>;
  readonly #setReopened: Database.Statement<[object]>;
  readonly #addEvent: Database.Statement<[object]>;

  constructor(db: Database.Database) {
    this.#isAnyPutAway = db
      .prepare<[], number>("SELECT 1 FROM issue WHERE state IN ('resolved', 'ignored') LIMIT 1")
      .pluck();
    this.#ofPlace = db.prepare(`${selectSightings} ${ofPlace} ${byStep}`);
    this.#ofIssue = db.prepare(`${selectSightings} AND i.id = :issue ${byStep}`);
    this.#reopenedHere = db.prepare(selectReopenedHere);
    this.#find = db.prepare("SELECT * FROM issue WHERE id = ?");
    this.#setReopened = db.prepare(`
      UPDATE issue SET
        reopened = :reopened, reopened_segment = :segment, reopened_split = :split, reopened_step = :step,
        version = version + :isNews
      WHERE id = :issue`);
    this.#addEvent = db.prepare(
      "INSERT INTO issue_event (issue_id, act, at, detail) VALUES (:issue, :act, :at, :detail)",
    );
  }

  /** Steps were summarised, or are complete now. */
  judgePlaces(places: Iterable<StepPlace>): void {
    if (this.#isAnyPutAway.get() === undefined) return;
    for (const { segment_id, split, step } of places) {
      const place = { segment_id, split, step };
      for (const { id } of this.#reopenedHere.all(place)) this.judgeIssue(id);
      for (const row of this.#ofPlace.all(place)) this.#see(row.issue_id, [row], false);
    }
  }

  /** Its forms changed, or what reopened it did: everything since the decision is looked at again. */
  judgeIssue(issue: number): void {
    this.#see(issue, this.#ofIssue.all({ issue }), true);
  }

  #see(issue: number, rows: readonly SightingRow[], isAfresh: boolean): void {
    const row = this.#find.get(issue);
    if (row === undefined) return;
    const before = toTriage(row);
    if (before.decision === null) return;
    let after: Triage = isAfresh ? { ...before, state: before.decision.state, reopened: null } : before;
    let place: SightingRow | null = null;
    for (const seen of rows) {
      const next = judge(after, seen);
      if (next.reopened !== after.reopened) place = seen;
      after = next;
    }
    const reopened = after.reopened;
    if (reopened === null || place === null) {
      if (reopened !== null || before.reopened === null) return;
      this.#setReopened.run({ issue, reopened: null, segment: null, split: null, step: null, isNews: 1 });
      this.#addEvent.run({ issue, act: "withdrawn", at: before.reopened?.at ?? before.decision.at, detail: null });
      return;
    }
    const told: IssueReopening = { ...reopened, split: fromCode(splits, place.split) };
    const detail = JSON.stringify(told);
    const { segment_id: segment, split, step } = place;
    // More of the same step is no news.
    const isNews = !isSame(before.reopened, reopened) ? 1 : 0;
    this.#setReopened.run({ issue, reopened: detail, segment, split, step, isNews });
    if (isNews === 1) this.#addEvent.run({ issue, act: "reopened", at: told.at, detail });
  }
}

function judge(triage: Triage, row: SightingRow): Triage {
  const { run, segment, at, count, expected: n, through } = row;
  const step = fromStepNumber(row.step);
  const sighting: Sighting = { type: "seen", run, segment, step, at, rate: { count, n } };
  if (triage.decision === null) return triage;
  const known = through === null ? [] : [{ run, segment, step: through }];
  const next = nextTriage({ ...triage, decision: { ...triage.decision, through: known } }, sighting, at);
  return next.reopened === triage.reopened ? triage : { ...next, decision: triage.decision };
}

function isSame(a: Reopening | null, b: Reopening | null): boolean {
  if (a === null || b === null) return a === b;
  return a.because === b.because && a.run === b.run && a.segment === b.segment && a.step === b.step;
}
