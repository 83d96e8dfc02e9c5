"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportedFile } from "@/lib/core/imported-file";
import type { WireImportDone } from "@/lib/wire/import-events";
import type { ChosenFile } from "./gather-files";
import { refuseUnreadable } from "./part-readable";
import { type ImportChoice, sendImport } from "./send-import";

/** How far an import is. */
export type ImportState =
  | { readonly phase: "choosing" }
  | { readonly phase: "sending"; readonly share: number }
  | {
      readonly phase: "reading";
      readonly share: number;
      readonly file: string;
      readonly files: readonly ImportedFile[];
    }
  | { readonly phase: "done"; readonly result: WireImportDone; readonly files: readonly ImportedFile[] }
  | {
      readonly phase: "ended";
      readonly why: string;
      readonly files: readonly ImportedFile[];
      /** Some of it may have been taken before: the file that was being read, where one was. */
      readonly begun: { readonly run: string; readonly file: string } | null;
    };

const choosing: ImportState = { phase: "choosing" };

/** Whether it goes on, and can be cancelled. */
export function isUnderWay(state: ImportState): state is Extract<ImportState, { phase: "sending" | "reading" }> {
  return state.phase === "sending" || state.phase === "reading";
}

/** What is left of an import that ended before it was done. */
function end(state: ImportState, why: string, run: string, files: readonly ImportedFile[]): ImportState {
  return { phase: "ended", why, files, begun: state.phase === "reading" ? { run, file: state.file } : null };
}

/** An import, and what starts, cancels and forgets it. */
export interface Import {
  readonly state: ImportState;
  readonly start: (choice: ImportChoice, chosen: readonly ChosenFile[]) => void;
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** One import at a time. */
export function useImport(): Import {
  const [state, setState] = useState<ImportState>(choosing);
  const cancelSending = useRef<(() => void) | null>(null);
  // One list for an import, which grows: to copy it for every file would take as long as their number squared.
  const files = useRef<ImportedFile[]>([]);
  const unreadable = useRef<ImportedFile[]>([]);
  const run = useRef("");

  const start = useCallback((choice: ImportChoice, chosen: readonly ChosenFile[]) => {
    files.current = [];
    unreadable.current = [];
    run.current = choice.run;
    setState({ phase: "sending", share: 0 });
    cancelSending.current = sendImport(choice, chosen, {
      onSent: (bytes, total) => setState({ phase: "sending", share: total === 0 ? 1 : bytes / total }),
      onUnreadable(paths) {
        unreadable.current = paths.map(refuseUnreadable);
        files.current = [...unreadable.current];
      },
      onFailure: (why) => setState((state) => end(state, why, choice.run, files.current)),
      onEvent(event) {
        if (event.event === "done")
          setState({ phase: "done", result: event, files: [...unreadable.current, ...event.files] });
        else if (event.event === "file") files.current.push(event);
        else {
          const isProgress = event.event === "progress";
          const share = isProgress && event.total > 0 ? event.bytes / event.total : 0;
          setState({ phase: "reading", share, file: isProgress ? event.file : "", files: files.current });
        }
      },
    });
  }, []);

  const cancel = useCallback(() => {
    cancelSending.current?.();
    cancelSending.current = null;
    const why = "Cancelled. What was taken until then stays.";
    setState((state) => end(state, why, run.current, files.current));
  }, []);

  const reset = useCallback(() => setState(choosing), []);
  // Whoever leaves the page cancels what is left, and is asked first.
  useEffect(() => () => cancelSending.current?.(), []);
  const isBusy = isUnderWay(state);
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
  return { state, start, cancel, reset };
}
