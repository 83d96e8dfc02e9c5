/** What sets compared runs apart, in a sentence made of their numbers: no claim where intervals touch. */
import type { CompareCell, ComparedRun, Comparison, MeanRow, Places, RateRow } from "@/lib/core/compare/comparison";
import { kindOfSeries } from "@/lib/core/detect/rate-series";
import { displayFailureKind } from "@/lib/core/failure-kind";
import type { Rate } from "@/lib/core/rate";
import type { Estimate } from "@/lib/core/statistics/estimate";
import type { Mean } from "@/lib/core/step-summary";
import type { CompareChartName } from "./compare-charts";
import { formatCount, formatNoun, formatOf, formatPercent, formatReward } from "./format";
import { formatChange, formatInterval, formatSize } from "./format-change";
import { name, type PhrasePart, plain, strong } from "./phrase";

/** What a reader calls a run: its title, unless two of them share it. */
export function nameRun(runs: readonly ComparedRun[], { run, title }: ComparedRun): string {
  return title === null || runs.some((other) => other.run !== run && other.title === title) ? run : title;
}

/** What a chart is called. @param kind the failure kind whose share is drawn; null: of all that was lost. */
export function nameCompareChart(chart: CompareChartName, kind: string | null): string {
  if (chart === "reward") return "Evidence reward";
  if (chart === "masked") return "Masked and coverage";
  return kind === null ? "Lost" : displayFailureKind(kind);
}

/** Places in words: `steps 61–80`, `10 steps before to 19 after each onset`. */
export function namePlaces({ alignment }: Pick<Comparison, "alignment">, { from, to }: Places): string {
  if (alignment === "step")
    return from === to ? `step ${formatCount(from)}` : `steps ${formatCount(from)}–${formatCount(to)}`;
  const before = (place: number) => `${formatNoun(-place, "step")} before`;
  if (to < 0) return `${before(from)} to ${before(to)} each onset`;
  if (from < 0) return `${before(from)} to ${formatNoun(to, "step")} after each onset`;
  if (from > 0) return `${formatNoun(from, "step")} to ${formatNoun(to, "step")} after each onset`;
  return to === 0 ? "the step of each onset" : `the first ${formatNoun(to + 1, "step")} from each onset on`;
}

function findRow<Row extends RateRow | MeanRow>(rows: readonly Row[], measure: Row["measure"]): Row | undefined {
  return rows.find((row) => row.measure === measure);
}

function against(mine: Rate, base: Rate): string {
  const write = (rate: Rate) => (rate.n === 0 ? "none" : `${formatPercent(rate.count / rate.n)}, ${formatOf(rate)}`);
  return `${write(mine)}, against ${write(base)}`;
}

/** The kind whose share moved farthest, of those that surely moved the same way. */
function findCause(rates: readonly RateRow[], index: number, direction: number): string | null {
  let cause: { readonly kind: string; readonly size: number } | null = null;
  for (const { measure, cells } of rates) {
    const kind = kindOfSeries(measure);
    const cell = cells[index];
    const moved = cell?.isApart === true ? (cell.difference?.value ?? 0) : 0;
    if (kind === null || moved * direction <= 0) continue;
    if (cause === null || Math.abs(moved) > cause.size) cause = { kind, size: Math.abs(moved) };
  }
  return cause?.kind ?? null;
}

function saySince(run: ComparedRun, { alignment }: Comparison): string {
  const { incident, counted } = run;
  if (alignment === "onset" || incident === null || counted === null) return "";
  if (incident.onset < counted.from || incident.onset > counted.to) return "";
  return incident.onset === counted.from
    ? ` from step ${formatCount(incident.onset)} on`
    : `, since step ${formatCount(incident.onset)}`;
}

/** Where failures are not reported, zeros for which nothing was generated are all there is to go by. */
function saySuspected({ rates, baseline }: Comparison, index: number): PhrasePart[] {
  const row = findRow(rates, "suspected_false_zeros");
  const [cell, base] = [row?.cells[index], row?.cells[baseline]];
  if (cell == null || base == null || !cell.isApart || cell.difference === null) return [];
  const { value } = cell.difference;
  return [
    plain("Suspected false zeros are "),
    strong(`${formatSize(value, true)} ${value > 0 ? "more" : "less"}`),
    plain(` (${against(cell.value, base.value)}). `),
  ];
}

function sayLosses(comparison: Comparison, index: number): PhrasePart[] {
  const { runs, baseline, rates } = comparison;
  const [mine, base] = [runs[index], runs[baseline]];
  const row = findRow(rates, "lost");
  const [cell, other] = [row?.cells[index], row?.cells[baseline]];
  if (mine === undefined || base === undefined) return [];
  const [me, it] = [name(nameRun(runs, mine)), name(nameRun(runs, base))];
  const silent = [mine, base].filter((run) => !run.reportsFailures).map((run) => name(nameRun(runs, run)));
  const [first, second] = silent;
  if (first !== undefined) {
    const both = second === undefined ? [] : [plain(" and "), second];
    const verb = second === undefined ? "reports" : "report";
    return [
      first,
      ...both,
      strong(` ${verb} no failures`),
      plain(", so losses can’t be compared. "),
      ...saySuspected(comparison, index),
    ];
  }
  if (cell == null || other == null) return [];
  if (cell.isApart && cell.difference !== null) {
    const { value } = cell.difference;
    const cause = findCause(rates, index, Math.sign(value));
    return [
      me,
      strong(` loses ${formatSize(value, true)} ${value > 0 ? "more" : "less"}`),
      plain(" of its rollouts than "),
      it,
      plain(`${saySince(value > 0 ? mine : base, comparison)}`),
      ...(cause === null ? [] : [plain(", most of all as "), { as: "kind", text: cause } as const]),
      plain(` (${against(cell.value, other.value)}; ${formatInterval(cell.difference, true)}). `),
    ];
  }
  if (cell.value.count === 0 && other.value.count === 0) {
    return [
      strong("Neither "),
      me,
      strong(" nor "),
      it,
      strong(" lost a rollout"),
      plain(` (${formatOf(cell.value)} and ${formatOf(other.value)}). `),
    ];
  }
  return [
    plain("What "),
    me,
    plain(" and "),
    it,
    plain(" lose "),
    strong("can’t be told apart"),
    plain(`: ${against(cell.value, other.value)}${sayDifference(cell.difference, true)}. `),
  ];
}

function sayDifference(difference: Estimate | null, inPercent: boolean): string {
  if (difference === null) return "";
  return `; ${formatChange(difference.value, inPercent)}, ${formatInterval(difference, inPercent)}`;
}

function sayMean(cell: CompareCell<Mean>, base: CompareCell<Mean>, label: string, inPercent: boolean): PhrasePart[] {
  const write = ({ mean }: Mean) => (mean === null ? "none" : formatReward(mean, inPercent));
  const values = `${write(cell.value)} against ${write(base.value)}`;
  if (cell.value.mean === null || base.value.mean === null) return [plain(`${label} can’t be compared: ${values}`)];
  if (cell.difference === null) {
    return [
      plain(
        `${label} ${values}, too little to say whether they differ (n ${formatCount(Math.min(cell.value.n, base.value.n))})`,
      ),
    ];
  }
  if (!cell.isApart) {
    const { low, high } = cell.difference;
    const verdict = low > 0 || high < 0 ? "may differ, as the two intervals touch" : "can’t be told apart";
    return [plain(`${label} ${verdict} (${values}${sayDifference(cell.difference, inPercent)})`)];
  }
  const { value } = cell.difference;
  return [
    plain(`${label} is `),
    strong(`${formatSize(value, inPercent)} ${value > 0 ? "higher" : "lower"}`),
    plain(` (${values}; ${formatInterval(cell.difference, inPercent)})`),
  ];
}

function sayMeans({ means, inPercent, baseline }: Comparison, index: number): PhrasePart[] {
  const labels = { evidence: "Evidence reward", as_scored: "as scored it" } as const;
  const clauses = means.flatMap(({ measure, cells }) => {
    const [cell, base] = [cells[index], cells[baseline]];
    return cell == null || base == null ? [] : [sayMean(cell, base, labels[measure], inPercent)];
  });
  return clauses.flatMap((clause, at) => [
    ...(at === 0 ? [] : [plain("; ")]),
    ...clause,
    ...(at === clauses.length - 1 ? [plain(".")] : []),
  ]);
}

/** What one run is against the baseline. */
export function describePair(comparison: Comparison, index: number): PhrasePart[] {
  const run = comparison.runs[index];
  if (run === undefined) return [];
  if (run.origin === null || run.counted === null) {
    const why = run.origin === null ? " has no incident to align by, and is left out." : " has no step in this range.";
    return [name(nameRun(comparison.runs, run)), plain(why)];
  }
  return [...sayLosses(comparison, index), ...sayMeans(comparison, index)];
}

/** Why there is nothing to say; null where there is. */
function sayNothing({ runs, baseline, range, rangeKind }: Comparison): PhrasePart[] | null {
  const base = runs[baseline];
  if (base === undefined) return [strong("No run"), plain(" to compare.")];
  const it = name(nameRun(runs, base));
  if (base.origin === null) {
    return [
      it,
      strong(" has no incident to align by"),
      plain(": align by steps, or say at which step it stands at 0."),
    ];
  }
  if (range === null) {
    return rangeKind === "after"
      ? [strong("No incident"), plain(" has steps after it that all of these runs have.")]
      : [strong("No step in common"), plain(": these runs have none that all of them have. Count whole runs instead.")];
  }
  if (base.counted === null) return [it, strong(" has no step"), plain(" in this range.")];
  return null;
}

function sayMany(comparison: Comparison): PhrasePart[] {
  const { runs, baseline, rates } = comparison;
  const base = runs[baseline];
  const lost = findRow(rates, "lost")?.cells ?? [];
  const others = runs.map((_, index) => index).filter((index) => index !== baseline);
  const moved = others.filter((index) => lost[index]?.isApart === true);
  const more = moved.filter((index) => (lost[index]?.difference?.value ?? 0) > 0);
  const size = (index: number) => Math.abs(lost[index]?.difference?.value ?? 0);
  const farthest = moved.toSorted((a, b) => size(b) - size(a))[0];
  const silent = others.filter((index) => runs[index]?.reportsFailures === false || base?.reportsFailures === false);
  const open = others.length - moved.length - silent.filter((index) => !moved.includes(index)).length;
  const counts = [
    more.length > 0 ? `${formatCount(more.length)} surely lose more` : "",
    moved.length > more.length ? `${formatCount(moved.length - more.length)} surely lose less` : "",
    open > 0 ? `${formatCount(open)} can’t be told apart` : "",
    others.length - moved.length > open
      ? `${formatCount(others.length - moved.length - open)} can’t be compared without failure reporting`
      : "",
  ].filter((part) => part !== "");
  const lead = [
    plain(`Of ${formatNoun(others.length, "run")} held against `),
    ...(base === undefined ? [] : [name(nameRun(runs, base))]),
    plain(", "),
    strong(counts.join(", ")),
    plain(". "),
  ];
  return farthest === undefined ? lead : [...lead, plain("Farthest: "), ...describePair(comparison, farthest)];
}

/** What differs, first of all. */
export function describeComparison({ comparison }: { readonly comparison: Comparison }): PhrasePart[] {
  const { runs, baseline } = comparison;
  const nothing = sayNothing(comparison);
  if (nothing !== null) return nothing;
  const others = runs.map((_, index) => index).filter((index) => index !== baseline);
  const [only] = others;
  if (only === undefined) {
    const [run] = runs;
    return [
      ...(run === undefined ? [] : [name(nameRun(runs, run))]),
      plain(" stands alone: choose a run to hold it against."),
    ];
  }
  return others.length === 1 ? describePair(comparison, only) : sayMany(comparison);
}
