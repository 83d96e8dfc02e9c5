"use client";

import { useEffect, useMemo, useReducer, useRef } from "react";
import { type RunRow, toRunRow } from "@/lib/view/run-row";
import { parseRunList } from "@/lib/wire/run-list";

export type ListConnection = "connecting" | "live" | "lost";

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

function reduce(state: ListState, event: ListEvent): ListState {
  if (event.type === "connection") return { ...state, connection: event.connection };
  if (event.type === "all") return { ...state, rows: toMap(event.rows) };
  const rows = new Map([...state.rows, ...toMap(event.rows)]);
  for (const run of event.removed) rows.delete(run);
  return { ...state, rows };
}

const retryMs = 3000;

/**
 * The list as it changes. Events carry whole entries, so one that comes twice is harmless, and a stream goes on from the
 * revision that the list has. A hidden tab closes its stream, gives its connection back and costs nothing.
 */
export function useLiveRuns(
  initial: readonly RunRow[],
  revision: string,
): { rows: readonly RunRow[]; connection: ListConnection } {
  const [state, dispatch] = useReducer(
    reduce,
    initial,
    (rows): ListState => ({
      rows: toMap(rows),
      connection: "connecting",
    }),
  );
  const since = useRef(revision);

  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let asked = new AbortController();

    /** What is known is of no use to the server any more: everything is read again. */
    async function readAgain() {
      asked.abort();
      asked = new AbortController();
      const { signal } = asked;
      try {
        const response = await fetch("/api/v1/runs", { signal, headers: { accept: "application/json" } });
        if (!response.ok) throw new Error(`The server answered ${response.status}.`);
        const json: unknown = await response.json();
        const list = parseRunList(json);
        since.current = list.revision;
        dispatch({ type: "all", rows: list.runs.map(toRunRow) });
      } catch {
        if (!signal.aborted) dispatch({ type: "connection", connection: "lost" });
      }
    }

    function apply({ data }: MessageEvent) {
      const json: unknown = JSON.parse(String(data));
      const list = parseRunList(json);
      since.current = list.revision;
      dispatch({ type: "changed", rows: list.runs.map(toRunRow), removed: list.removed });
    }

    function open() {
      if (document.hidden || source !== null) return;
      const opened = new EventSource(`/api/v1/events?since=${encodeURIComponent(since.current)}`);
      source = opened;
      opened.addEventListener("open", () => dispatch({ type: "connection", connection: "live" }));
      opened.addEventListener("reset", readAgain);
      opened.addEventListener("runs", apply);
      opened.addEventListener("error", () => {
        dispatch({ type: "connection", connection: "lost" });
        // A browser gives up for good after any answer that is no stream.
        if (opened.readyState !== EventSource.CLOSED) return;
        source = null;
        timer = setTimeout(open, retryMs);
      });
    }

    function close() {
      asked.abort();
      if (timer !== null) clearTimeout(timer);
      source?.close();
      source = null;
    }

    function onVisibility() {
      if (document.hidden) close();
      else open();
    }

    open();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      close();
    };
  }, []);

  const rows = useMemo(() => [...state.rows.values()], [state.rows]);
  return { rows, connection: state.connection };
}
