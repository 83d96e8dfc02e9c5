"use client";

import Link from "next/link";
import { useState } from "react";
import { CsvButton } from "@/components/ui/csv-link";
import { Name } from "@/components/ui/name";
import { Phrase } from "@/components/ui/phrase";
import { SectionHeading } from "@/components/ui/section-heading";
import { Select } from "@/components/ui/select";
import { useAnswer } from "@/components/ui/use-answer";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { IssueDifference as Found } from "@/lib/core/issues/issue-difference";
import { formatCount, formatDuration, formatNoun } from "@/lib/view/format";
import {
  type DifferenceRow,
  sayCompared,
  sayDifference,
  toCauseRows,
  toSymptomRows,
} from "@/lib/view/issue-difference-words";
import { toIssueDifferenceSheet } from "@/lib/view/issue-sheets";
import { parseIssueDifference } from "@/lib/wire/issue-difference";

/** What is different about these rollouts, in the run that is chosen: worked out when it is looked at. */
export function IssueDifference({ issue }: { readonly issue: IssueDetail }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const run = chosen ?? issue.spans[0]?.run ?? null;
  // Compared again when more of it was seen.
  const seen = issue.count;
  const path =
    run === null || seen === 0 ? null : `/api/v1/issues/${issue.id}/difference?run=${encodeURIComponent(run)}`;
  const { answer } = useAnswer(path, parseIssueDifference, seen);

  if (run === null) return null;
  const runs = issue.allSpans.map((span) => ({ value: span.run, label: span.run }));
  return (
    <section aria-label="What is different about these rollouts">
      <SectionHeading
        remark={runs.length > 1 && <Select label="run" value={run} options={runs} onChange={setChosen} />}
      >
        What is different about these rollouts
      </SectionHeading>
      {answer === null ? (
        <p role="status" className="py-3 text-sm text-ink-2">
          Comparing…
        </p>
      ) : answer.as === "read" ? (
        <Comparison issue={issue.id} found={answer.value} />
      ) : (
        <p role="status" className="py-3 text-sm text-warning">
          {answer.as === "outdated"
            ? "This page is older than its server; reload it to see the comparison."
            : answer.as === "gone"
              ? "The run, or the issue, is no more."
              : "The comparison did not come back. It is tried again when more is seen, or when the page is reloaded."}
        </p>
      )}
    </section>
  );
}

function Comparison({ issue, found }: { readonly issue: number; readonly found: Found }) {
  const causes = toCauseRows(found);
  const symptoms = toSymptomRows(found);
  return (
    <>
      <p className="mt-3 text-ink-2">
        <Phrase parts={sayDifference(found)} />
      </p>
      <p className="flex items-baseline justify-between gap-4 text-xs text-ink-2">
        {sayCompared(found)}
        {causes.length + symptoms.length > 0 && (
          <span className="shrink-0">
            <CsvButton
              label="What is different as CSV"
              name={[`issue ${issue}`, "difference", found.run]}
              toSheet={() => toIssueDifferenceSheet(found)}
            />
          </span>
        )}
      </p>
      <SharedSessions found={found} />
      {causes.length > 0 && <Rows heading="Fixed before they ran: possible causes" rows={causes} />}
      {symptoms.length > 0 && <Rows heading="What came of it: symptoms, never causes" rows={symptoms} />}
    </>
  );
}

function Rows({ heading, rows }: { readonly heading: string; readonly rows: readonly DifferenceRow[] }) {
  return (
    <div className="mt-3 overflow-x-auto">
      <table className="grid-table">
        <caption className="text-start text-xs text-ink-2">{heading}</caption>
        <thead className="sr-only sm:not-sr-only">
          <tr>
            <th scope="col">Attribute</th>
            <th scope="col">Of this issue</th>
            <th scope="col">Of the others</th>
            <th scope="col" className="hidden md:table-cell">
              Test
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={row.separates ? "" : "text-ink-2"}>
              <td className={row.separates ? "font-medium" : ""}>
                <Name text={row.attribute} limit={28} />
                {row.value !== null && (
                  <>
                    {" = "}
                    <Name text={row.value} limit={32} />
                  </>
                )}
              </td>
              <td>{row.failing}</td>
              <td>{row.others}</td>
              <td className="hidden md:table-cell" title={row.separates ? "Large, and no chance" : "Small, or chance"}>
                {row.test}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A finding of its own: one of two acts in the other's session. */
function SharedSessions({ found }: { readonly found: Found }) {
  const { sessions, total, failing } = found.sharedSessions;
  if (total === 0) return null;
  return (
    <div className="mt-3 border-s-2 border-critical ps-3 text-sm">
      <p>
        <span className="font-semibold">{formatNoun(total, "session")} held by two rollouts at once</span>
        <span className="text-ink-2">
          : {formatCount(failing.count)} of this issue’s {formatCount(failing.n)} with a session and times shared one.
        </span>
      </p>
      <ul className="text-xs text-ink-2">
        {sessions.slice(0, 5).map((session) => (
          <li key={session.sessionId}>
            <Name text={session.sessionId} limit={32} mono />: rollouts{" "}
            {session.keys.slice(0, 4).map((key, index) => (
              <span key={key}>
                {index > 0 && ", "}
                <Link href={`/rollouts/${key}`} prefetch={false} className="text-link underline">
                  {key}
                </Link>
              </span>
            ))}
            , for {formatDuration(session.overlapMs)}
          </li>
        ))}
      </ul>
    </div>
  );
}
