import type { SummarisedRollout } from "@/lib/core/step-summary";
import { isLostOutcome, type SummarisedRow, toSummarisedRollout } from "./rows";

/** Columns of a rollout that summaries read; the joins spell names out. */
export const summarisedColumns = `
  r.counts, r.identity, r.attempt, r.outcome, r.reward, r.mask_sources, kind.text AS kind, r.reason, r.emptiness,
  r.reports_generation, environment.text AS environment, r.group_key, r.truncated, r.disposition, r.trainer_reward,
  r.components, r.finished_at, r.input_tokens, r.output_tokens, r.seen_at`;

export const summarisedJoins = `
  LEFT JOIN name AS kind        ON kind.id = r.kind_id
  LEFT JOIN name AS environment ON environment.id = r.environment_id`;

/** Counting rollouts with what their replaced attempts were, from all rows of a step. */
export function toCountingRollouts(rows: readonly SummarisedRow[]): SummarisedRollout[] {
  const replaced = new Map<string, SummarisedRow[]>();
  for (const row of rows) {
    if (row.counts === 1 || row.identity === null) continue;
    const key = row.identity.toString("latin1");
    const others = replaced.get(key);
    if (others === undefined) replaced.set(key, [row]);
    else others.push(row);
  }
  const counting: SummarisedRollout[] = [];
  for (const row of rows) {
    if (row.counts !== 1) continue;
    const others = row.identity === null ? undefined : replaced.get(row.identity.toString("latin1"));
    if (others === undefined) {
      counting.push(toSummarisedRollout(row, 1, 0));
      continue;
    }
    // A failure record and a result of one attempt are one attempt; the result, where there is one, says how it went.
    const lostByAttempt = new Map<number, boolean>();
    for (const other of others) {
      if (other.attempt === row.attempt) continue;
      const isLost = isLostOutcome(other.outcome);
      lostByAttempt.set(other.attempt, isLost && (lostByAttempt.get(other.attempt) ?? true));
    }
    const lost = [...lostByAttempt.values()].filter((isLost) => isLost).length;
    counting.push(toSummarisedRollout(row, 1 + lostByAttempt.size, lost));
  }
  return counting;
}
