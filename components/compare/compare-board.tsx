"use client";

import { useRouter } from "next/navigation";
import { useMemo, useTransition } from "react";
import { MarkCard } from "@/components/annotations/mark-card";
import { CompareCharts } from "@/components/charts/compare-charts";
import { Name } from "@/components/ui/name";
import { useOpenHref } from "@/components/ui/use-open-href";
import type { ComparedRun, Comparison, Places } from "@/lib/core/compare/comparison";
import type { RunNotes } from "@/lib/core/compare/run-notes";
import { nameComparison, writeCompareCaption } from "@/lib/view/compare-caption";
import { type CompareChartName, toCompareCharts } from "@/lib/view/compare-charts";
import { runMark } from "@/lib/view/compare-marks";
import { type RunChartMark, toCompareBands, toCompareMarks } from "@/lib/view/compare-overlay";
import { countPoint } from "@/lib/view/compare-readout";
import { smoothRuns } from "@/lib/view/compare-smoothing";
import { type CompareView, compareViewHref } from "@/lib/view/compare-view";
import { nameRun } from "@/lib/view/compare-words";
import { incidentAnchor } from "@/lib/view/incident-links";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { runHref } from "@/lib/view/run-links";
import { nameSmoothing } from "@/lib/view/smoothing";
import { type CompareChoices, CompareControls } from "./compare-controls";
import { comparedRunsId } from "./compare-runs-table";
import { CompareTables } from "./compare-tables";
import { LineMark } from "./line-mark";

interface CompareBoardProps {
  readonly comparison: Comparison;
  readonly notes: readonly RunNotes[];
  readonly revision: string;
  readonly view: CompareView;
  readonly choices: CompareChoices;
}

/** The choices, the charts and the tables that say the same; a choice is a new address, which the server answers. */
export function CompareBoard({ comparison, notes, revision, view, choices }: CompareBoardProps) {
  const router = useRouter();
  const openHref = useOpenHref();
  const [isPending, start] = useTransition();
  const chosen = comparison.rangeKind === "chosen" ? comparison.range : null;
  const model = useMemo(() => toCompareCharts(comparison, chosen), [comparison, chosen]);
  const { runs } = comparison;
  const smoothed = useMemo(() => {
    const lines = smoothRuns({ runs }, notes, chosen, view.smoothing);
    return lines === null ? null : { lines, words: nameSmoothing(view.smoothing, comparison.width) ?? "" };
  }, [runs, notes, chosen, view.smoothing, comparison.width]);
  const marks = useMemo(() => toCompareMarks(model.axis, runs, notes), [model, runs, notes]);
  const bands = useMemo(() => toCompareBands(model.axis, runs, notes), [model, runs, notes]);

  function change(next: CompareView) {
    start(() => router.push(compareViewHref(next), { scroll: false }));
  }

  function hrefOf(chart: CompareChartName, index: number, places: Places | null): string | null {
    const run = runs[index];
    const all = places ?? comparison.range;
    if (run === undefined || run.origin === null || all === null) return null;
    return rolloutsHref(
      run.run,
      { ...view, segment: null },
      countPoint(chart, clip(all, run.origin), run.origin, comparison.kind),
    );
  }

  return (
    <div aria-busy={isPending}>
      <CompareControls comparison={comparison} view={view} choices={choices} onChange={change} />
      <CompareCharts
        comparison={comparison}
        model={model}
        smoothed={smoothed}
        marks={marks}
        bands={bands}
        renderMark={(mark) => <RunMarkCard runs={runs} mark={mark} />}
        incidentHref={(band) => {
          const run = band === null ? undefined : runs[band.run];
          if (band === null || run === undefined) return `#${comparedRunsId}`;
          return `${runHref(run.run)}#${incidentAnchor(band.incident)}`;
        }}
        hrefOf={hrefOf}
        saved={{
          fileName: nameComparison(comparison),
          toCaption: () =>
            writeCompareCaption({ comparison, view, rows: model.rows, revision }, location.href, Date.now()),
        }}
        onOpen={openHref}
        onZoom={(range) => change({ ...view, range })}
        onReset={() => change({ ...view, range: "common" })}
      />
      <CompareTables comparison={comparison} model={model} hrefOf={hrefOf} />
    </div>
  );
}

/** An annotation under the name of its run. */
function RunMarkCard({ runs, mark }: { readonly runs: readonly ComparedRun[]; readonly mark: RunChartMark }) {
  const run = runs[mark.run];
  if (run === undefined) return null;
  return (
    <>
      <p className="flex items-center gap-1.5 pb-1 text-xs">
        <LineMark mark={runMark(mark.run)} />
        <Name text={nameRun(runs, run)} limit={40} className="font-medium" />
      </p>
      <MarkCard run={run.run} mark={mark} />
    </>
  );
}

/** No step lies below 0. */
function clip({ from, to }: Places, origin: number): Places {
  return { from: Math.max(from, -origin), to: Math.max(to, -origin) };
}
