import { quietAfterMs, type RunOverview, type RunState } from "@/lib/core/run";
import type { RunRow } from "./run-row";

/**
 * The state of a run by the reader's clock. The server says "live" only when something happens, so silence has to be
 * noticed here; what was told (finished, crashed, stopped) stays.
 */
export function judgeLiveState(run: Pick<RunOverview, "state" | "lastSeenAt" | "createdAt">, now: number): RunState {
  if (run.state !== "live") return run.state;
  return now - (run.lastSeenAt ?? run.createdAt) > quietAfterMs ? "quiet" : "live";
}

/** Rows with their states judged again; the same list where none changed, so that nothing is drawn again. */
export function judgeLiveRows(rows: readonly RunRow[], now: number): readonly RunRow[] {
  const isQuiet = (row: RunRow) => judgeLiveState(row, now) !== row.state;
  return rows.some(isQuiet)
    ? rows.map((row) => (isQuiet(row) ? { ...row, state: judgeLiveState(row, now) } : row))
    : rows;
}
