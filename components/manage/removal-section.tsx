"use client";

import { type FormEvent, useState } from "react";
import { TextField } from "@/components/settings/text-field";
import { Button } from "@/components/ui/button";
import { readMyName, signed } from "@/components/ui/my-name";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { useAct } from "@/components/ui/use-act";
import { describeWait } from "@/lib/view/run-settings-form";
import type { WireRemoval } from "@/lib/wire/run-removal";
import { ContentsList } from "./contents-list";
import { manageApi } from "./manage-api";

interface RemovalSectionProps {
  readonly removal: WireRemoval;
  /** Whether something was heard of it lately: its sender goes on. */
  readonly isLive: boolean;
  readonly onAsked: (removal: WireRemoval) => void;
}

/** Says what will go with a run, and removes it once its name was typed. */
export function RemovalSection({ removal, isLive, onAsked }: RemovalSectionProps) {
  const { run, contents, wait_minutes: waitMinutes } = removal;
  const [typed, setTyped] = useState("");
  const { isBusy, error, act } = useAct();

  function ask(event: FormEvent) {
    event.preventDefault();
    void act(async () => onAsked(await manageApi.askRemoval(run, { name: typed, ...signed(readMyName()) })));
  }

  return (
    <section aria-label="Remove">
      <SectionHeading>Remove</SectionHeading>
      <p className="max-w-xl py-3 text-sm text-ink-2">
        All of this goes with the run. It is hidden at once, can be brought back for {describeWait(waitMinutes)}, and
        then goes for good.
        {contents.triaged_issues_only_here > 0 &&
          " Failure issues that somebody did something about stay, with their history."}
      </p>
      <ContentsList contents={contents} />
      <form onSubmit={ask} className="flex max-w-xl flex-col items-start gap-3 py-4">
        {isLive && (
          <p className="text-sm text-warning">
            This run is live. What its sender sends on is refused from then on, and lost unless the sender keeps it.
          </p>
        )}
        <div className="w-full">
          <TextField label="Type the run’s name to remove it" value={typed} placeholder={run} onChange={setTyped} />
        </div>
        <Button type="submit" kind="danger" disabled={isBusy || typed.normalize("NFC") !== run}>
          {isBusy ? "Removing…" : "Remove this run"}
        </Button>
        <p role="alert" className="text-sm text-critical empty:hidden">
          {error}
        </p>
      </form>
      <p className="sr-only">
        The run’s name is <Name text={run} limit={200} />.
      </p>
    </section>
  );
}
