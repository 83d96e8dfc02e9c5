"use client";

import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState } from "react";
import { openLiveStream } from "@/components/ui/live-stream";
import { parseAnswer, readAnswer } from "@/components/ui/read-answer";
import type { StepSummary } from "@/lib/core/step-summary";
import { type StepView, stepEventsHref, stepGroupsHref } from "@/lib/view/step-page-view";
import { parseStepsEvent } from "@/lib/wire/step-event";
import { type PlacedGroups, parseStepGroups, type StepReading } from "@/lib/wire/step-groups";

/** Changes that come thick and fast are read together. */
const gatherMs = 600;
const mostRollouts = 10_000;

export interface LiveStep {
  readonly reading: StepReading;
  readonly isLost: boolean;
  /** The step is no more: its rollouts were deleted. */
  readonly isGone: boolean;
  readonly isLoading: boolean;
  readonly loadMore: () => void;
}

function countRollouts({ groups }: PlacedGroups): number {
  return groups.groups.reduce((total, group) => total + group.members.length, 0);
}

/** One step as it changes: the server's first reading, read again in part whenever the step changes. */
export function useLiveStep(run: string, step: number, view: StepView, initial: StepReading): LiveStep {
  const router = useRouter();
  const [given, setGiven] = useState(initial);
  const [reading, setReading] = useState(initial);
  const [isLost, setLost] = useState(false);
  const [isGone, setGone] = useState(false);
  const [isLoading, setLoading] = useState(false);
  // The server read it again: another step, another filter, or everything afresh.
  if (given !== initial) {
    setGiven(initial);
    setReading(initial);
    setGone(false);
  }
  const latest = useRef(reading);
  useEffect(() => {
    latest.current = reading;
  }, [reading]);

  const groupsUrl = stepGroupsHref(run, step, view, 0);
  const eventsUrl = stepEventsHref(run, step, view);
  const environment = view.environment;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const asked = new AbortController();
    let pending: Partial<Pick<StepReading, "summary" | "about" | "revision">> = {};

    const readGroups = async () => {
      timer = null;
      const changed = pending;
      pending = {};
      const held = Math.max(1000, Math.min(mostRollouts, countRollouts(latest.current.placed)));
      const url = `${groupsUrl}${groupsUrl.includes("?") ? "&" : "?"}rollouts=${held}`;
      const answer = await readAnswer(url, asked.signal, parseStepGroups);
      if (asked.signal.aborted || answer.as !== "read") return;
      const { value: placed } = answer;
      startTransition(() => setReading((now) => ({ ...now, ...changed, placed })));
    };
    const isOurs = (summary: StepSummary) => summary.step === step && summary.environment === environment;
    const stop = openLiveStream(eventsUrl, ["steps", "reset"] as const, {
      onEvent: ({ name, data }) => {
        if (name === "reset") return router.refresh();
        const event = parseAnswer(data, parseStepsEvent);
        if (event.as === "outdated") return;
        const { steps, removed, detail, revision } = event.value;
        const summary = steps.find(isOurs);
        if (removed.includes(step)) setGone(true);
        if (summary !== undefined) setGone(false);
        const hasNext = latest.current.placed.place.next !== null;
        pending = {
          ...pending,
          revision,
          ...(summary === undefined ? {} : { summary }),
          ...(detail === null ? {} : { about: detail }),
        };
        // Steps after this one matter only where there was none to go on to.
        if (summary === undefined && detail === null && hasNext) return;
        timer ??= setTimeout(readGroups, gatherMs);
      },
      onConnection: (connection) => setLost(connection === "lost"),
      onBehind: () => router.refresh(),
      readRevision: () => latest.current.revision,
    });
    return () => {
      stop();
      asked.abort();
      if (timer !== null) clearTimeout(timer);
    };
  }, [groupsUrl, eventsUrl, environment, step, router]);

  const { next } = reading.placed.groups;
  const loadMore = async () => {
    if (next === null || isLoading) return;
    setLoading(true);
    const url = stepGroupsHref(run, step, view, next);
    const answer = await readAnswer(url, new AbortController().signal, parseStepGroups);
    setLoading(false);
    if (answer.as !== "read") return;
    const { value: more } = answer;
    setReading((now) => {
      // A change in between has read everything again.
      if (now.placed.groups.next !== next) return now;
      const groups = { ...more.groups, groups: [...now.placed.groups.groups, ...more.groups.groups] };
      return { ...now, placed: { ...more, groups } };
    });
  };
  return { reading, isLost, isGone, isLoading, loadMore };
}
