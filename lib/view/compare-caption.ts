/** What a file of a comparison is called, and what stands under its charts. */
import type { Comparison } from "@/lib/core/compare/comparison";
import { describeFilters } from "./chart-caption";
import type { CompareChartsModel } from "./compare-charts";
import type { CompareView } from "./compare-view";
import { namePlaces, nameRun } from "./compare-words";
import { formatCount, formatUtc } from "./format";

/** Runs that a file is named after, and letters of each: what it holds stands behind them. */
const mostNamed = 3;
const mostLetters = 24;

/** The runs, the baseline first: a file is of these, whatever it holds of them. */
export function nameComparison({ runs, baseline }: Pick<Comparison, "runs" | "baseline">): readonly string[] {
  const ordered = [...runs.slice(baseline, baseline + 1), ...runs.filter((_, index) => index !== baseline)];
  const named = ordered.slice(0, mostNamed).map(({ run }) => [...run].slice(0, mostLetters).join(""));
  const others = ordered.length - named.length;
  return ["compare", ...named, ...(others > 0 ? [`and ${others} more`] : [])];
}

interface CaptionedComparison {
  readonly comparison: Comparison;
  readonly view: Pick<CompareView, "environment" | "split" | "labels">;
  readonly rows: CompareChartsModel["rows"];
  readonly revision: string;
}

/** Whose lines these are and of what, as of when, and where they came from. */
export function writeCompareCaption(told: CaptionedComparison, address: string, now: number): readonly string[] {
  const { comparison, view, rows, revision } = told;
  const { runs, baseline, width } = comparison;
  const names = runs.map((run, index) => {
    const name = nameRun(runs, run);
    const whole = name === run.run ? name : `${name} (${run.run})`;
    return index === baseline ? `${whole}, the baseline` : whole;
  });
  const [first, last] = [rows[0], rows.at(-1)];
  const filters = describeFilters({ ...view, segment: null });
  return [
    names.join(" · "),
    [
      first === undefined || last === undefined
        ? "no steps"
        : namePlaces(comparison, { from: first.from, to: last.to }),
      ...(width > 1 ? [`${formatCount(width)} steps a point`] : []),
      ...(filters.length === 0 ? ["no filter"] : filters),
    ].join(" · "),
    `revision ${revision} · saved ${formatUtc(now)}`,
    address,
  ];
}
