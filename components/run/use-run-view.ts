"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import { parseRunView, type RunView, toRunParams } from "@/lib/view/run-view";

const fixedParams = [
  "from",
  "to",
  "newest",
  "environment",
  "split",
  "segment",
  "scale",
  "axis",
  "smoothing",
  "learning",
];

/** What the page shows, held in the address: a reload or a pasted link shows the same. Meaning is lib/view's. */
export function useRunView(labelNames: readonly string[]): readonly [RunView, (next: RunView) => void] {
  const parsers = useMemo(() => {
    const names = [...fixedParams, ...labelNames.map((name) => `label.${name}`)];
    return Object.fromEntries(names.map((name) => [name, parseAsString]));
  }, [labelNames]);
  const [params, setParams] = useQueryStates(parsers, { history: "push", shallow: true, scroll: false });
  const view = useMemo(
    () =>
      parseRunView(Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))),
    [params],
  );
  const setView = useCallback(
    (next: RunView) => {
      const wanted = toRunParams(next);
      // A label that is no longer filtered by must be named to be taken out of the address.
      setParams(Object.fromEntries(Object.keys(parsers).map((name) => [name, wanted[name] ?? null])));
    },
    [parsers, setParams],
  );
  return [view, setView];
}
