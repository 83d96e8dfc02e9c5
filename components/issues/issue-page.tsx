"use client";

import Link from "next/link";
import { useCallback, useEffect, useRef, useState } from "react";
import { signed, useMyName } from "@/components/ui/my-name";
import { Phrase } from "@/components/ui/phrase";
import { readAnswer } from "@/components/ui/read-answer";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { issueHref } from "@/lib/view/issue-view";
import { describeIssue } from "@/lib/view/issue-words";
import { parseIssueDetail } from "@/lib/wire/issue-detail";
import { IgnoreDialog } from "./ask-dialogs";
import { IssueDecision } from "./issue-decision";
import { IssueDifference } from "./issue-difference";
import { IssueForms } from "./issue-forms";
import { IssueHistory } from "./issue-history";
import { IssueRates, IssueSpans } from "./issue-rates";
import { IssueSamples } from "./issue-samples";
import { MyNameField } from "./my-name-field";
import { sendChange } from "./send-change";
import { TemplateText } from "./template-text";
import { useNews } from "./use-news";

interface IssuePageProps {
  readonly initial: IssueDetail;
  readonly revision: string;
}

/** One failure issue: what it is, the picture that proves it, what sets it apart, and what people do about it. */
export function IssuePage({ initial, revision }: IssuePageProps) {
  const [issue, setIssue] = useState(initial);
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [asksRate, setAsksRate] = useState(false);
  const asked = useRef<AbortController | null>(null);
  const by = signed(useMyName());
  const { id, version } = issue;

  const readAgain = useCallback(async () => {
    asked.current?.abort();
    const controller = new AbortController();
    asked.current = controller;
    const answer = await readAnswer(`/api/v1/issues/${id}`, controller.signal, parseIssueDetail);
    if (controller.signal.aborted) return;
    if (answer.as === "read") setIssue(answer.value);
    else if (answer.as === "gone") setSaid("This issue is no more: nothing that counts now is of it.");
    else if (answer.as === "outdated") setSaid("This page is older than its server; reload it to go on.");
    else setSaid("The server did not answer. What is shown is what was last heard.");
  }, [id]);
  useEffect(() => () => asked.current?.abort(), []);
  useNews(revision, readAgain);

  async function send(method: "PATCH" | "POST", path: string, body: object): Promise<boolean> {
    setAsksRate(false);
    setBusy(true);
    asked.current?.abort();
    const sent = await sendChange(method, path, { ...body, ...by });
    setBusy(false);
    if ("refused" in sent) {
      setSaid(sent.refused);
      await readAgain();
      return false;
    }
    setSaid(null);
    // A form that was taken out is another issue now; this one is read again.
    if (sent.issue.id === id) setIssue(sent.issue);
    else await readAgain();
    return true;
  }

  const change = (body: object) => void send("PATCH", String(id), { version, ...body });
  return (
    <>
      <h1 className="max-w-4xl text-lead tracking-[-0.012em] text-ink-2">
        <Phrase parts={describeIssue(issue)} />
      </h1>
      <p className="mt-4 max-w-4xl border-s-2 border-hairline-strong ps-4">
        <TemplateText template={issue.template} limit={2_000} />
      </p>
      {said !== null && (
        <p role="alert" className="mt-3 max-w-4xl text-sm text-warning">
          {said}
        </p>
      )}
      {issue.mergedInto !== null && (
        <p className="mt-3 text-sm">
          <Link href={issueHref(issue.mergedInto)} className="text-link underline">
            Go to issue {issue.mergedInto}
          </Link>
        </p>
      )}
      <div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-9 lg:row-span-2">
          <IssueRates issue={issue} />
          <IssueDifference issue={issue} />
          <IssueSpans issue={issue} />
          <IssueSamples issue={issue} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 max-lg:order-first">
          {issue.mergedInto === null && (
            <IssueDecision
              issue={issue}
              isBusy={isBusy}
              onState={(state) => change({ state })}
              onIgnore={() => setAsksRate(true)}
              onOwner={(owner) => change({ owner })}
            />
          )}
          <MyNameField />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <IssueHistory issue={issue} isBusy={isBusy} onNote={(text) => send("POST", `${id}/notes`, { text })} />
          <IssueForms
            issue={issue}
            isBusy={isBusy}
            onMerge={(other) => void send("POST", `${id}/merge`, { issue: other })}
            onUnmerge={(fingerprint) => void send("POST", `${id}/unmerge`, { fingerprint })}
          />
        </div>
      </div>
      {asksRate && (
        <IgnoreDialog
          onIgnore={(untilRate) => change({ state: "ignored", until_rate: untilRate })}
          onClose={() => setAsksRate(false)}
        />
      )}
    </>
  );
}
