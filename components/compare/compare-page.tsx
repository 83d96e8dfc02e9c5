import Link from "next/link";
import { buttonClass } from "@/components/ui/button";
import { Phrase } from "@/components/ui/phrase";
import { RunNews } from "@/components/ui/run-news";
import { TabState } from "@/components/ui/tab-state";
import type { ComparedIssues } from "@/lib/core/compare/compare-issues";
import type { ComparedLabels } from "@/lib/core/compare/compare-labels";
import type { ComparedSettings } from "@/lib/core/compare/compare-settings";
import type { Comparison } from "@/lib/core/compare/comparison";
import type { RunNotes } from "@/lib/core/compare/run-notes";
import { listCompareNotes } from "@/lib/view/compare-notes";
import { type CompareView, chooseHref } from "@/lib/view/compare-view";
import { describeComparison, describePair } from "@/lib/view/compare-words";
import { toText } from "@/lib/view/phrase";
import { worstVerdict } from "@/lib/view/verdict-words";
import { CompareBoard } from "./compare-board";
import { CompareRunsTable } from "./compare-runs-table";
import { ComparedIssuesPanel } from "./compared-issues";
import { ComparedRunsCsv } from "./compared-runs-csv";
import { ComparedLabelsPanel, ComparedSettingsPanel } from "./compared-settings";
import { DifferencesTable } from "./differences-table";

export interface ComparePageProps {
  readonly title: string;
  readonly view: CompareView;
  readonly revision: string;
  readonly missing: readonly string[];
  readonly comparison: Comparison;
  readonly notes: readonly RunNotes[];
  readonly issues: ComparedIssues;
  readonly settings: ComparedSettings;
  readonly labels: ComparedLabels;
  readonly labelChoices: Readonly<Record<string, readonly string[]>>;
}

/** Runs over each other: the sentence, the picture, the numbers, and what may explain them. */
export function ComparePage(props: ComparePageProps) {
  const { title, view, revision, missing, comparison, issues, settings, labels, labelChoices } = props;
  const { runs, baseline } = comparison;
  const notes = listCompareNotes({ missing, comparison });
  const others = runs.map((_, index) => index).filter((index) => index !== baseline);
  const environments = [...new Set(runs.flatMap((run) => run.environments))].sort();
  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Phrase parts={describeComparison({ comparison })} />
      </h1>
      {others.length > 1 && (
        <ul className="max-w-4xl pt-3 text-ink-2">
          {others.map((index) => (
            <li key={runs[index]?.run} className="border-t border-hairline py-1.5 first:border-0">
              <Phrase parts={describePair(comparison, index)} />
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul aria-label="Remarks" className="max-w-4xl pt-3 text-sm text-ink-2">
          {notes.map((parts) => (
            <li key={toText(parts)} className="py-0.5">
              <Phrase parts={parts} />
            </li>
          ))}
        </ul>
      )}
      <TabState title={title} verdict={worstVerdict(runs.map(({ verdict }) => verdict))} />
      <RunNews
        runs={runs.map(({ run }) => run)}
        revision={revision}
        words="There are new rollouts since this was read."
        action="Read again"
      />
      <CompareRunsTable comparison={comparison} view={view} />
      <p className="flex items-center justify-between gap-4 pt-3 pb-2">
        <Link href={chooseHref(view.runs)} prefetch={false} className={buttonClass("plain")}>
          Choose runs
        </Link>
        <ComparedRunsCsv comparison={comparison} />
      </p>
      <CompareBoard
        comparison={comparison}
        notes={props.notes}
        revision={revision}
        view={view}
        choices={{ environments, labels: labelChoices }}
      />
      <DifferencesTable comparison={comparison} view={view} />
      <ComparedIssuesPanel comparison={comparison} issues={issues} view={view} />
      <ComparedSettingsPanel comparison={comparison} settings={settings} />
      <ComparedLabelsPanel comparison={comparison} labels={labels} view={view} />
    </>
  );
}
