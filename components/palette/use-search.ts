"use client";

import { useEffect, useState } from "react";
import { readAnswer } from "@/components/ui/read-answer";
import { onServerReturn } from "@/components/ui/server-reach";
import type { SearchResult } from "@/lib/core/search/search";
import { parseSearchResults } from "@/lib/wire/search";

/** A key or two may follow at once, ms. */
const pauseMs = 40;
const nothing: readonly SearchResult[] = [];

interface Found {
  readonly text: string;
  readonly results: readonly SearchResult[];
  readonly hasFailed: boolean;
}

/** What the server finds; until it answers, what it found before. */
export function useSearch(text: string): {
  readonly results: readonly SearchResult[];
  readonly state: "idle" | "waiting" | "failed";
} {
  const [found, setFound] = useState<Found>({ text: "", results: nothing, hasFailed: false });
  const words = text.trim();
  useEffect(() => {
    if (words === "") return;
    const controller = new AbortController();
    const ask = async () => {
      const path = `/api/v1/search?limit=6&q=${encodeURIComponent(words.slice(0, 500).replace(/\p{Surrogate}/gu, "\uFFFD"))}`;
      const answer = await readAnswer(path, controller.signal, parseSearchResults);
      if (controller.signal.aborted) return;
      if (answer.as === "read") setFound({ text: words, results: answer.value, hasFailed: false });
      else setFound((before) => ({ ...before, text: words, hasFailed: true }));
    };
    const timer = setTimeout(ask, pauseMs);
    const forget = onServerReturn(() => void ask());
    return () => {
      clearTimeout(timer);
      forget();
      controller.abort();
    };
  }, [words]);
  if (words === "") return { results: nothing, state: "idle" };
  const state = found.text !== words ? "waiting" : found.hasFailed ? "failed" : "idle";
  return { results: found.results, state };
}
