"use client";

import { type FormEvent, useState } from "react";
import { usePageActions } from "@/components/keys/actions";
import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import type { IssueDetail } from "@/lib/core/issues/issue";
import type { TriageState } from "@/lib/core/issues/triage";

interface IssueDecisionProps {
  readonly issue: IssueDetail;
  readonly isBusy: boolean;
  readonly onState: (state: Exclude<TriageState, "ignored">) => void;
  readonly onIgnore: () => void;
  readonly onOwner: (owner: string | null) => void;
}

const choices = [
  ["acknowledged", "Acknowledge"],
  ["resolved", "Resolve"],
  ["open", "Open again"],
] as const;

/** What can be done about it, and whose it is. */
export function IssueDecision({ issue, isBusy, onState, onIgnore, onOwner }: IssueDecisionProps) {
  const wanted = choices.filter(([state]) => state !== issue.state);
  usePageActions(
    "Issue",
    wanted.map(([state, label]) => ({
      label: `${label} this issue`,
      isInPalette: true,
      run: () => {
        onState(state);
        return undefined;
      },
    })),
  );
  return (
    <section aria-label="Decide">
      <SectionHeading remark={issue.state}>Decide</SectionHeading>
      <div className="mt-3 flex flex-wrap gap-2">
        {wanted.map(([state, label]) => (
          <Button
            key={state}
            kind={state === "resolved" ? "primary" : "plain"}
            disabled={isBusy}
            onClick={() => onState(state)}
          >
            {label}
          </Button>
        ))}
        <Button disabled={isBusy} onClick={onIgnore}>
          {issue.state === "ignored" ? "Ignore up to another rate…" : "Ignore…"}
        </Button>
      </div>
      <Owner key={issue.owner ?? ""} owner={issue.owner} isBusy={isBusy} onOwner={onOwner} />
    </section>
  );
}

function Owner({
  owner,
  isBusy,
  onOwner,
}: {
  readonly owner: string | null;
  readonly isBusy: boolean;
  readonly onOwner: (owner: string | null) => void;
}) {
  const [name, setName] = useState(owner ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onOwner(name.trim() === "" ? null : name.trim());
  };
  return (
    <form onSubmit={submit} className="mt-3 flex items-center gap-2">
      <label className="inline-flex min-w-0 items-center gap-2 text-sm text-ink-2">
        Owner
        <input
          value={name}
          onChange={(event) => setName(event.target.value)}
          placeholder="nobody"
          maxLength={200}
          autoComplete="off"
          dir="auto"
          className="h-8 w-40 min-w-0 rounded-md border border-hairline-strong bg-transparent px-2 text-sm text-ink placeholder:text-ink-3"
        />
      </label>
      {name.trim() !== (owner ?? "") && (
        <Button type="submit" disabled={isBusy}>
          {name.trim() === "" ? "Take away" : "Set"}
        </Button>
      )}
    </form>
  );
}
