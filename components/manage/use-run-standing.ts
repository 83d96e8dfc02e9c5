"use client";

import { useEffect, useRef } from "react";
import { z } from "zod";
import { holdWhileSeen } from "@/components/ui/hold-while-seen";
import { openLiveStream } from "@/components/ui/live-stream";
import { parseAnswer, readAnswer } from "@/components/ui/read-answer";
import { onServerReturn } from "@/components/ui/server-reach";
import { runHref } from "@/lib/view/run-links";
import { WireRemoval } from "@/lib/wire/run-removal";

/** Whether a run is there, hidden until it goes for good, or gone. */
export type RunStanding =
  | { readonly as: "here" }
  | { readonly as: "waiting"; readonly dueAt: number }
  | { readonly as: "gone" };

const eventNames = ["runs", "reset"] as const;
const RunsEvent = z.object({
  revision: z.string(),
  runs: z.array(z.object({ run: z.string() })),
  removed: z.array(z.string()),
});

/** null: the server did not say. */
async function readStanding(run: string, signal: AbortSignal): Promise<RunStanding | null> {
  const path = `/api/v1${runHref(run)}`;
  const found = await readAnswer(path, signal, () => null);
  if (found.as === "read") return { as: "here" };
  if (found.as !== "gone") return null;
  const removal = await readAnswer(`${path}/removal`, signal, (json) => WireRemoval.parse(json));
  if (removal.as === "gone") return { as: "gone" };
  if (removal.as !== "read") return null;
  const { due_at: dueAt } = removal.value;
  return dueAt === null ? { as: "here" } : { as: "waiting", dueAt: Date.parse(dueAt) };
}

/**
 * Calls back with how a run stands when the page has loaded, and whenever that may have changed, within about a second.
 * It listens to the stream of all runs: tabs share that one, whichever runs they show.
 */
export function useRunStanding(run: string, onStanding: (standing: RunStanding) => void): void {
  const call = useRef(onStanding);
  useEffect(() => {
    call.current = onStanding;
  }, [onStanding]);

  useEffect(() => {
    let asked = new AbortController();
    // Of no epoch: the stream begins with a reset, so that nothing is missed between the page's making and now.
    let since = "0.0";
    let known: RunStanding["as"] | null = null;

    async function look() {
      // The newest look counts, whichever would be answered last.
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      const standing = await readStanding(run, signal);
      if (standing === null || signal.aborted) return;
      known = standing.as;
      call.current(standing);
    }
    function hear(data: string) {
      const event = parseAnswer(data, (json) => RunsEvent.parse(json));
      if (event.as === "outdated") return;
      since = event.value.revision;
      const isRemoved = event.value.removed.includes(run);
      const isThere = event.value.runs.some((one) => one.run === run);
      if (isRemoved || (isThere && known !== "here")) void look();
    }
    const letGo = holdWhileSeen(() =>
      openLiveStream("/api/v1/events?", eventNames, {
        onEvent: ({ name, data }) => (name === "runs" ? hear(data) : void look()),
        onConnection: () => undefined,
        onBehind: () => void look(),
        readRevision: () => since,
      }),
    );
    const forget = onServerReturn(() => void look());
    return () => {
      letGo();
      forget();
      asked.abort();
    };
  }, [run]);
}
