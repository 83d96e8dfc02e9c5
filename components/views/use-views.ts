"use client";

import { useCallback, useEffect, useState } from "react";
import { readAnswer } from "@/components/ui/read-answer";
import type { SavedView } from "@/lib/core/search/saved-view";
import { parseViewList } from "@/lib/wire/saved-view";

const none: readonly SavedView[] = [];

/** Saved views, read when they are first shown, and again when asked. */
export function useViews() {
  const [views, setViews] = useState(none);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again is the reason to read again.
  useEffect(() => {
    const controller = new AbortController();
    void readAnswer("/api/v1/views", controller.signal, parseViewList).then((answer) => {
      if (controller.signal.aborted) return;
      if (answer.as === "read") setViews(answer.value);
      setState(answer.as === "read" ? "ready" : "failed");
    });
    return () => controller.abort();
  }, [asked]);
  return { views, state, readAgain: useCallback(() => setAsked((before) => before + 1), []) };
}
