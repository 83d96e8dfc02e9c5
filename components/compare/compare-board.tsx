"use client";

import { useRouter } from "next/navigation";
import { useMemo, useTransition } from "react";
import { CompareCharts } from "@/components/charts/compare-charts";
import { useOpenHref } from "@/components/ui/use-open-href";
import type { Comparison, Places } from "@/lib/core/compare/comparison";
import { nameComparison, writeCompareCaption } from "@/lib/view/compare-caption";
import { type CompareChartName, toCompareCharts } from "@/lib/view/compare-charts";
import { countPoint } from "@/lib/view/compare-readout";
import { type CompareView, compareViewHref } from "@/lib/view/compare-view";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { type CompareChoices, CompareControls } from "./compare-controls";
import { CompareTables } from "./compare-tables";

interface CompareBoardProps {
  readonly comparison: Comparison;
  readonly revision: string;
  readonly view: CompareView;
  readonly choices: CompareChoices;
}

/** The choices, the charts and the tables that say the same; a choice is a new address, which the server answers. */
export function CompareBoard({ comparison, revision, view, choices }: CompareBoardProps) {
  const router = useRouter();
  const openHref = useOpenHref();
  const [isPending, start] = useTransition();
  const chosen = comparison.rangeKind === "chosen" ? comparison.range : null;
  const model = useMemo(() => toCompareCharts(comparison, chosen), [comparison, chosen]);
  const { runs } = comparison;

  function change(next: CompareView) {
    start(() => router.push(compareViewHref(next), { scroll: false }));
  }

  function hrefOf(chart: CompareChartName, index: number, places: Places | null): string | null {
    const run = runs[index];
    const all = places ?? comparison.range;
    if (run === undefined || run.origin === null || all === null) return null;
    return rolloutsHref(run.run, { ...view, segment: null }, countPoint(chart, clip(all, run.origin), run.origin));
  }

  return (
    <div aria-busy={isPending}>
      <CompareControls comparison={comparison} view={view} choices={choices} onChange={change} />
      <CompareCharts
        comparison={comparison}
        model={model}
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

/** No step lies below 0. */
function clip({ from, to }: Places, origin: number): Places {
  return { from: Math.max(from, -origin), to: Math.max(to, -origin) };
}
