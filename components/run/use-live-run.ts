"use client";

import { startTransition, useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { openLiveStream } from "@/components/ui/live-stream";
import { parseAnswer, readAnswer } from "@/components/ui/read-answer";
import { chartPoints, type RunFrame, type RunSnapshot } from "@/lib/core/snapshot";
import { snapshotHref } from "@/lib/view/run-links";
import { type RunState, reduceRun, startRunState } from "@/lib/view/run-state";
import { type RunView, toStepRange } from "@/lib/view/run-view";
import { parseSnapshot, startReadingFrames } from "@/lib/wire/snapshot";

/** Frames are gathered this long, so that charts are drawn at most twice a second. */
const gatherMs = 500;
const retryMs = 3000;
/** What frames do not carry is read at most this often. */
const asideMs = 10_000;
const eventNames = ["buckets", "reset"] as const;

interface LiveRun {
  readonly state: RunState;
  /** What is shown is read again: a run that was removed is back. */
  readonly readAgain: () => void;
}

/**
 * A run as it changes: the server's first snapshot, continued by its live stream, read again when the view changes.
 *
 * @param awake whether it is followed in a hidden tab too, for a reader who asked to be notified.
 */
export function useLiveRun(run: string, initial: RunSnapshot, view: RunView, awake: boolean): LiveRun {
  const [state, dispatch] = useReducer(reduceRun, initial, startRunState);
  const latest = useRef(state.snapshot);
  useEffect(() => {
    latest.current = state.snapshot;
  }, [state.snapshot]);

  const isAwake = useRef(awake);
  useEffect(() => {
    isAwake.current = awake;
  }, [awake]);

  // The newest steps are counted back from the run's last one when they are asked for; a growing run does not ask again.
  const { snapshotUrl, eventsUrl } = useMemo(() => {
    const range = toStepRange(view.steps, latest.current.lastStep);
    return {
      snapshotUrl: snapshotHref(run, "snapshot", view, range, chartPoints),
      eventsUrl: snapshotHref(run, "events", view, range, chartPoints),
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
        const answer = await readAnswer(snapshotUrl, asked.signal, parseSnapshot);
        if (asked.signal.aborted) return;
        if (answer.as === "gone") return dispatch({ type: "deleted" });
        if (answer.as === "outdated") return dispatch({ type: "outdated" });
        if (answer.as === "read") return dispatch({ type: "snapshot", snapshot: answer.value });
        dispatch({ type: "connection", connection: "lost", now: Date.now() });
        await sleep(retryMs);
      }
    };
    read();
    return () => asked.abort();
  }, [stale, snapshotUrl]);

  const { behind } = state;
  // The overview is drawn only under a part of the run.
  const isBehind = behind !== "nothing" && (behind !== "overview" || view.steps.kind !== "all");
  const isAtOnce = behind === "segments";
  const asleep = state.connection === "asleep";
  const lastAside = useRef(0);
  useEffect(() => {
    if (!isBehind || stale || asleep) return;
    const asked = new AbortController();
    const read = async () => {
      if (!isAtOnce) await sleep(lastAside.current + asideMs - Date.now());
      while (!asked.signal.aborted) {
        lastAside.current = Date.now();
        const answer = await readAnswer(snapshotUrl, asked.signal, parseSnapshot);
        if (asked.signal.aborted) return;
        if (answer.as === "gone") return dispatch({ type: "deleted" });
        if (answer.as === "outdated") return dispatch({ type: "outdated" });
        if (answer.as === "read") {
          const { value } = answer;
          startTransition(() => dispatch({ type: "aside", snapshot: value }));
        }
        await sleep(asideMs);
      }
    };
    read();
    return () => asked.abort();
  }, [isBehind, isAtOnce, stale, asleep, snapshotUrl]);

  useEffect(() => {
    const gathered: RunFrame[] = [];
    const readFrame = startReadingFrames();
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
          const frame = parseAnswer(data, readFrame);
          if (frame.as === "outdated") return dispatch({ type: "outdated" });
          gathered.push(frame.value);
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
      if (!document.hidden || isAwake.current) return start();
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

  const readAgain = useCallback(() => dispatch({ type: "reset" }), []);
  return { state, readAgain };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
