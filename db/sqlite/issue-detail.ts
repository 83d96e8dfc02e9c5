import type Database from "better-sqlite3";
import type { IssueDetail, StoredIssueSample, SuggestedMerge } from "@/lib/core/issues/issue";
import { suggestMerges } from "@/lib/core/issues/suggest-merges";
import { storedOutcomes } from "@/lib/core/outcome";
import { splits } from "@/lib/core/rollout";
import { readHistory } from "./issue-history";
import { IssueReader } from "./issue-list";
import type { IssueRow } from "./issue-rows";
import { SeriesReader } from "./issue-series";
import { type FormRow, IssueTotals, toSpans } from "./issue-totals";
import { fromCode, fromStepNumber } from "./rows";
import { isShownRun } from "./runs";

const drawnRuns = 8;
const drawnPoints = 300;
const listedSpans = 100;
const listedSamples = 5;
/** Issues of the same kind that are looked through for one that says nearly the same. */
const comparedIssues = 200;

/** Rollouts from both ends are read for samples, so that what changed meanwhile is among them. */
const sampledRollouts = 100;

const selectSamples = (direction: "ASC" | "DESC") => `
  SELECT r.id, run.name AS run, r.split, r.step, r.outcome, environment.text AS environment, r.reason,
         coalesce(r.finished_at, r.seen_at) AS at
  FROM fingerprint AS f
  JOIN issue_rollout AS i ON i.fingerprint_id = f.id
  JOIN rollout AS r ON r.id = i.rollout_id
  JOIN run          ON run.id = r.run_id
  JOIN segment      ON segment.id = r.segment_id
  LEFT JOIN name AS environment ON environment.id = r.environment_id
  WHERE f.id = :form AND r.counts = 1 AND r.step < coalesce(segment.superseded_from, 9e15) AND ${isShownRun}
  ORDER BY i.rollout_id ${direction}
  LIMIT ${sampledRollouts}`;

interface SampleRow {
  readonly id: number;
  readonly run: string;
  readonly split: number;
  readonly step: number;
  readonly outcome: number;
  readonly environment: string | null;
  readonly reason: string | null;
  readonly at: number;
}

/** The first rollouts with different reasons, every form once before any comes twice. */
function readSamples(db: Database.Database, forms: readonly FormRow[]): StoredIssueSample[] {
  const first = db.prepare<[object], SampleRow>(selectSamples("ASC"));
  const last = db.prepare<[object], SampleRow>(selectSamples("DESC"));
  const ofForms = forms.slice(0, listedSamples).map((form) => {
    const rows = [...first.all({ form: form.id }), ...last.all({ form: form.id }).reverse()];
    const byReason = new Map<string | null, SampleRow>();
    for (const row of rows) if (!byReason.has(row.reason)) byReason.set(row.reason, row);
    return [...byReason.values()];
  });
  const turns = Array.from({ length: listedSamples }, (_, turn) => turn);
  return turns
    .flatMap((turn) => ofForms.flatMap((samples) => samples.slice(turn, turn + 1)))
    .slice(0, listedSamples)
    .map(({ id: rollout, ...row }) => ({
      ...row,
      rollout,
      split: fromCode(splits, row.split),
      step: fromStepNumber(row.step),
      outcome: fromCode(storedOutcomes, row.outcome),
    }));
}

function suggest(id: number, kind: string, template: string, reader: IssueReader): SuggestedMerge[] {
  const others = [...reader.totals.issues.values()]
    .flatMap((totals) => {
      const form = totals.forms[0];
      return totals.id === id || form?.kind !== kind ? [] : [{ id: totals.id, template: form.template, totals }];
    })
    .sort((a, b) => b.totals.count - a.totals.count)
    .slice(0, comparedIssues);
  return others
    .flatMap((other) => {
      const [found] = suggestMerges([
        { issue: String(id), template },
        { issue: String(other.id), template: other.template },
      ]);
      if (found === undefined) return [];
      return [{ id: other.id, template: other.template, count: other.totals.count, similarity: found.similarity }];
    })
    .sort((a, b) => b.similarity - a.similarity || b.count - a.count)
    .slice(0, listedSamples);
}

/** One issue with everything its page shows; null where there is no such issue. */
export function readIssue(db: Database.Database, id: number, now: number): IssueDetail | null {
  const row = db.prepare<[number], IssueRow>("SELECT * FROM issue WHERE id = ?").get(id);
  if (row === undefined) return null;
  const reader = new IssueReader(db, null, now);
  const totals = reader.totals.issues.get(id) ?? new IssueTotals(id);
  const stored = db.prepare<[number], FormRow>("SELECT * FROM fingerprint WHERE issue_id = ? ORDER BY id").all(id);
  const counts = new Map(totals.forms.map((form) => [form.id, form.count]));
  const forms = stored
    .map((form) => ({ ...form, count: counts.get(form.id) ?? 0 }))
    .sort((a, b) => b.count - a.count || a.id - b.id);
  // A merged issue has no form left: its first one is shown.
  const main =
    forms[0] ?? db.prepare<[number], FormRow>("SELECT * FROM fingerprint WHERE home_id = ? ORDER BY id").get(id);
  if (main === undefined) return null;
  const entry = reader.readEntry(main, totals);
  if (entry === null) return null;
  const spans = toSpans(totals, reader.totals.failures);
  const series = totals.spans.slice(0, drawnRuns).flatMap((span) =>
    splits.flatMap((split) => {
      const place = { id: span.runId, name: span.run, split };
      const drawn = new SeriesReader(db, place, drawnPoints, null).read(id);
      return drawn.points.some(({ count }) => count > 0) ? [drawn] : [];
    }),
  );
  const [withTrend] = reader.withTrends([entry]);
  return {
    ...entry,
    trend: withTrend?.trend ?? null,
    allForms: forms.map(({ digest, kind, template, count, home_id: home }) => ({
      fingerprint: digest,
      kind,
      template,
      count,
      cameFrom: home === id ? null : home,
    })),
    allSpans: spans.slice(0, listedSpans),
    series,
    samples: readSamples(db, forms),
    history: readHistory(db, id),
    suggestions: row.merged_into === null ? suggest(id, main.kind, main.template, reader) : [],
  };
}
