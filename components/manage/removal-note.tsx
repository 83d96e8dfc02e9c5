"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { useAct } from "@/components/ui/use-act";
import { manageApi } from "./manage-api";
import { type RunStanding, useRunStanding } from "./use-run-standing";

interface RemovalNoteProps {
  readonly run: string;
  /** It is there again; unless told, the page is read again. */
  readonly onBack?: () => void;
}

/**
 * Says that the run of a page is being removed, or is gone, while the page is open. What is shown stays: somebody may
 * be reading it, or writing.
 */
export function RemovalNote({ run, onBack }: RemovalNoteProps) {
  const router = useRouter();
  const [standing, setStanding] = useState<RunStanding | null>(null);
  const { isBusy, error, act } = useAct();
  useRunStanding(run, (now) => {
    setStanding(now);
    if (now.as === "here" && standing !== null && standing.as !== "here") (onBack ?? router.refresh)();
  });
  return (
    <div role="status" className="text-sm print:hidden">
      {standing?.as === "waiting" && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline bg-critical-soft px-4 py-2 sm:px-7">
          <span>
            This run is being removed: it goes for good at <Time at={standing.dueAt} as="minute" />, and takes nothing
            until then. What you see is what was last known of it.
          </span>
          <Button
            className="h-7 px-2"
            disabled={isBusy}
            onClick={() => act(async () => void (await manageApi.bringBack(run)))}
          >
            Bring it back
          </Button>
          <span role="alert" className="text-critical empty:hidden">
            {error}
          </span>
        </p>
      )}
      {standing?.as === "gone" && (
        <p className="border-b border-hairline bg-critical-soft px-4 py-2 sm:px-7">
          This run was removed for good. What you see is what was last known of it.
        </p>
      )}
    </div>
  );
}
