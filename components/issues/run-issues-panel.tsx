"use client";

import Link from "next/link";
import { memo } from "react";
import { CsvLink } from "@/components/ui/csv-link";
import { KindName } from "@/components/ui/kind-name";
import { SectionHeading } from "@/components/ui/section-heading";
import { useAnswer } from "@/components/ui/use-answer";
import { useGathered } from "@/components/ui/use-gathered";
import type { IssuePage } from "@/lib/core/issues/issue-filter";
import { formatCount, formatNoun } from "@/lib/view/format";
import { issueHref, queueHref } from "@/lib/view/issue-view";
import { nameSpan } from "@/lib/view/issue-words";
import { runHref } from "@/lib/view/run-links";
import { parseIssueList } from "@/lib/wire/issue";
import { StandingCell, TrendCell } from "./issue-cells";
import { TemplateText } from "./template-text";

interface RunIssuesPanelProps {
  readonly run: string;
  /** Changes when the run does: its issues are read again then. */
  readonly revision: string;
  readonly suspected: number;
  readonly suspectedHref: string;
}

const shownIssues = 6;
/** A live run changes several times a second; its issues are read about as often as a person looks. */
const gatherMs = 2_000;

function useRunIssues(run: string, revision: string): IssuePage | "failed" | null {
  // The server answers for everything; the revision only says that there is more.
  const path = `/api/v1${runHref(run)}/issues?limit=${shownIssues}`;
  const { answer, last } = useAnswer(path, parseIssueList, useGathered(revision, gatherMs));
  return last ?? (answer === null ? null : "failed");
}

/** The run's failure issues, the most frequent first, and the zeros that a rule suspects. */
export function RunIssuesPanel({ revision, ...props }: RunIssuesPanelProps) {
  return <RunIssues {...props} page={useRunIssues(props.run, revision)} />;
}

interface RunIssuesProps extends Omit<RunIssuesPanelProps, "revision"> {
  readonly page: ReturnType<typeof useRunIssues>;
}

/** Apart from the revision, which changes far more often than the issues. */
const RunIssues = memo(function RunIssues({ run, page, suspected, suspectedHref }: RunIssuesProps) {
  return (
    <section aria-label="Failure issues">
      <SectionHeading
        remark={
          page !== null && page !== "failed" && page.total > 0 ? (
            <>
              <CsvLink href={`/api/v1${runHref(run)}/issues.csv`} label="All failure issues of this run as CSV" />{" "}
              <Link href={queueHref({ run, state: "all" })} className="quiet-link">
                all {formatCount(page.total)}
              </Link>
            </>
          ) : undefined
        }
      >
        Failure issues
      </SectionHeading>
      {page === null && <p className="py-2 text-sm text-ink-2">Reading…</p>}
      {page === "failed" && (
        <p className="py-2 text-sm text-warning">The issues did not come; they are asked for with the next change.</p>
      )}
      {page !== null && page !== "failed" && page.issues.length === 0 && (
        <p className="py-2 text-sm text-ink-2">No rollout came back with a failure.</p>
      )}
      {page !== null && page !== "failed" && (
        <ol>
          {page.issues.map((issue) => (
            <li key={issue.id} className="border-b border-hairline last:border-b-0">
              <Link href={issueHref(issue.id)} prefetch={false} className="group block py-2 text-sm">
                <span className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 group-hover:underline">
                    <KindName kind={issue.kind} limit={34} />
                  </span>
                  <span className="shrink-0">{formatCount(issue.count)}</span>
                </span>
                <span className="block text-xs text-ink">
                  <TemplateText template={issue.template} limit={120} />
                </span>
                <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-xs text-ink-2">
                  <span>
                    <StandingCell issue={issue} />
                    {issue.spans[0] !== undefined && ` · ${nameSpan(issue.spans[0])}`}
                  </span>
                  <TrendCell trend={issue.trend} kind={issue.kind} />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {suspected > 0 && (
        <p className="border-t border-hairline py-2 text-sm">
          <Link href={suspectedHref} prefetch={false} className="quiet-link font-medium">
            {formatNoun(suspected, "suspected false zero")}
          </Link>
          <span className="block text-xs text-ink-2">
            A suspicion, by rule: scored, exactly the failure reward, no kind, and by its own report nothing was
            generated, or an error stood beside the reward.
          </span>
        </p>
      )}
    </section>
  );
});
