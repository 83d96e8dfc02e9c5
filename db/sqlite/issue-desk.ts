import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";
import { type MappingMove, mergeIssues, unmergeFingerprint } from "@/lib/core/issues/issue-mapping";
import type { IssueChange } from "@/lib/core/issues/triage";
import { nextTriage, type TriageAct } from "@/lib/core/issues/triage";
import type { Counters } from "./counters";
import { type IssueRow, toTriage } from "./issue-rows";
import type { IssueSightings } from "./issue-sightings";

const setDecision = `
  UPDATE issue SET
    state = :state, decided_by = :by, decided_at = :at, until_rate = :untilRate, touched = 1, version = version + 1,
    reopened = NULL, reopened_segment = NULL, reopened_split = NULL, reopened_step = NULL
  WHERE id = :id AND version = :version`;

const setOwner = `
  UPDATE issue SET owner = :owner, touched = 1, version = version + 1
  WHERE id = :id AND version = :version`;

const insertThrough = `
  INSERT INTO issue_through (issue_id, segment_id, split, step)
  SELECT f.issue_id, s.segment_id, s.split, max(s.step)
  FROM fingerprint AS f
  JOIN issue_step  AS s ON s.fingerprint_id = f.id
  WHERE f.issue_id = ?
  GROUP BY s.segment_id, s.split`;

/** Runs that an issue was seen in hear of what happens to it. */
const touchRuns = `
  UPDATE run SET sequence = :sequence
  WHERE id IN (
    SELECT segment.run_id
    FROM fingerprint AS f
    JOIN issue_place AS p ON p.fingerprint_id = f.id
    JOIN segment          ON segment.id = p.segment_id
    WHERE f.issue_id = :issue)`;

const insertMove = `
  INSERT INTO fingerprint_move (fingerprint_id, act, from_id, to_id, by, at)
  VALUES (:fingerprint, :act, :from, :to, :by, :at)`;

const states = {
  acknowledge: "acknowledged",
  resolve: "resolved",
  ignore: "ignored",
  reopen: "opened",
} as const;

function conflict(words: string, row: IssueRow): Problem {
  return new Problem("conflict", words, { path: "version", details: { version: row.version } });
}

/** What people do about issues. Each call is a job of the commit queue, and null where there is no such issue. */
export class IssueDesk {
  readonly #counters: Counters;
  readonly #sightings: IssueSightings;
  readonly #find: Database.Statement<[number], IssueRow>;
  readonly #setDecision: Database.Statement<[object]>;
  readonly #setOwner: Database.Statement<[object]>;
  readonly #clearThrough: Database.Statement<[number]>;
  readonly #insertThrough: Database.Statement<[number]>;
  readonly #touch: Database.Statement<[number]>;
  readonly #touchRuns: Database.Statement<[object]>;
  readonly #addEvent: Database.Statement<[number, string, string, number, string | null]>;
  readonly #lastEvent: Database.Statement<[number], { act: string; by: string; at: number }>;
  readonly #formsOf: Database.Statement<[number], { id: number; digest: string; home_id: number }>;
  readonly #insertMove: Database.Statement<[object]>;
  readonly #moveForm: Database.Statement<[object]>;
  readonly #setMerged: Database.Statement<[number | null, number]>;
  readonly #makeIssue: Database.Statement<[number]>;

  constructor(db: Database.Database, counters: Counters, sightings: IssueSightings) {
    this.#counters = counters;
    this.#sightings = sightings;
    this.#find = db.prepare("SELECT * FROM issue WHERE id = ?");
    this.#setDecision = db.prepare(setDecision);
    this.#setOwner = db.prepare(setOwner);
    this.#clearThrough = db.prepare("DELETE FROM issue_through WHERE issue_id = ?");
    this.#insertThrough = db.prepare(insertThrough);
    this.#touch = db.prepare("UPDATE issue SET touched = 1 WHERE id = ?");
    this.#touchRuns = db.prepare(touchRuns);
    this.#addEvent = db.prepare("INSERT INTO issue_event (issue_id, act, by, at, detail) VALUES (?, ?, ?, ?, ?)");
    this.#lastEvent = db.prepare(
      "SELECT act, by, at FROM issue_event WHERE issue_id = ? AND act <> 'note' ORDER BY id DESC LIMIT 1",
    );
    this.#formsOf = db.prepare("SELECT id, digest, home_id FROM fingerprint WHERE issue_id = ?");
    this.#insertMove = db.prepare(insertMove);
    this.#moveForm = db.prepare(
      "UPDATE fingerprint SET issue_id = :to, home_id = coalesce(:home, home_id) WHERE id = :fingerprint",
    );
    this.#setMerged = db.prepare("UPDATE issue SET merged_into = ?, touched = 1, version = version + 1 WHERE id = ?");
    this.#makeIssue = db.prepare("INSERT INTO issue (created_at, touched) VALUES (?, 1)");
  }

  /**
   * State and owner, together or alone. The version that the person saw is the write's own condition: of two who decide
   * at once, one wins, and the other is told what happened.
   *
   * @throws Problem `conflict` where it is another issue by now, `invalid_request` for an impossible rate.
   */
  change(id: number, change: IssueChange, now: number): boolean {
    const row = this.#present(id);
    if (row === null) return false;
    if (row.version !== change.version) throw conflict(this.#sayWhatHappened(row), row);
    let { version } = row;
    if (change.act !== undefined) {
      const { type, untilRate } = change.act;
      const act: TriageAct =
        type === "ignore"
          ? { type, by: change.by, through: [], untilRate }
          : type === "resolve"
            ? { type, by: change.by, through: [] }
            : { type, by: change.by };
      const before = toTriage(row);
      const next = nextTriage(before, act, now);
      if (next !== before) {
        const { state } = next;
        this.#setDecision.run({ id, version, state, by: change.by, at: now, untilRate });
        version++;
        this.#clearThrough.run(id);
        if (state === "resolved" || state === "ignored") this.#insertThrough.run(id);
        const detail = type === "ignore" ? JSON.stringify({ untilRate }) : null;
        this.#addEvent.run(id, type, change.by, now, detail);
      }
    }
    if (change.owner !== undefined && change.owner !== row.owner) {
      this.#setOwner.run({ id, version, owner: change.owner });
      this.#addEvent.run(id, "own", change.by, now, JSON.stringify({ owner: change.owner }));
    }
    this.#announce(id);
    return true;
  }

  addNote(id: number, text: string, by: string, now: number): boolean {
    const row = this.#find.get(id);
    if (row === undefined) return false;
    this.#touch.run(id);
    this.#addEvent.run(id, "note", by, now, JSON.stringify({ text }));
    this.#announce(id);
    return true;
  }

  /**
   * Moves every form of one issue to another; what is counted of it goes with them, and what was decided about it stays
   * behind, in case it comes back.
   */
  merge(from: number, into: number, by: string, now: number): boolean {
    const [row, target] = [this.#present(from), this.#present(into)];
    if (row === null || target === null) return false;
    this.#announce(from);
    const forms = this.#formsOf.all(from);
    const moves = mergeIssues(new Map(forms.map(({ digest }) => [digest, String(from)])), String(from), String(into));
    this.#move(moves, forms, by, now);
    if (moves.length > 0) this.#setMerged.run(into, from);
    this.#settle(into);
    return true;
  }

  /**
   * Moves one form back to the issue that it came from, or to a new one.
   *
   * @returns the issue that has it now; null where the issue has no such form.
   * @throws Problem `conflict` where it is the only form.
   */
  unmerge(id: number, fingerprint: string, by: string, now: number): number | null {
    const forms = this.#formsOf.all(id);
    const form = forms.find(({ digest }) => digest === fingerprint);
    if (form === undefined) return null;
    if (forms.length === 1) {
      throw new Problem("conflict", `It is the only form of issue ${id}: there is nothing to take it out of.`, {
        path: "fingerprint",
      });
    }
    const isHome = form.home_id === id;
    const to = isHome ? Number(this.#makeIssue.run(now).lastInsertRowid) : form.home_id;
    const moves = unmergeFingerprint(new Map([[fingerprint, String(id)]]), fingerprint, String(to));
    this.#move(moves, [form], by, now, isHome ? to : null);
    this.#setMerged.run(null, to);
    this.#settle(to);
    this.#settle(id);
    return to;
  }

  #move(
    moves: readonly MappingMove[],
    forms: readonly { readonly id: number; readonly digest: string }[],
    by: string,
    at: number,
    home: number | null = null,
  ): void {
    for (const { act, fingerprint: digest, from, to } of moves) {
      const fingerprint = forms.find((form) => form.digest === digest)?.id;
      this.#insertMove.run({ fingerprint, act, from, to, by, at });
      this.#moveForm.run({ fingerprint, to, home });
    }
  }

  /** Its forms changed: whether it is seen again is judged by those that it has now. */
  #settle(id: number): void {
    const row = this.#find.get(id);
    this.#setMerged.run(row?.merged_into ?? null, id);
    this.#sightings.judgeIssue(id);
    this.#announce(id);
  }

  /** @throws Problem `conflict` where it was merged: what is done about it is done about the one that has its forms. */
  #present(id: number): IssueRow | null {
    const row = this.#find.get(id);
    if (row === undefined) return null;
    if (row.merged_into === null) return row;
    throw conflict(
      `Issue ${id} was merged into issue ${row.merged_into}; nothing was changed. Go on with that one.`,
      row,
    );
  }

  #sayWhatHappened(row: IssueRow): string {
    const last = this.#lastEvent.get(row.id);
    const again = "Nothing of yours was changed. Look at it as it is now, and decide again.";
    if (last === undefined) return `Issue ${row.id} changed since you read it. ${again}`;
    const when = new Date(last.at).toISOString();
    if (last.act === "own") return `${last.by} changed the owner of issue ${row.id} at ${when}. ${again}`;
    if (last.act === "reopened") return `Issue ${row.id} was seen again and is open. ${again}`;
    const done = Object.entries(states).find(([act]) => act === last.act)?.[1] ?? "changed";
    return `${last.by} ${done} issue ${row.id} at ${when}. ${again}`;
  }

  #announce(issue: number): void {
    this.#touchRuns.run({ sequence: this.#counters.nextSequence(), issue });
  }
}
