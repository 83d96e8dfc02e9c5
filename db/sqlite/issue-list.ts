import type Database from "better-sqlite3";
import type { IssueEntry, OtherIssues } from "@/lib/core/issues/issue";
import { cutIssuePage, type IssueFilter, type IssuePage, isWantedIssue } from "@/lib/core/issues/issue-filter";
import { judgeStanding } from "@/lib/core/issues/standing";
import { type IssueRow, toIssueHead } from "./issue-rows";
import { SeriesReader } from "./issue-series";
import { type AllTotals, type FormRow, IssueTotals, readTotals, toSpans } from "./issue-totals";
import { readWindow } from "./issue-window";
import { findRun } from "./read-steps";

/** Issues of a kind that are listed, the most frequent ones; the rest is counted. */
const listedIssues = 200;
const listedSpans = 3;
/** A trend is of this many of a run's newest steps, in this many points. */
const trendSteps = 300;
const trendPoints = 60;

const selectTouched = `
  SELECT f.id, f.digest, f.kind, f.template, f.issue_id, f.home_id
  FROM issue AS i
  JOIN fingerprint AS f ON f.issue_id = i.id
  WHERE i.touched = 1
  GROUP BY i.id`;

/** Where people did something is listed although it is nowhere any more. */
function addTouched(db: Database.Database, totals: Map<number, IssueTotals>): Map<number, FormRow> {
  const forms = new Map<number, FormRow>();
  for (const form of db.prepare<[], FormRow>(selectTouched).all()) {
    forms.set(form.issue_id, form);
    if (!totals.has(form.issue_id)) totals.set(form.issue_id, new IssueTotals(form.issue_id));
  }
  return forms;
}

/** The most frequent issues of each kind, and what each has beside them. */
function cutKinds(all: readonly (readonly [FormRow, IssueTotals])[]): {
  readonly listed: readonly (readonly [FormRow, IssueTotals])[];
  readonly others: readonly OtherIssues[];
} {
  const byKind = new Map<string, (readonly [FormRow, IssueTotals])[]>();
  for (const one of all) {
    const known = byKind.get(one[0].kind);
    if (known === undefined) byKind.set(one[0].kind, [one]);
    else known.push(one);
  }
  const others: OtherIssues[] = [];
  const listed = [...byKind].flatMap(([kind, ofKind]) => {
    ofKind.sort(([, a], [, b]) => b.count - a.count || a.id - b.id);
    const rest = ofKind.slice(listedIssues);
    const count = rest.reduce((sum, [, totals]) => sum + totals.count, 0);
    if (rest.length > 0) others.push({ kind, issues: rest.length, count });
    return ofKind.slice(0, listedIssues);
  });
  return { listed, others: others.sort((a, b) => b.count - a.count) };
}

/** Issues of one run, or of all, as they stand at one moment: totals are added up once for all that is asked. */
export class IssueReader {
  readonly #db: Database.Database;
  readonly #now: number;
  readonly #totals: AllTotals;
  readonly #find: Database.Statement<[number], IssueRow>;
  readonly #windows = new Map<number, ReturnType<typeof readWindow>>();

  constructor(db: Database.Database, run: number | null, now: number) {
    this.#db = db;
    this.#now = now;
    this.#totals = readTotals(db, run);
    this.#find = db.prepare("SELECT * FROM issue WHERE id = ?");
  }

  get totals(): AllTotals {
    return this.#totals;
  }

  /** @returns null where there is no such issue. */
  readEntry(form: Pick<FormRow, "kind" | "template">, totals: IssueTotals): IssueEntry | null {
    const row = this.#find.get(totals.id);
    if (row === undefined) return null;
    const head = toIssueHead(row, form);
    const spans = toSpans(totals, this.#totals.failures);
    const n = spans.reduce((sum, { failures }) => sum + failures, 0);
    const runId = totals.spans[0]?.runId;
    const window = runId === undefined ? null : this.#readWindow(runId)(totals.id);
    return {
      ...head,
      standing: judgeStanding(head, window, this.#now),
      count: totals.count,
      outcomes: totals.outcomes,
      forms: totals.forms.length,
      share: { count: totals.count, n },
      runs: spans.length,
      spans: spans.slice(0, listedSpans),
      lastAt: spans[0]?.lastAt ?? null,
      trend: null,
    };
  }

  /** Draws the trends of a page: only those that are shown are read. */
  withTrends(entries: readonly IssueEntry[]): IssueEntry[] {
    const readers = new Map<number, SeriesReader>();
    return entries.map((entry) => {
      const last = this.#totals.issues.get(entry.id)?.spans[0];
      if (last === undefined) return entry;
      const place = { id: last.runId, name: last.run, split: "train" } as const;
      const reader = readers.get(last.runId) ?? new SeriesReader(this.#db, place, trendPoints, trendSteps);
      readers.set(last.runId, reader);
      const trend = reader.read(entry.id);
      return { ...entry, trend: trend.points.length === 0 ? null : trend };
    });
  }

  #readWindow(run: number): ReturnType<typeof readWindow> {
    const known = this.#windows.get(run) ?? readWindow(this.#db, run);
    this.#windows.set(run, known);
    return known;
  }
}

/** A page of issues, of one run or of all; cheap in the number of rollouts, which are not looked at. */
export function listIssues(db: Database.Database, filter: IssueFilter, now: number): IssuePage {
  const run = filter.run === undefined ? null : findRun(db, filter.run);
  if (filter.run !== undefined && run === null) return { issues: [], others: [], next: null, total: 0 };
  const reader = new IssueReader(db, run?.id ?? null, now);
  const issues = new Map(reader.totals.issues);
  const touched = run === null ? addTouched(db, issues) : new Map<number, FormRow>();
  const all = [...issues.values()].flatMap((totals) => {
    const form = totals.forms[0] ?? touched.get(totals.id);
    return form === undefined ? [] : [[form, totals] as const];
  });
  const { listed, others } = cutKinds(all);
  const entries = listed.flatMap(([form, totals]) => {
    const entry = reader.readEntry(form, totals);
    return entry === null || !isWantedIssue(entry, filter) ? [] : [entry];
  });
  const { page, next } = cutIssuePage(entries, filter);
  const { kind } = filter;
  return {
    issues: reader.withTrends(page),
    others: kind === undefined ? others : others.filter((other) => other.kind === kind),
    next,
    total: entries.length,
  };
}
