"use client";

import { Button } from "@/components/ui/button";
import { SectionHeading } from "@/components/ui/section-heading";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import type { WireRun } from "@/lib/wire/run";
import { manageApi } from "./manage-api";

interface ArchiveSectionProps {
  readonly run: WireRun;
  readonly onKept: (run: WireRun) => void;
}

/** Puts a run away, or takes it out again. */
export function ArchiveSection({ run, onKept }: ArchiveSectionProps) {
  const { isBusy, error, act } = useAct();
  const isArchived = run.archived_at !== null;

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
      <Button
        disabled={isBusy}
        onClick={() => act(async () => onKept(await manageApi.describeRun(run.run, { archived: !isArchived })))}
      >
        {isArchived ? "Take it out of the archive" : "Archive this run"}
      </Button>
      <p role="alert" className="mt-2 text-sm text-critical empty:hidden">
        {error}
      </p>
    </section>
  );
}
