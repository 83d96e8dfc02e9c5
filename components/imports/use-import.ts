"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportedFile } from "@/lib/core/imported-file";
import type { WireImportDone } from "@/lib/wire/import-events";
import type { ChosenFile } from "./gather-files";
import { refuseUnreadable } from "./part-readable";
import { type ImportChoice, type SendFailure, sendImport } from "./send-import";

/** What is being imported, and into which run. */
export interface ImportSubject {
  readonly choice: ImportChoice;
  readonly chosen: readonly ChosenFile[];
}

/** How far an import is. */
export type ImportState =
  | { readonly phase: "choosing" }
  /** @property total null while the files are looked at, before any is sent. */
  | { readonly phase: "sending"; readonly subject: ImportSubject; readonly sent: number; readonly total: number | null }
  | {
      readonly phase: "reading";
      readonly subject: ImportSubject;
      readonly share: number;
      readonly file: string;
      readonly files: readonly ImportedFile[];
    }
  | { readonly phase: "done"; readonly result: WireImportDone; readonly files: readonly ImportedFile[] }
  | {
      readonly phase: "ended";
      readonly run: string;
      readonly why: string;
      /** The reader ended it, which is no fault. */
      readonly isCancelled: boolean;
      readonly files: readonly ImportedFile[];
      /** Some of it may have been taken before: the file that was being read, where one was; null where none was. */
      readonly begun: string | null;
    };

const choosing: ImportState = { phase: "choosing" };

/** An import that goes on, and can be cancelled. */
export type ImportUnderWay = Extract<ImportState, { phase: "sending" | "reading" }>;

export function isUnderWay(state: ImportState): state is ImportUnderWay {
  return state.phase === "sending" || state.phase === "reading";
}

/** null: the reader cancelled it. */
function sayWhy(failure: SendFailure | null, hasBegun: boolean): string {
  if (failure?.saysAll === true) return failure.why;
  if (!hasBegun) return `${failure?.why ?? "Cancelled."} Nothing was imported.`;
  return failure === null
    ? "Cancelled. What was taken until then stays."
    : `${failure.why} What was taken until then stays; import again to go on from there.`;
}

/** What is left of an import that ended before it was done. @param failure null: the reader cancelled it. */
function end(state: ImportState, failure: SendFailure | null, files: readonly ImportedFile[]): ImportState {
  if (!isUnderWay(state)) return state;
  const hasBegun = state.phase === "reading";
  const why = sayWhy(failure, hasBegun);
  const { run } = state.subject.choice;
  return { phase: "ended", run, why, isCancelled: failure === null, files, begun: hasBegun ? state.file : null };
}

/** An import, and what starts, cancels and forgets it. */
export interface Import {
  readonly state: ImportState;
  readonly start: (subject: ImportSubject) => void;
  /** The last one once more: what is there already is not taken twice. */
  readonly startAgain: () => void;
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
  const last = useRef<ImportSubject | null>(null);

  const start = useCallback((subject: ImportSubject) => {
    files.current = [];
    unreadable.current = [];
    last.current = subject;
    setState({ phase: "sending", subject, sent: 0, total: null });
    cancelSending.current = sendImport(subject.choice, subject.chosen, {
      onSent: (sent, total) => setState({ phase: "sending", subject, sent, total }),
      onUnreadable(paths) {
        unreadable.current = paths.map(refuseUnreadable);
        files.current = [...unreadable.current];
      },
      onFailure: (failure) => setState((state) => end(state, failure, files.current)),
      onEvent(event) {
        if (event.event === "done")
          setState({ phase: "done", result: event, files: [...unreadable.current, ...event.files] });
        else if (event.event === "file") files.current.push(event);
        else {
          const isProgress = event.event === "progress";
          const share = isProgress && event.total > 0 ? event.bytes / event.total : 0;
          setState({ phase: "reading", subject, share, file: isProgress ? event.file : "", files: files.current });
        }
      },
    });
  }, []);

  const startAgain = useCallback(() => {
    if (last.current !== null) start(last.current);
  }, [start]);

  const cancel = useCallback(() => {
    cancelSending.current?.();
    cancelSending.current = null;
    setState((state) => end(state, null, files.current));
  }, []);

  const reset = useCallback(() => {
    last.current = null;
    setState(choosing);
  }, []);
  // Whoever leaves the page cancels what is left, and is asked first.
  useEffect(() => () => cancelSending.current?.(), []);
  const isBusy = isUnderWay(state);
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isBusy]);
  return { state, start, startAgain, cancel, reset };
}
