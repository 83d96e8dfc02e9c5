import type Database from "better-sqlite3";
import type { IssueSpan, OutcomeCounts } from "@/lib/core/issues/issue";
import { storedOutcomes } from "@/lib/core/outcome";
import { isShownRun } from "./runs";

/** What a fingerprint's rows of one run add up to, over what counts now. */
const selectTotals = `
  SELECT s.fingerprint_id, segment.run_id, run.name AS run,
         ${storedOutcomes.map((outcome) => `sum(s.${outcome}) AS ${outcome}`).join(", ")},
         min(CASE WHEN s.step >= 0 THEN s.step END) AS first_step,
         max(CASE WHEN s.step >= 0 THEN s.step END) AS last_step,
         max(s.last_at) AS last_at
  FROM issue_place AS p
  JOIN segment         ON segment.id = p.segment_id
  JOIN run             ON run.id = segment.run_id
  JOIN issue_step AS s ON s.fingerprint_id = p.fingerprint_id AND s.segment_id = p.segment_id AND s.split = p.split
  WHERE (:run IS NULL OR segment.run_id = :run) AND s.step < coalesce(segment.superseded_from, 9e15) AND ${isShownRun}
  GROUP BY s.fingerprint_id, segment.run_id`;

const selectForms = "SELECT id, digest, kind, template, issue_id, home_id FROM fingerprint";

interface TotalsRow extends OutcomeCounts {
  readonly fingerprint_id: number;
  readonly run_id: number;
  readonly run: string;
  readonly first_step: number | null;
  readonly last_step: number | null;
  readonly last_at: number;
}

export interface FormRow {
  readonly id: number;
  readonly digest: string;
  readonly kind: string;
  readonly template: string;
  readonly issue_id: number;
  readonly home_id: number;
}

export interface CountedForm extends FormRow {
  readonly count: number;
}

interface Span {
  runId: number;
  run: string;
  count: number;
  firstStep: number | null;
  lastStep: number | null;
  lastAt: number;
}

/** What an issue's occurrences add up to. */
export class IssueTotals {
  readonly id: number;
  count = 0;
  readonly outcomes = { scored: 0, masked: 0, unscored: 0, failed: 0, omitted: 0 };
  readonly #forms = new Map<number, FormRow & { count: number }>();
  readonly #spans = new Map<number, Span>();

  constructor(id: number) {
    this.id = id;
  }

  add(form: FormRow, row: TotalsRow): void {
    const count = storedOutcomes.reduce((sum, outcome) => sum + row[outcome], 0);
    this.count += count;
    for (const outcome of storedOutcomes) this.outcomes[outcome] += row[outcome];
    const known = this.#forms.get(form.id);
    if (known === undefined) this.#forms.set(form.id, { ...form, count });
    else known.count += count;
    const { run_id: runId, run, first_step: firstStep, last_step: lastStep, last_at: lastAt } = row;
    const span = this.#spans.get(runId);
    if (span === undefined) {
      this.#spans.set(runId, { runId, run, count, firstStep, lastStep, lastAt });
      return;
    }
    span.count += count;
    span.firstStep = extreme(span.firstStep, firstStep, Math.min);
    span.lastStep = extreme(span.lastStep, lastStep, Math.max);
    span.lastAt = Math.max(span.lastAt, lastAt);
  }

  /** The most frequent first. */
  get forms(): readonly CountedForm[] {
    return [...this.#forms.values()].sort((a, b) => b.count - a.count || (a.template < b.template ? -1 : 1));
  }

  /** The run that it was seen in last comes first. */
  get spans(): readonly Span[] {
    return [...this.#spans.values()].sort((a, b) => b.lastAt - a.lastAt || (a.run < b.run ? -1 : 1));
  }
}

function extreme(a: number | null, b: number | null, pick: (a: number, b: number) => number): number | null {
  return a === null || b === null ? (a ?? b) : pick(a, b);
}

export interface AllTotals {
  /** By issue. */
  readonly issues: ReadonlyMap<number, IssueTotals>;
  /** Occurrences of any issue, by run. */
  readonly failures: ReadonlyMap<number, number>;
}

/** Adds up where issues were seen, of one run or of all, without looking at a rollout. */
export function readTotals(db: Database.Database, run: number | null): AllTotals {
  const rows = db.prepare<[object], TotalsRow>(selectTotals).all({ run });
  const wanted = new Set(rows.map((row) => row.fingerprint_id));
  const forms = new Map<number, FormRow>();
  for (const form of db.prepare<[], FormRow>(selectForms).iterate()) if (wanted.has(form.id)) forms.set(form.id, form);
  const issues = new Map<number, IssueTotals>();
  const failures = new Map<number, number>();
  for (const row of rows) {
    const form = forms.get(row.fingerprint_id);
    if (form === undefined) continue;
    const totals = issues.get(form.issue_id) ?? new IssueTotals(form.issue_id);
    issues.set(form.issue_id, totals);
    totals.add(form, row);
    const count = storedOutcomes.reduce((sum, outcome) => sum + row[outcome], 0);
    failures.set(row.run_id, (failures.get(row.run_id) ?? 0) + count);
  }
  return { issues, failures };
}

/** Where an issue was seen, with how many rollouts of each run failed in any way. */
export function toSpans(totals: IssueTotals, failures: AllTotals["failures"]): IssueSpan[] {
  return totals.spans.map(({ runId, ...span }) => ({ ...span, failures: failures.get(runId) ?? 0 }));
}
