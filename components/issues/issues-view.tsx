"use client";

import { useRef, useState } from "react";
import { showOverlay } from "@/components/palette/open-state";
import { Button } from "@/components/ui/button";
import { CsvLink } from "@/components/ui/csv-link";
import { signed, useMyName } from "@/components/ui/my-name";
import { Phrase } from "@/components/ui/phrase";
import type { IssuePage } from "@/lib/core/issues/issue-filter";
import { issueTableHref } from "@/lib/view/csv-links";
import { judgeIssuesFilter, printIssuesAsked } from "@/lib/view/filter-terms";
import { formatNoun } from "@/lib/view/format";
import { issuesApiPath, wholeQueue } from "@/lib/view/issue-view";
import { describeQueue } from "@/lib/view/issue-words";
import { IgnoreDialog, NoteDialog } from "./ask-dialogs";
import { IssueFilters } from "./issue-filters";
import { IssueTable } from "./issue-table";
import { type Sent, sendChange } from "./send-change";
import { useIssueAddress } from "./use-issue-address";
import { useIssueList } from "./use-issue-list";
import { useQueueKeys } from "./use-queue-keys";

interface IssuesViewProps {
  readonly initial: IssuePage;
  /** What the page answers for; the live stream goes on from here. */
  readonly revision: string;
  readonly renderedAt: number;
}

interface Question {
  readonly ask: "ignore" | "note";
  readonly issue: number;
}

const noIssues: IssuePage = { issues: [], others: [], next: null, total: 0 };

const words = {
  loading: "Reading the issues…",
  failed: "The server did not answer. What is shown is from before; it is read again when the server is heard of.",
  otherFailed:
    "The server did not answer: the list below is still the one from before, not what is asked for now. It is read again when the server is heard of.",
  gone: "There is no such run any more. Choose another, or all.",
  outdated: "This page is older than its server and cannot read what it sends; reload it to go on.",
} as const;

/** The queue: a sentence, the filters, and the issues that wait, worked through by keys. */
export function IssuesView({ initial, revision, renderedAt }: IssuesViewProps) {
  const [address, setAddress] = useIssueAddress();
  const isReadable = judgeIssuesFilter(address.filter) === null;
  // The API refuses a filter with a slip of the pen; here nothing is shown by it, and the field says where it is.
  const asked = isReadable ? address : { ...address, filter: "" };
  const list = useIssueList(issuesApiPath(asked), initial, revision);
  const { state, isOfAnother, readAgain } = list;
  const page = isReadable ? list.page : noIssues;
  const [question, setQuestion] = useState<Question | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const by = signed(useMyName());

  async function tell(sent: Promise<Sent>, done: string) {
    setQuestion(null);
    const answer = await sent;
    setSaid("refused" in answer ? answer.refused : done);
    await readAgain();
  }

  /** The version that the reader sees: where it changed since, they are told. */
  function decide(id: number, change: object, done: string) {
    const issue = page.issues.find((one) => one.id === id);
    if (issue === undefined) return;
    void tell(sendChange("PATCH", String(id), { version: issue.version, ...change, ...by }), `Issue ${id} ${done}.`);
  }

  useQueueKeys(body, {
    acknowledge: (id) => decide(id, { state: "acknowledged" }, "acknowledged"),
    resolve: (id) => decide(id, { state: "resolved" }, "resolved"),
    ignore: (issue) => setQuestion({ ask: "ignore", issue }),
    note: (issue) => setQuestion({ ask: "note", issue }),
  });

  const isWhole = printIssuesAsked(address) === "";
  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Phrase parts={describeQueue(page)} />
      </h1>
      {state !== "ready" && (
        <p role="status" className="mt-3 text-sm text-warning">
          {state === "failed" && isOfAnother ? words.otherFailed : words[state]}
        </p>
      )}
      <div className="mt-6 mb-2">
        <IssueFilters page={page} onKeys={() => showOverlay("keys")} />
      </div>
      <p role="status" className="min-h-5 text-sm text-ink-2">
        {said}
      </p>
      {page.issues.length > 0 && (
        <p className="flex justify-end pb-1">
          <CsvLink href={issueTableHref(address)} label="All these issues as CSV" />
        </p>
      )}
      {page.issues.length > 0 ? (
        <IssueTable issues={page.issues} renderedAt={renderedAt} body={body} />
      ) : (
        <div className="border-t border-hairline py-8 text-ink-2">
          {isWhole ? (
            <p>
              Nothing waits. Failure reasons that rollouts come back with are grouped here as soon as there are any;
              what was resolved or ignored is under the other states.
            </p>
          ) : (
            <>
              <p>
                {isReadable
                  ? "No issue matches. The issues are still there; only the filter hides them."
                  : "The filter can’t be read, so nothing is shown by it. Correct it, or show the whole queue."}
              </p>
              <Button className="mt-3" onClick={() => setAddress({ ...wholeQueue, sort: address.sort })}>
                Show the whole queue
              </Button>
            </>
          )}
        </div>
      )}
      {page.others.map((other) => (
        <p key={other.kind} className="mt-2 text-sm text-ink-2">
          {formatNoun(other.issues, "more issue")} of {other.kind} with {formatNoun(other.count, "rollout")} are not
          listed: of each kind the 200 most frequent are.
        </p>
      ))}
      {page.total > page.issues.length && (
        <p className="mt-2 text-sm text-ink-2">
          The first {page.issues.length} of {page.total} are shown; narrow the filter to see others.
        </p>
      )}
      {question?.ask === "ignore" && (
        <IgnoreDialog
          onIgnore={(until) => decide(question.issue, { state: "ignored", until_rate: until }, "ignored")}
          onClose={() => setQuestion(null)}
        />
      )}
      {question?.ask === "note" && (
        <NoteDialog
          onNote={(text) => {
            void tell(sendChange("POST", `${question.issue}/notes`, { text, ...by }), "The note is kept.");
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}
