"use client";

import { useEffect, useRef } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import type { RolloutSort } from "@/lib/core/stored-rollout";
import { formatCount } from "@/lib/view/format";
import type { RolloutRow } from "@/lib/view/rollout-row";
import { type RolloutView, rolloutsPath } from "@/lib/view/rollout-view";
import { useRolloutPages } from "./rollout-pages";
import { RolloutTable } from "./rollout-table";

interface RolloutListProps {
  readonly run: string;
  readonly query: RolloutView;
  readonly first: { readonly rows: readonly RolloutRow[]; readonly next: string | null };
  readonly failureReward: number;
  readonly onSort: (sort: RolloutSort) => void;
}

/** The table, and the next page when the reader comes near its end. */
export function RolloutList({ run, query, first, failureReward, onSort }: RolloutListProps) {
  const { rows, next, state, loadMore } = useRolloutPages(run, query, first, failureReward);
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (end.current === null || state !== "idle" || next === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) void loadMore();
      },
      { rootMargin: "800px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [next, state, loadMore]);

  return (
    <>
      <RolloutTable rows={rows} sort={query.sort} onSort={onSort} />
      <div ref={end} className="flex min-h-16 flex-wrap items-center gap-3 py-4 text-sm text-ink-2">
        {next === null ? (
          <span>That is all: {formatCount(rows.length)}.</span>
        ) : (
          <>
            {state === "failed" && (
              <span role="status" className="text-critical">
                The next rows did not come: the server could not be reached or refused. What is shown stays.
              </span>
            )}
            {state === "failed" && <Button onClick={loadMore}>Try again</Button>}
            {state === "loading" && <span role="status">Loading more…</span>}
            {state === "idle" && (
              <a
                href={withCursor(rolloutsPath(run, query), next)}
                className={buttonClass("plain")}
                onClick={(event) => {
                  event.preventDefault();
                  void loadMore();
                }}
              >
                Show more
              </a>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** Without a script, the next page is a page of its own. */
function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}
