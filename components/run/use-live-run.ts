"use client";

import { startTransition, useEffect, useMemo, useReducer, useRef } from "react";
import { openLiveStream } from "@/components/ui/live-stream";
import type { RunFrame, RunSnapshot } from "@/lib/core/snapshot";
import { snapshotHref } from "@/lib/view/run-links";
import { type RunState, reduceRun, startRunState } from "@/lib/view/run-state";
import { type RunView, toStepRange } from "@/lib/view/run-view";
import { parseFrame, parseSnapshot } from "@/lib/wire/snapshot";

/** Points a chart gets at most. */
const resolution = 500;
/** Frames are gathered this long, so that charts are drawn at most twice a second. */
const gatherMs = 500;
const retryMs = 3000;
const eventNames = ["buckets", "reset"] as const;

/** A run as it changes: the server's first snapshot, continued by its live stream, read again when the view changes. */
export function useLiveRun(run: string, initial: RunSnapshot, view: RunView): RunState {
  const [state, dispatch] = useReducer(reduceRun, initial, startRunState);
  const latest = useRef(state.snapshot);
  useEffect(() => {
    latest.current = state.snapshot;
  }, [state.snapshot]);

  // The newest steps are counted back from the run's last one when they are asked for; a growing run does not ask again.
  const { snapshotUrl, eventsUrl } = useMemo(() => {
    const range = toStepRange(view.steps, latest.current.lastStep);
    return {
      snapshotUrl: snapshotHref(run, "snapshot", view, range, resolution),
      eventsUrl: snapshotHref(run, "events", view, range, resolution),
    };
  }, [run, view]);

  const shownUrl = useRef(snapshotUrl);
  useEffect(() => {
    if (shownUrl.current === snapshotUrl) return;
    shownUrl.current = snapshotUrl;
    dispatch({ type: "reset" });
  }, [snapshotUrl]);

  const { stale } = state;
  useEffect(() => {
    if (!stale) return;
    const asked = new AbortController();
    const read = async () => {
      for (;;) {
        const answer = await readSnapshot(snapshotUrl, asked.signal);
        if (asked.signal.aborted) return;
        if (answer === "gone") return dispatch({ type: "deleted" });
        if (answer !== "failed") return dispatch({ type: "snapshot", snapshot: answer });
        dispatch({ type: "connection", connection: "lost", now: Date.now() });
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    };
    read();
    return () => asked.abort();
  }, [stale, snapshotUrl]);

  useEffect(() => {
    const gathered: RunFrame[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    let lastFlush = 0;
    let stop: (() => void) | null = null;

    const flush = () => {
      timer = null;
      lastFlush = Date.now();
      const frames = gathered.splice(0);
      // Drawing may be interrupted by what the reader does.
      startTransition(() => dispatch({ type: "frames", frames }));
    };
    const start = () => {
      stop ??= openLiveStream(eventsUrl, eventNames, {
        onEvent: ({ name, data }) => {
          if (name !== "buckets") return dispatch({ type: name });
          const json: unknown = JSON.parse(data);
          gathered.push(parseFrame(json));
          timer ??= setTimeout(flush, Math.max(0, gatherMs - (Date.now() - lastFlush)));
        },
        onConnection: (connection) => dispatch({ type: "connection", connection, now: Date.now() }),
        onBehind: () => dispatch({ type: "reset" }),
        readRevision: () => latest.current.revision,
      });
    };
    const end = () => {
      stop?.();
      stop = null;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      gathered.length = 0;
    };
    // A hidden tab has no reader: it gives up its place, and catches up from its revision when it is looked at again.
    const follow = () => {
      if (!document.hidden) return start();
      end();
      dispatch({ type: "connection", connection: "asleep", now: Date.now() });
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      end();
    };
  }, [eventsUrl]);

  return state;
}

async function readSnapshot(url: string, signal: AbortSignal): Promise<RunSnapshot | "gone" | "failed"> {
  try {
    const response = await fetch(url, { signal, headers: { accept: "application/json" } });
    if (response.status === 404) return "gone";
    if (!response.ok) return "failed";
    const json: unknown = await response.json();
    return parseSnapshot(json);
  } catch {
    // Aborted, unreachable, or an answer that is none: the caller keeps what it has, says so and asks again.
    return "failed";
  }
}
