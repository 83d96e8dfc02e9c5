import type { ReportSentence, ReportTable } from "@/lib/core/report/document";
import { formatCount } from "../format";
import { named, ofStep, row, table, timeOrNone, withValues, wordsOf } from "./report-parts";

/** One line of a timeline. */
export interface Moment {
  /** null: told no time; it stands where its step does by the clock. */
  readonly at: number | null;
  readonly step: number | null;
  readonly policy: string;
  readonly what: ReportSentence;
}

const note =
  "Onsets, ends and notes on steps are by the clock of the rollouts (when the last one of the step finished), all else by this server's.";

/** @param moments in their order. */
export function tabulateMoments(moments: readonly Moment[], run: string): ReportTable {
  const rows = moments.map(({ at, step, policy, what }) => {
    const cells = row(timeOrNone(at), step === null ? "" : [ofStep(formatCount(step), run, step)], policy, what);
    return withValues(cells, at === null ? null : new Date(at).toISOString(), step, policy, wordsOf(what));
  });
  const columns = ["When", "#Step", "#Policy", "What"];
  return named(table("What happened", columns, rows, note), "at", "step", "policy", "what");
}
