import { CsvButton } from "@/components/ui/csv-link";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { Comparison, Places } from "@/lib/core/compare/comparison";
import { nameComparison } from "@/lib/view/compare-caption";
import { type CompareChartName, type CompareChartsModel, compareCharts } from "@/lib/view/compare-charts";
import { namePlace, writePoint } from "@/lib/view/compare-readout";
import { toComparePointSheet } from "@/lib/view/compare-sheets";
import { nameCompareChart } from "@/lib/view/compare-words";
import { RunHeads } from "./run-heads";

interface CompareTablesProps {
  readonly comparison: Comparison;
  readonly model: CompareChartsModel;
  readonly hrefOf: (chart: CompareChartName, run: number, places: Places | null) => string | null;
}

/** What each chart draws, as a table: a column for each run, newest first. */
export function CompareTables({ comparison, model, hrefOf }: CompareTablesProps) {
  const { runs, inPercent, alignment } = comparison;
  return (
    <div className="mt-4 border-t border-hairline pt-3">
      {compareCharts.map((chart) => (
        <details key={chart} data-compare-table={chart} className="pb-1">
          <summary className="text-sm font-medium text-ink-2 hover:text-ink">
            {nameCompareChart(chart, comparison.kind)} as a table
          </summary>
          <p className="flex justify-end">
            <CsvButton
              label={`${nameCompareChart(chart, comparison.kind)} as CSV`}
              name={[...nameComparison(comparison), nameCompareChart(chart, comparison.kind)]}
              toSheet={() => toComparePointSheet(chart, runs, model.rows)}
            />
          </p>
          <ScrollRegion
            label={`${nameCompareChart(chart, comparison.kind)} as a table`}
            className="mt-2 mb-4 max-h-[28rem] overflow-auto"
          >
            <table className="grid-table compare-table">
              <caption className="sr-only">{nameCompareChart(chart, comparison.kind)} as a table, newest first</caption>
              <thead className="sticky top-0 bg-paper">
                <tr>
                  <th scope="col">{alignment === "step" ? "step" : "from onset"}</th>
                  <RunHeads runs={runs} />
                </tr>
              </thead>
              <tbody>
                {model.rows.toReversed().map((row) => (
                  <tr key={row.from}>
                    <th scope="row">{namePlace(comparison, row)}</th>
                    {runs.map((run, index) => {
                      const point = row.points[index] ?? null;
                      const text = writePoint(chart, point, inPercent);
                      const href = point === null ? null : hrefOf(chart, index, point);
                      return <td key={run.run}>{href === null ? text : <a href={href}>{text}</a>}</td>;
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </details>
      ))}
    </div>
  );
}
