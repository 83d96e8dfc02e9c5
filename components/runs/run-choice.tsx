"use client";

import Link from "next/link";
import { Button, buttonClass } from "@/components/ui/button";
import { mostCompared } from "@/lib/core/compare/comparison";
import { formatNoun, visibleText } from "@/lib/view/format";
import { compareHref } from "@/lib/view/run-links";
import type { RunRow } from "@/lib/view/run-row";
import { useRunSelection } from "./run-selection";

/** Chooses a run to be compared; it stands above the link that covers its row. */
export function RunChoiceCell({ row }: { readonly row: RunRow }) {
  const { chosen, toggle } = useRunSelection();
  return (
    <label className="relative z-10 -m-1.5 inline-flex cursor-pointer p-1.5">
      <span className="sr-only">Choose {visibleText(row.title ?? row.run)} to compare</span>
      <input
        type="checkbox"
        checked={chosen.includes(row.run)}
        onChange={() => toggle(row.run)}
        className="size-4 accent-(--accent)"
      />
    </label>
  );
}

/** How many runs are chosen, and what can be done with them. */
export function RunChoiceBar() {
  const { chosen, clear } = useRunSelection();
  const isTooMany = chosen.length > mostCompared;
  return (
    <div role="status" className={chosen.length === 0 ? "sr-only" : "flex flex-wrap items-center gap-x-3 pb-2 text-sm"}>
      {chosen.length > 0 && (
        <>
          <span className={isTooMany ? "text-warning" : "text-ink-2"}>
            {isTooMany
              ? `${formatNoun(chosen.length, "run")} chosen; at most ${mostCompared} can be compared`
              : `${formatNoun(chosen.length, "run")} chosen${chosen.length === 1 ? ", choose another to compare" : ""}`}
          </span>
          {chosen.length > 1 && !isTooMany && (
            <Link href={compareHref(chosen)} prefetch={false} className={buttonClass("primary")}>
              Compare
            </Link>
          )}
          <Button kind="quiet" onClick={clear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}
