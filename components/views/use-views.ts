"use client";

import { useCallback, useState } from "react";
import { useAnswer } from "@/components/ui/use-answer";
import type { SavedView } from "@/lib/core/search/saved-view";
import { parseViewList } from "@/lib/wire/saved-view";

const none: readonly SavedView[] = [];

/** Saved views, read when they are first shown, and again when asked. */
export function useViews() {
  const [asked, setAsked] = useState(0);
  const { answer, last } = useAnswer("/api/v1/views", parseViewList, asked);
  const state = answer === null ? "loading" : answer.as === "read" ? "ready" : "failed";
  return { views: last ?? none, state, readAgain: useCallback(() => setAsked((before) => before + 1), []) };
}
