import type Database from "better-sqlite3";
import type { IssueEvent } from "@/lib/core/issues/issue";

const selectEvents = "SELECT act, by, at, detail FROM issue_event WHERE issue_id = ? ORDER BY id";

const selectMoves = `
  SELECT m.act, m.from_id, m.to_id, m.by, m.at, f.template
  FROM fingerprint_move AS m
  JOIN fingerprint AS f ON f.id = m.fingerprint_id
  WHERE m.from_id = :issue OR m.to_id = :issue
  ORDER BY m.id`;

interface EventRow {
  readonly act: string;
  readonly by: string | null;
  readonly at: number;
  readonly detail: string | null;
}

interface MoveRow {
  readonly act: "merge" | "unmerge" | "inherit";
  readonly from_id: number | null;
  readonly to_id: number;
  readonly by: string | null;
  readonly at: number;
  readonly template: string;
}

function toEvent(row: EventRow): IssueEvent {
  const { at, by } = row;
  const detail = row.detail === null ? {} : JSON.parse(row.detail);
  switch (row.act) {
    case "acknowledge":
    case "reopen":
    case "resolve":
    case "withdrawn":
      return { act: row.act, at, by };
    case "ignore":
      return { act: "ignore", at, by, untilRate: detail.untilRate };
    case "own":
      return { act: "own", at, by, owner: detail.owner };
    case "note":
      return { act: "note", at, by, text: detail.text };
    case "reopened":
      return { act: "reopened", at, by, reopening: detail };
    default:
      throw new RangeError(`"${row.act}" is nothing that happens to an issue`);
  }
}

/** Forms that moved together are one entry. */
function toMoves(rows: readonly MoveRow[]): IssueEvent[] {
  const moves: (IssueEvent & { readonly act: MoveRow["act"]; readonly templates: string[] })[] = [];
  for (const { act, from_id: from, to_id: to, by, at, template } of rows) {
    const last = moves[moves.length - 1];
    const isSame =
      last !== undefined &&
      last.act === act &&
      last.at === at &&
      last.from === from &&
      last.to === to &&
      last.by === by;
    if (isSame) last.templates.push(template);
    else moves.push({ act, from, to, by, at, templates: [template] });
  }
  return moves;
}

/** Everything that happened to an issue, the newest last. */
export function readHistory(db: Database.Database, issue: number): IssueEvent[] {
  const events = db.prepare<[number], EventRow>(selectEvents).all(issue).map(toEvent);
  const moves = toMoves(db.prepare<[object], MoveRow>(selectMoves).all({ issue }));
  return [...events, ...moves].sort((a, b) => a.at - b.at);
}
