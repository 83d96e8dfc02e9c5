"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { holdWhileSeen } from "@/components/ui/hold-while-seen";
import { openLiveStream } from "@/components/ui/live-stream";
import { useTabState } from "@/components/ui/use-tab-state";
import type { VerdictName } from "@/lib/core/detect/verdict";

interface CompareNewsProps {
  readonly runs: readonly string[];
  /** What the page answers for. */
  readonly revision: string;
  readonly title: string;
  readonly verdict: VerdictName | null;
}

const eventNames = ["runs", "reset"] as const;

/** Says that compared runs went on, and reads again when asked: what a reader looks at does not move by itself. */
export function CompareNews({ runs, revision, title, verdict }: CompareNewsProps) {
  const router = useRouter();
  const [isReading, start] = useTransition();
  const [newsOf, setNewsOf] = useState<string | null>(null);
  useTabState(title, verdict);
  const address = `/api/v1/events?${runs.map((run) => `run=${encodeURIComponent(run)}`).join("&")}`;

  useEffect(() => {
    const note = () => setNewsOf(revision);
    return holdWhileSeen(() =>
      openLiveStream(address, eventNames, {
        onEvent: note,
        onConnection: () => undefined,
        onBehind: note,
        readRevision: () => revision,
      }),
    );
  }, [address, revision]);

  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-sm">
      {newsOf === revision && (
        <>
          There are new rollouts since this was read.
          <Button className="h-7 px-2" disabled={isReading} onClick={() => start(() => router.refresh())}>
            {isReading ? "Reading…" : "Read again"}
          </Button>
        </>
      )}
    </p>
  );
}
