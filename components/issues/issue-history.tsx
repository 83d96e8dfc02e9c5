"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { FoldedText } from "@/components/ui/folded-text";
import { Name } from "@/components/ui/name";
import { Phrase } from "@/components/ui/phrase";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import type { IssueDetail } from "@/lib/core/issues/issue";
import { sayEvent } from "@/lib/view/issue-words";

interface IssueHistoryProps {
  readonly issue: IssueDetail;
  readonly isBusy: boolean;
  /** @returns whether it was kept: what was typed stays where it was not. */
  readonly onNote: (text: string) => Promise<boolean>;
}

/** Notes, and everything that happened to it, the newest first. */
export function IssueHistory({ issue, isBusy, onNote }: IssueHistoryProps) {
  const [text, setText] = useState("");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && (await onNote(text.trim()))) setText("");
  };
  return (
    <section aria-label="History and notes">
      <SectionHeading remark={issue.history.length}>History and notes</SectionHeading>
      <form onSubmit={submit} className="mt-3">
        <textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={2}
          maxLength={10_000}
          dir="auto"
          aria-label="A new note"
          placeholder="Note what is known, what was tried"
          className="w-full rounded-md border border-hairline-strong bg-transparent px-2 py-1.5 text-sm placeholder:text-ink-3"
        />
        {text.trim() !== "" && (
          <Button type="submit" disabled={isBusy}>
            Keep note
          </Button>
        )}
      </form>
      <ol className="mt-1">
        {issue.history.toReversed().map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows, and its entries have no other identity.
          <li key={issue.history.length - index} className="border-b border-hairline py-2 text-sm last:border-b-0">
            <span className="text-ink-2">
              {event.by !== null && (
                <>
                  <Name text={event.by} limit={32} className="font-medium text-ink" />{" "}
                </>
              )}
              <Phrase parts={sayEvent(event, issue.id)} />
            </span>
            {event.act === "note" && <FoldedText text={event.text} limit={600} />}
            <span className="block text-xs text-ink-2">
              <Time at={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
