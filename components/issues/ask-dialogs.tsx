"use client";

import { useState } from "react";
import { IssueDialog } from "./issue-dialog";

const fieldClass =
  "rounded-md border border-hairline-strong bg-transparent px-2 py-1 text-sm text-ink placeholder:text-ink-3";

/** Up to which rate an issue is to be ignored. @param onIgnore null: whatever happens. */
export function IgnoreDialog({
  onIgnore,
  onClose,
}: {
  readonly onIgnore: (untilRate: number | null) => void;
  readonly onClose: () => void;
}) {
  const [percent, setPercent] = useState("10");
  const value = Number(percent);
  const isRate = percent.trim() !== "" && value >= 0 && value < 100;
  return (
    <IssueDialog
      title="Ignore this issue"
      confirm={percent.trim() === "" ? "Ignore whatever happens" : "Ignore"}
      onConfirm={() => {
        if (percent.trim() === "") onIgnore(null);
        else if (isRate) onIgnore(value / 100);
      }}
      onClose={onClose}
    >
      <label className="flex flex-wrap items-center gap-2">
        until it exceeds
        <input
          inputMode="decimal"
          value={percent}
          onChange={(event) => setPercent(event.target.value)}
          aria-invalid={percent.trim() !== "" && !isRate}
          aria-label="Percent of a step's rollouts"
          className={`${fieldClass} w-16 text-end`}
        />
        % of a step’s rollouts
      </label>
      <p className="mt-2 text-xs">
        {percent.trim() !== "" && !isRate
          ? "A rate lies between 0 and 100%, 100 itself left out."
          : "It opens by itself in a step that is surely above. Empty: never."}
      </p>
    </IssueDialog>
  );
}

export function NoteDialog({
  onNote,
  onClose,
}: {
  readonly onNote: (text: string) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState("");
  return (
    <IssueDialog
      title="Note on this issue"
      confirm="Keep note"
      onConfirm={() => {
        if (text.trim() !== "") onNote(text.trim());
      }}
      onClose={onClose}
    >
      <textarea
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={4}
        maxLength={10_000}
        dir="auto"
        aria-label="Note"
        placeholder="What is known, what was tried"
        className={`${fieldClass} w-full`}
      />
    </IssueDialog>
  );
}
