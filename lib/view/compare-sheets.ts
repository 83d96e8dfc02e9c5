/** The tables of a comparison with their numbers in full, by the names of the API; what differs by run has its run's name. */
import type { ComparedIssues } from "@/lib/core/compare/compare-issues";
import type { ComparedLabels } from "@/lib/core/compare/compare-labels";
import type { ComparedSettings } from "@/lib/core/compare/compare-settings";
import type { CompareCell, ComparedRun, ComparePoint, Comparison } from "@/lib/core/compare/comparison";
import type { CsvCell, CsvRow, CsvSheet } from "@/lib/core/csv";
import { type Rate, rateValue } from "@/lib/core/rate";
import type { Mean } from "@/lib/core/step-summary";
import { type CompareChartName, type CompareChartsModel, failuresOf } from "./compare-charts";

type Named = Pick<ComparedRun, "run">;

/** A column of each run, after those of the row itself. */
function perRun(name: string, runs: readonly Named[]): readonly string[] {
  return runs.map(({ run }) => `${name}.${run}`);
}

/** The compared runs: what of each is counted, and the incident that it may be aligned by. */
export function toComparedRunSheet({ runs, baseline }: Comparison): CsvSheet {
  return {
    columns: [
      "run",
      "title",
      "state",
      "verdict",
      "baseline",
      "origin",
      "first_step",
      "last_step",
      "counted.from",
      "counted.to",
      "counted.steps",
      "counted.filling",
      "received",
      "incident",
      "incident.series",
      "incident.onset",
      "incident.severity",
    ],
    rows: runs.map(
      ({ run, title, state, verdict, origin, firstStep, lastStep, counted, received, incident }, index) => [
        ...[run, title, state, verdict, index === baseline, origin, firstStep, lastStep],
        ...[counted?.from ?? null, counted?.to ?? null, counted?.steps ?? null, counted?.filling ?? null, received],
        ...[incident?.id ?? null, incident?.series ?? null, incident?.onset ?? null, incident?.severity ?? null],
      ],
    ),
  };
}

const pointColumns: Readonly<Record<CompareChartName, readonly string[]>> = {
  reward: ["evidence.n", "evidence.mean", "evidence.se", "as_scored.n", "as_scored.mean"],
  lost: ["count", "n", "low", "high"],
  masked: ["masked.count", "masked.n", "masked.low", "masked.high", "without_result.count", "without_result.n"],
};

function readPoint(chart: CompareChartName, point: ComparePoint): CsvRow {
  const { evidence, asScored, masked, withoutResult } = point;
  const failures = failuresOf(point);
  if (chart === "reward") return [evidence.n, evidence.mean, evidence.se, asScored.n, asScored.mean];
  if (chart === "lost") return [failures.count, failures.n, failures.low, failures.high];
  return [masked.count, masked.n, masked.low, masked.high, withoutResult.count, withoutResult.n];
}

/** What a chart draws: a row for each run at each place, which is a step, or one counted from the run's onset. */
export function toComparePointSheet(
  chart: CompareChartName,
  runs: readonly ComparedRun[],
  rows: CompareChartsModel["rows"],
): CsvSheet {
  return {
    columns: ["run", "from", "to", "step.from", "step.to", "steps", "complete", ...pointColumns[chart]],
    rows: rows.flatMap(({ points }) =>
      points.flatMap((point, index): CsvRow[] => {
        const run = runs[index];
        if (point === null || run === undefined || run.origin === null) return [];
        const { from, to, steps, complete } = point;
        const own = [from + run.origin, to + run.origin, steps, complete];
        return [[run.run, from, to, ...own, ...readPoint(chart, point)]];
      }),
    ),
  };
}

function writeCell({ value, estimate, designEffect, difference, isApart }: CompareCell<Rate | Mean>): CsvRow {
  const isRate = "count" in value;
  return [
    isRate ? rateValue(value) : value.mean,
    isRate ? value.count : null,
    value.n,
    ...[estimate?.low ?? null, estimate?.high ?? null, designEffect],
    ...[difference?.value ?? null, difference?.low ?? null, difference?.high ?? null, isApart],
  ];
}

/** A row for each measure of each run. The value is a mean, or a share: `count` of `n`. */
export function toDifferenceSheet({ runs, means, rates }: Comparison): CsvSheet {
  const rows = [...means, ...rates].flatMap(({ measure, cells }) =>
    cells.flatMap((cell, index): CsvRow[] => {
      const run = runs[index];
      return cell === null || run === undefined ? [] : [[measure, run.run, ...writeCell(cell)]];
    }),
  );
  const estimate = ["estimate.low", "estimate.high", "design_effect"];
  const difference = ["difference", "difference.low", "difference.high", "apart"];
  return { columns: ["measure", "run", "value", "count", "n", ...estimate, ...difference], rows };
}

export function toComparedIssueSheet(runs: readonly Named[], { issues }: ComparedIssues): CsvSheet {
  return {
    columns: ["issue", "kind", "template", "state", "presence", ...perRun("count", runs)],
    rows: issues.map(({ issue, kind, template, state, presence, counts }) => [
      ...[issue, kind, template, state, presence],
      ...counts,
    ]),
  };
}

/** Values are JSON; a setting that a run was not told of has none. */
export function toComparedSettingSheet(runs: readonly Named[], { settings }: ComparedSettings): CsvSheet {
  return {
    columns: ["setting", ...perRun("value", runs)],
    rows: settings.map(({ path, values }) => [path, ...values]),
  };
}

export function toComparedLabelSheet(runs: readonly Named[], { labels }: ComparedLabels): CsvSheet {
  const shares = runs.flatMap((run) => [...perRun("count", [run]), ...perRun("n", [run])]);
  return {
    columns: ["label", "value", ...shares],
    rows: labels.map(({ name, value, shares: found }) => [
      ...[name, value],
      ...found.flatMap((share): CsvCell[] => [share?.count ?? null, share?.n ?? null]),
    ]),
  };
}
