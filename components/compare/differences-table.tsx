"use client";

import Link from "next/link";
import { CsvButton } from "@/components/ui/csv-link";
import { KindName } from "@/components/ui/kind-name";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SectionHeading } from "@/components/ui/section-heading";
import type { Comparison } from "@/lib/core/compare/comparison";
import { nameComparison } from "@/lib/view/compare-caption";
import { toDifferenceSheet } from "@/lib/view/compare-sheets";
import { type DifferenceCell, toDifferenceRows } from "@/lib/view/compare-table";
import type { CompareView } from "@/lib/view/compare-view";
import { namePlaces, nameRun } from "@/lib/view/compare-words";
import { formatNoun } from "@/lib/view/format";
import { rolloutsHref } from "@/lib/view/rollout-view";
import { RunHeads } from "./run-heads";

interface DifferencesTableProps {
  readonly comparison: Comparison;
  readonly view: CompareView;
}

/** What each run has of each measure, with both numbers, and how far it is from the baseline. */
export function DifferencesTable({ comparison, view }: DifferencesTableProps) {
  const { runs, baseline, range, otherKinds } = comparison;
  const base = runs[baseline];
  return (
    <section aria-label="Differences" className="pt-10">
      <SectionHeading
        remark={
          <>
            <CsvButton
              label="Differences as CSV"
              name={[...nameComparison(comparison), "differences"]}
              toSheet={() => toDifferenceSheet(comparison)}
            />{" "}
            {range !== null && namePlaces(comparison, range)}
          </>
        }
      >
        Differences
      </SectionHeading>
      <ScrollRegion label="Differences, scrollable" className="overflow-x-auto">
        <table className="grid-table difference-table">
          <caption className="sr-only">
            Each measure in each run; differences from {base === undefined ? "none" : nameRun(runs, base)}
          </caption>
          <thead>
            <tr>
              <th scope="col">measure</th>
              <RunHeads
                runs={runs}
                renderNote={(index) =>
                  index === baseline && runs.length > 1 && <span className="block text-xs">baseline</span>
                }
              />
            </tr>
          </thead>
          <tbody>
            {toDifferenceRows(comparison).map((row) => (
              <tr key={row.id} data-measure={row.id}>
                <th scope="row" title={row.explained}>
                  {row.kind === null ? row.name : <KindName kind={row.kind} limit={32} />}
                </th>
                {row.cells.map((cell, index) => {
                  const run = runs[index];
                  const href =
                    run === undefined || cell?.counted == null
                      ? null
                      : rolloutsHref(run.run, { ...view, segment: null }, cell.counted);
                  return <td key={run?.run}>{cell === null ? "–" : <Cell cell={cell} href={href} />}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="max-w-3xl pt-2 text-sm text-ink-2">
        Intervals are 95%, Wilson’s for shares and Newcombe’s for their differences. They count rollouts of one step as
        alike, as far as the steps’ counts scatter, and steps as independent. A difference is set in bold only where the
        two intervals do not touch.
        {otherKinds > 0 && ` ${formatNoun(otherKinds, "rarer failure kind")} not listed.`}
      </p>
    </section>
  );
}

function Cell({ cell, href }: { readonly cell: DifferenceCell; readonly href: string | null }) {
  const { value, of, interval, change, changeInterval, isApart } = cell;
  const numbers = (
    <>
      {value} <span className="text-ink-2">{of}</span>
    </>
  );
  return (
    <>
      <span className="block whitespace-nowrap">
        {href === null ? (
          numbers
        ) : (
          <Link href={href} prefetch={false} className="quiet-link">
            {numbers}
          </Link>
        )}
      </span>
      {interval !== null && <span className="block text-xs whitespace-nowrap text-ink-2">{interval}</span>}
      {change !== null && (
        <span className={`block whitespace-nowrap ${isApart ? "font-semibold" : "text-ink-2"}`}>
          {change} <span className="text-xs font-normal text-ink-2">{changeInterval}</span>
        </span>
      )}
    </>
  );
}
