"use client";

import Link from "next/link";
import { TemplateText } from "@/components/issues/template-text";
import { CsvButton } from "@/components/ui/csv-link";
import { KindName } from "@/components/ui/kind-name";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { SectionHeading } from "@/components/ui/section-heading";
import type { ComparedIssue, ComparedIssues } from "@/lib/core/compare/compare-issues";
import { type IssuePresence, issuePresences } from "@/lib/core/compare/compare-issues";
import type { ComparedRun, Comparison } from "@/lib/core/compare/comparison";
import { nameComparison } from "@/lib/view/compare-caption";
import { toComparedIssueSheet } from "@/lib/view/compare-sheets";
import type { CompareView } from "@/lib/view/compare-view";
import { nameRun } from "@/lib/view/compare-words";
import { formatCount, formatNoun } from "@/lib/view/format";
import { issueHref } from "@/lib/view/issue-view";
import { everyRollout, rolloutsPath } from "@/lib/view/rollout-view";
import { RunHeads } from "./run-heads";

interface ComparedIssuesProps {
  readonly comparison: Comparison;
  readonly issues: ComparedIssues;
  readonly view: CompareView;
}

const headings: Readonly<Record<IssuePresence, string>> = { new: "new", gone: "gone", shared: "shared" };

/** Which failure issues only the others have, only the baseline, and which both; a count leads to its rollouts. */
export function ComparedIssuesPanel({ comparison, issues, view }: ComparedIssuesProps) {
  const { runs, baseline } = comparison;
  const base = runs[baseline];
  const count = (presence: IssuePresence) =>
    issues.issues.filter((issue) => issue.presence === presence).length + issues.others[presence];
  const words = issuePresences.map((presence) => `${formatCount(count(presence))} ${headings[presence]}`).join(", ");
  return (
    <section aria-label="Failure issues" className="pt-10">
      <SectionHeading
        remark={
          issues.issues.length === 0 ? undefined : (
            <>
              <CsvButton
                label="Failure issues of these runs as CSV"
                name={[...nameComparison(comparison), "issues"]}
                toSheet={() => toComparedIssueSheet(runs, issues)}
              />{" "}
              {words}
            </>
          )
        }
      >
        Failure issues
      </SectionHeading>
      {issues.issues.length === 0 ? (
        <p className="py-2 text-sm text-ink-2">No rollout of these steps came back with a failure.</p>
      ) : (
        <ScrollRegion label="Failure issues, scrollable" className="overflow-x-auto">
          <table className="grid-table difference-table">
            <caption className="sr-only">
              Failure issues against {base === undefined ? "none" : nameRun(runs, base)}, with rollouts in each run
            </caption>
            <thead>
              <tr>
                <th scope="col">issue</th>
                <RunHeads runs={runs} />
              </tr>
            </thead>
            <tbody>
              {issues.issues.map((issue) => (
                <IssueRow key={issue.issue} issue={issue} runs={runs} view={view} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <Others others={issues.others} />
    </section>
  );
}

interface IssueRowProps {
  readonly issue: ComparedIssue;
  readonly runs: readonly ComparedRun[];
  readonly view: CompareView;
}

function IssueRow({ issue, runs, view }: IssueRowProps) {
  return (
    <tr data-presence={issue.presence}>
      <th scope="row">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className={issue.presence === "new" ? "font-semibold text-ink" : "text-ink-2"}>
            {headings[issue.presence]}
          </span>
          <KindName kind={issue.kind} limit={32} />
        </span>
        <Link href={issueHref(issue.issue)} prefetch={false} className="quiet-link block max-w-[34rem] text-ink">
          <TemplateText template={issue.template} limit={160} />
        </Link>
      </th>
      {runs.map((run, index) => {
        const count = issue.counts[index] ?? null;
        if (count === null || run.counted === null) return <td key={run.run}>–</td>;
        if (count === 0) return <td key={run.run}>0</td>;
        const { from, to } = run.counted;
        const { environment, split, labels } = view;
        const href = rolloutsPath(run.run, {
          ...everyRollout,
          environment,
          split,
          labels,
          from,
          to,
          issue: issue.issue,
        });
        return (
          <td key={run.run}>
            <Link href={href} prefetch={false} className="quiet-link">
              {formatCount(count)}
            </Link>
          </td>
        );
      })}
    </tr>
  );
}

function Others({ others }: Pick<ComparedIssues, "others">) {
  const left = issuePresences.filter((presence) => others[presence] > 0);
  if (left.length === 0) return null;
  const words = left.map((presence) => `${formatNoun(others[presence], `rarer ${headings[presence]} one`)}`).join(", ");
  return <p className="pt-2 text-sm text-ink-2">Not listed: {words}.</p>;
}
