"use client";

import Link from "next/link";
import type { RefObject } from "react";
import { KindName } from "@/components/ui/kind-name";
import { Name } from "@/components/ui/name";
import { Time } from "@/components/ui/time";
import type { IssueEntry } from "@/lib/core/issues/issue";
import { formatCount } from "@/lib/view/format";
import { issueHref } from "@/lib/view/issue-view";
import { nameSpan } from "@/lib/view/issue-words";
import { everyRollout, rolloutsPath } from "@/lib/view/rollout-view";
import { StandingCell, TrendCell } from "./issue-cells";
import { IssueRun } from "./issue-run";
import { TemplateText } from "./template-text";

interface IssueTableProps {
  readonly issues: readonly IssueEntry[];
  readonly renderedAt: number;
  /** Links of the rows, by which keys move. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
}

/** The dense list: one line an issue, each of them a link. */
export function IssueTable({ issues, renderedAt, body }: IssueTableProps) {
  return (
    <table className="grid-table">
      <caption className="sr-only">Failure issues</caption>
      <thead>
        <tr>
          <th scope="col">Issue</th>
          <th scope="col" className="hidden sm:table-cell">
            Standing
          </th>
          <th scope="col" className="hidden lg:table-cell">
            Seen in
          </th>
          <th scope="col" className="hidden md:table-cell">
            Share of steps
          </th>
          <th scope="col" className="numeric">
            Rollouts
          </th>
          <th scope="col" className="hidden xl:table-cell">
            Owner
          </th>
          <th scope="col" className="numeric hidden md:table-cell">
            Last seen
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {issues.map((issue) => (
          <IssueLine key={issue.id} issue={issue} renderedAt={renderedAt} />
        ))}
      </tbody>
    </table>
  );
}

function IssueLine({ issue, renderedAt }: { readonly issue: IssueEntry; readonly renderedAt: number }) {
  const [span] = issue.spans;
  return (
    <tr className="relative focus-within:bg-sunken hover:bg-sunken">
      <td className="w-full min-w-0">
        <Link
          href={issueHref(issue.id)}
          prefetch={false}
          data-issue={issue.id}
          className="block before:absolute before:inset-0 focus-visible:outline-hidden focus-visible:before:outline-2 focus-visible:before:-outline-offset-2 focus-visible:before:outline-accent"
        >
          <KindName kind={issue.kind} limit={40} />
          <span className="block text-ink">
            <TemplateText template={issue.template} limit={180} />
          </span>
        </Link>
        <span className="mt-0.5 block text-xs text-ink-2 sm:hidden">
          <StandingCell issue={issue} />
          {span !== undefined && (
            <>
              {" · "}
              {nameSpan(span)} of <IssueRun run={span.run} limit={24} />
            </>
          )}
        </span>
      </td>
      <td className="hidden whitespace-nowrap sm:table-cell">
        <StandingCell issue={issue} />
      </td>
      <td className="hidden whitespace-nowrap lg:table-cell">
        {span !== undefined && (
          <span className="block">
            <IssueRun run={span.run} limit={28} />
            <span className="block text-xs text-ink-2">
              {nameSpan(span)}
              {issue.runs > 1 && `, and ${formatCount(issue.runs - 1)} more ${issue.runs === 2 ? "run" : "runs"}`}
            </span>
          </span>
        )}
      </td>
      <td className="hidden md:table-cell">
        <TrendCell trend={issue.trend} kind={issue.kind} />
      </td>
      <td className="numeric">
        {span === undefined ? (
          formatCount(issue.count)
        ) : (
          <Link
            href={rolloutsPath(span.run, { ...everyRollout, issue: issue.id })}
            prefetch={false}
            className="quiet-link relative"
            title={`Its rollouts in ${span.run}`}
          >
            {formatCount(issue.count)}
          </Link>
        )}
      </td>
      <td className="hidden xl:table-cell">{issue.owner !== null && <Name text={issue.owner} limit={20} />}</td>
      <td className="numeric hidden md:table-cell">
        {issue.lastAt !== null && <Time at={issue.lastAt} as="ago" renderedAt={renderedAt} />}
      </td>
    </tr>
  );
}
