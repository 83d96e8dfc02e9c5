"use client";

import { useServerAway } from "@/components/ui/server-reach";
import { Time } from "@/components/ui/time";
import type { RunState } from "@/lib/view/run-state";

/** Says that the page no longer hears from its server, and since when; silent while all is well. */
export function ConnectionNote({
  state,
}: {
  readonly state: Pick<RunState, "connection" | "lostAt" | "deleted" | "outdated">;
}) {
  // Where the whole server is away, every page says that above.
  const isServerAway = useServerAway() !== null;
  const lost = state.connection === "lost" && state.lostAt !== null && !isServerAway;
  return (
    <div role="status" className="text-sm">
      {state.outdated && !state.deleted && (
        <p className="border-b border-hairline bg-critical-soft px-4 py-2 sm:px-7">
          This page is older than its server and cannot read what it sends. What you see is from before; reload the page
          to go on.
        </p>
      )}
      {lost && !state.deleted && !state.outdated && (
        <p className="border-b border-hairline bg-critical-soft px-4 py-2 sm:px-7">
          Connection lost at <Time at={state.lostAt ?? 0} />. What you see is from before; the page tries again by
          itself and then catches up.
        </p>
      )}
    </div>
  );
}
