"use client";

import { type ReactNode, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { useNow } from "@/components/ui/clock";
import { CsvButton } from "@/components/ui/csv-link";
import { useNoticePreference } from "@/components/ui/notice-preference";
import { Phrase } from "@/components/ui/phrase";
import { useServerAway } from "@/components/ui/server-reach";
import { useNotices } from "@/components/ui/use-notices";
import { useTabState } from "@/components/ui/use-tab-state";
import { everyRun, judgeRunsFilter, readRunsFilter } from "@/lib/view/filter-terms";
import { judgeLiveRows } from "@/lib/view/live-state";
import { unpackRunRows } from "@/lib/view/packed-run-rows";
import { filterRuns, isRunning, listRunChoices, sortRuns } from "@/lib/view/run-filter";
import { describeRuns, writeTabTitle } from "@/lib/view/run-list-sentence";
import { toRowSubjects } from "@/lib/view/run-row";
import { runTableColumns, toRunTableRow } from "@/lib/view/run-table";
import { worstVerdict } from "@/lib/view/verdict-words";
import { useLiveRuns } from "./live-runs";
import { useRunAddress } from "./run-address";
import { RunChoiceBar } from "./run-choice";
import { RunFilters } from "./run-filters";
import { RunTable } from "./run-table";

interface RunsViewProps {
  /** By packRunRows. */
  readonly packed: string;
  /** What the rows answer for; the live stream goes on from here. */
  readonly revision: string;
  readonly renderedAt: number;
  /** What stands here until the first run is heard of. */
  readonly children: ReactNode;
}

/** All runs: a sentence, the filters, and the list, kept as the runs go on. */
export function RunsView({ packed, revision, renderedAt, children }: RunsViewProps) {
  const initial = useMemo(() => unpackRunRows(packed), [packed]);
  const { rows: heard, connection } = useLiveRuns(initial, revision, useNoticePreference() === "on");
  const isServerAway = useServerAway() !== null;
  const now = useNow(10_000) ?? renderedAt;
  const [address, setAddress] = useRunAddress();
  const { q, project, tag, state, filter, archived, sort, order } = address;
  const all = useMemo(() => judgeLiveRows(heard, now), [heard, now]);
  // Runs that somebody put away alarm nobody, and are shown where they are asked for.
  const current = useMemo(() => all.filter(({ isArchived }) => !isArchived), [all]);
  const rows = useMemo(
    () => (archived ? all.filter(({ isArchived }) => isArchived) : current),
    [all, archived, current],
  );
  const byNeed = useMemo(() => sortRuns(rows, null, "desc"), [rows]);
  const choices = useMemo(() => listRunChoices(rows), [rows]);
  const shown = useMemo(
    () => sortRuns(filterRuns(rows, { text: q, project, tag, state, where: readRunsFilter(filter) }), sort, order),
    [rows, q, project, tag, state, filter, sort, order],
  );
  const fault = judgeRunsFilter(filter);
  const worst = worstVerdict(current.filter(isRunning).map(({ verdict }) => verdict));
  useTabState(writeTabTitle(current), worst);
  useNotices(useMemo(() => current.flatMap(toRowSubjects), [current]));
  if (all.length === 0) return children;
  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Phrase parts={describeRuns(byNeed, archived)} />
      </h1>
      {connection === "lost" && !isServerAway && (
        <p role="status" className="mt-3 text-sm text-warning">
          The connection to the server dropped. What is shown is what was last heard; it catches up when the server
          answers again.
        </p>
      )}
      {connection === "outdated" && (
        <p role="status" className="mt-3 text-sm text-warning">
          This page is older than its server and cannot read what it sends. What is shown is from before; reload the
          page to go on.
        </p>
      )}
      <div className="mt-6 mb-2">
        <RunFilters choices={choices} shown={shown.length} total={rows.length} archived={all.length - current.length} />
      </div>
      <RunChoiceBar />
      {shown.length > 0 && (
        <p className="flex justify-end pb-1">
          <CsvButton
            label="These runs as CSV"
            name={["runs", project ?? "", tag ?? "", state ?? "", q]}
            toSheet={() => ({ columns: runTableColumns, rows: shown.map(toRunTableRow) })}
          />
        </p>
      )}
      {shown.length > 0 ? (
        <RunTable rows={shown} renderedAt={renderedAt} />
      ) : (
        <div className="border-t border-hairline py-8 text-ink-2">
          <p>
            {rows.length === 0
              ? archived
                ? "No run is archived."
                : "All runs are archived."
              : fault === null
                ? "No run matches. The runs are still there; only the filter hides them."
                : "The filter can’t be read, so nothing is shown by it. Correct it, or show all runs."}
          </p>
          <Button
            className="mt-3"
            onClick={() => setAddress({ ...everyRun, archived: rows.length === 0 ? !archived : null })}
          >
            {rows.length === 0 ? (archived ? "Show the others" : "Show archived runs") : "Show all runs"}
          </Button>
        </div>
      )}
    </>
  );
}
