"use client";

import { parseAsNativeArrayOf, parseAsString, useQueryState } from "nuqs";

const parser = parseAsNativeArrayOf(parseAsString).withOptions({ history: "replace", shallow: true, scroll: false });

/** The runs that are chosen to be compared, kept in the address whatever the list is filtered by. */
export function useRunSelection() {
  const [chosen, setChosen] = useQueryState("choose", parser);
  return {
    chosen,
    toggle: (run: string) => {
      const next = chosen.includes(run) ? chosen.filter((other) => other !== run) : [...chosen, run];
      setChosen(next.length === 0 ? null : next);
    },
    clear: () => {
      setChosen(null);
    },
  };
}
