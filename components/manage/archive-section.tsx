"use client";

import { useState } from "react";
import { toSentence } from "@/components/ui/ask-api";
import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import type { WireRun } from "@/lib/wire/run";
import { manageApi } from "./manage-api";

interface ArchiveSectionProps {
  readonly run: WireRun;
  readonly onKept: (run: WireRun) => void;
}

/** Puts a run away, or takes it out again. */
export function ArchiveSection({ run, onKept }: ArchiveSectionProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isArchived = run.archived_at !== null;

  async function turn() {
    setBusy(true);
    setError(null);
    try {
      onKept(await manageApi.describeRun(run.run, { archived: !isArchived }));
    } catch (thrown) {
      setError(toSentence(thrown));
    }
    setBusy(false);
  }

  return (
    <section aria-label="Archive">
      <SectionHeading>Archive</SectionHeading>
      <p className="max-w-xl py-3 text-sm text-ink-2">
        {run.archived_at === null ? (
          "An archived run leaves the list’s ordinary view and raises no notices. It opens by its address as before, and what is sent to it is taken."
        ) : (
          <>
            Archived since <Time at={Date.parse(run.archived_at)} as="minute" />. It raises no notices, and the list
            shows it with the switch “archived”.
          </>
        )}
      </p>
      <Button disabled={isBusy} onClick={turn}>
        {isArchived ? "Take it out of the archive" : "Archive this run"}
      </Button>
      <p role="alert" className="mt-2 text-sm text-critical empty:hidden">
        {error}
      </p>
    </section>
  );
}
