"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { Button } from "./button";
import { holdWhileSeen } from "./hold-while-seen";
import { openLiveStream } from "./live-stream";

interface RunNewsProps {
  readonly runs: readonly string[];
  /** What the page answers for. */
  readonly revision: string;
  /** What is said once there is something new. */
  readonly words: string;
  readonly action: string;
  readonly className?: string;
}

const eventNames = ["runs", "reset"] as const;

/** Says that runs went on, and reads again when asked: what a reader looks at does not move by itself. */
export function RunNews({ runs, revision, words, action, className = "" }: RunNewsProps) {
  const router = useRouter();
  const [isReading, start] = useTransition();
  const [newsOf, setNewsOf] = useState<string | null>(null);
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
    <p role="status" className={`flex flex-wrap items-center gap-x-3 text-sm ${className}`}>
      {newsOf === revision && (
        <>
          {words}
          <Button className="h-7 px-2" disabled={isReading} onClick={() => start(() => router.refresh())}>
            {isReading ? "Reading…" : action}
          </Button>
        </>
      )}
    </p>
  );
}
