"use client";

import { useCallback, useRef, useState } from "react";
import { suspectServer } from "@/components/ui/server-reach";
import { type RolloutRow, toRolloutRow } from "@/lib/view/rollout-row";
import { type RolloutView, rolloutsApiPath } from "@/lib/view/rollout-view";
import { parseRolloutPage } from "@/lib/wire/rollout";

interface Pages {
  readonly rows: readonly RolloutRow[];
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
  readonly state: "idle" | "loading" | "failed";
}

interface FirstPage {
  readonly rows: readonly RolloutRow[];
  readonly next: string | null;
}

/** The first page, which the server rendered, and those after it as they are asked for. */
export function useRolloutPages(run: string, query: RolloutView, first: FirstPage, failureReward: number) {
  const [pages, setPages] = useState<Pages>({ ...first, state: "idle" });
  const busy = useRef(false);
  const { next } = pages;

  const loadMore = useCallback(async () => {
    if (next === null || busy.current) return;
    busy.current = true;
    setPages((before) => ({ ...before, state: "loading" }));
    try {
      const response = await fetch(rolloutsApiPath(run, query, next), { headers: { accept: "application/json" } });
      if (!response.ok) throw new Error(`The server answered ${response.status}.`);
      const json: unknown = await response.json();
      const page = parseRolloutPage(json);
      setPages((before) => {
        // A row that changed meanwhile may come again; it is shown once.
        const known = new Set(before.rows.map(({ key }) => key));
        const added = page.rollouts.filter(({ key }) => !known.has(key));
        const rows = [...before.rows, ...added.map((rollout) => toRolloutRow(rollout, failureReward))];
        return { rows, next: page.next, state: "idle" };
      });
    } catch {
      suspectServer();
      setPages((before) => ({ ...before, state: "failed" }));
    } finally {
      busy.current = false;
    }
  }, [run, query, next, failureReward]);

  return { ...pages, loadMore };
}
