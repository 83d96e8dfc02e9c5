"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ImportedFile } from "@/lib/core/imported-file";
import type { WireImportDone } from "@/lib/wire/import-events";
import type { ChosenFile } from "./gather-files";
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
  | { readonly phase: "done"; readonly result: WireImportDone }
  | { readonly phase: "ended"; readonly why: string; readonly files: readonly ImportedFile[] };

const choosing: ImportState = { phase: "choosing" };

/** One import at a time, with what starts, cancels and forgets it. */
export function useImport() {
  const [state, setState] = useState<ImportState>(choosing);
  const cancelSending = useRef<(() => void) | null>(null);
  // One list for an import, which grows: to copy it for every file would take as long as their number squared.
  const files = useRef<ImportedFile[]>([]);

  const start = useCallback((choice: ImportChoice, chosen: readonly ChosenFile[]) => {
    files.current = [];
    setState({ phase: "sending", share: 0 });
    cancelSending.current = sendImport(choice, chosen, {
      onSent: (bytes, total) => setState({ phase: "sending", share: total === 0 ? 1 : bytes / total }),
      onFailure: (why) => setState({ phase: "ended", why, files: files.current }),
      onEvent(event) {
        if (event.event === "done") setState({ phase: "done", result: event });
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
    setState({ phase: "ended", why: "Cancelled. What was taken until then stays.", files: files.current });
  }, []);

  const reset = useCallback(() => setState(choosing), []);
  // Whoever leaves the page cancels what is left.
  useEffect(() => () => cancelSending.current?.(), []);
  return { state, start, cancel, reset };
}
