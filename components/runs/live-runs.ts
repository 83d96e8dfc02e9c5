"use client";

import { useEffect, useMemo, useReducer, useRef } from "react";
import { holdWhileSeen } from "@/components/ui/hold-while-seen";
import { openLiveStream } from "@/components/ui/live-stream";
import { type Answer, parseAnswer, readAnswer } from "@/components/ui/read-answer";
import type { RunListEntry } from "@/lib/core/run-list";
import { type RunRow, toRunRow } from "@/lib/view/run-row";
import { parseRunList } from "@/lib/wire/run-list";

/** `outdated`: the server sends what this page cannot read, because it was loaded before the server was renewed. */
type ListConnection = "connecting" | "live" | "lost" | "outdated";

interface ListState {
  readonly rows: ReadonlyMap<string, RunRow>;
  readonly connection: ListConnection;
}

type ListEvent =
  | { readonly type: "all"; readonly rows: readonly RunRow[] }
  | { readonly type: "changed"; readonly rows: readonly RunRow[]; readonly removed: readonly string[] }
  | { readonly type: "connection"; readonly connection: ListConnection };

function toMap(rows: readonly RunRow[]): ReadonlyMap<string, RunRow> {
  return new Map(rows.map((row) => [row.run, row]));
}

function startList(rows: readonly RunRow[]): ListState {
  return { rows: toMap(rows), connection: "connecting" };
}

function reduce(state: ListState, event: ListEvent): ListState {
  // An open stream does not make an old page able to read it.
  if (event.type === "connection") {
    return state.connection === "outdated" ? state : { ...state, connection: event.connection };
  }
  if (event.type === "all") return { connection: "live", rows: toMap(event.rows) };
  const rows = new Map([...state.rows, ...toMap(event.rows)]);
  for (const run of event.removed) rows.delete(run);
  return { ...state, rows };
}

const eventNames = ["runs", "reset"] as const;
const retryMs = 3000;

/** Every page of the list. What changes between two of them comes again by the stream, which goes on from the first. */
async function readRuns(signal: AbortSignal): Promise<Answer<{ runs: readonly RunListEntry[]; revision: string }>> {
  const first = await readAnswer("/api/v1/runs", signal, parseRunList);
  if (first.as !== "read") return first;
  const runs = [...first.value.runs];
  let { next } = first.value;
  while (next !== null) {
    const page = await readAnswer(`/api/v1/runs?cursor=${encodeURIComponent(next)}`, signal, parseRunList);
    if (page.as !== "read") return page;
    runs.push(...page.value.runs);
    next = page.value.next;
  }
  return { as: "read", value: { runs, revision: first.value.revision } };
}

/**
 * The list as it changes. Events carry whole entries, so one that comes twice is harmless, and a stream goes on from the
 * revision that the list has. A hidden tab closes its stream, gives its connection back and costs nothing.
 *
 * @param awake whether it is followed in a hidden tab too, for a reader who asked to be notified.
 */
export function useLiveRuns(
  initial: readonly RunRow[],
  revision: string,
  awake: boolean,
): { rows: readonly RunRow[]; connection: ListConnection } {
  const [state, dispatch] = useReducer(reduce, initial, startList);
  const since = useRef(revision);
  const isAwake = useRef(awake);
  useEffect(() => {
    isAwake.current = awake;
  }, [awake]);

  useEffect(() => {
    let asked = new AbortController();

    /** What is known does not connect to what comes: everything is read again. */
    async function readAgain() {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      for (;;) {
        const answer = await readRuns(signal);
        if (signal.aborted) return;
        if (answer.as === "outdated") return dispatch({ type: "connection", connection: "outdated" });
        if (answer.as === "read") {
          since.current = answer.value.revision;
          return dispatch({ type: "all", rows: answer.value.runs.map(toRunRow) });
        }
        dispatch({ type: "connection", connection: "lost" });
        await new Promise((resolve) => setTimeout(resolve, retryMs));
        if (signal.aborted) return;
      }
    }

    function apply(data: string) {
      const answer = parseAnswer(data, parseRunList);
      if (answer.as === "outdated") return dispatch({ type: "connection", connection: "outdated" });
      const list = answer.value;
      since.current = list.revision;
      dispatch({ type: "changed", rows: list.runs.map(toRunRow), removed: list.removed });
    }

    return holdWhileSeen(
      () => {
        const stop = openLiveStream("/api/v1/events?", eventNames, {
          onEvent: ({ name, data }) => (name === "runs" ? apply(data) : void readAgain()),
          onConnection: (connection) => dispatch({ type: "connection", connection }),
          onBehind: () => void readAgain(),
          readRevision: () => since.current,
        });
        return () => {
          asked.abort();
          stop();
        };
      },
      () => isAwake.current,
    );
  }, []);

  const rows = useMemo(() => [...state.rows.values()], [state.rows]);
  return { rows, connection: state.connection };
}
