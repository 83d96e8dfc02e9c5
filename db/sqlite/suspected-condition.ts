/**
 * Which rows are suspected false zeros, as SQL over `rollout AS r`: the rule of `isSuspectedFalseZero`.
 *
 * @param failureReward SQL for the run's failure reward.
 */
export function suspectedCondition(failureReward: string): string {
  return (
    "r.outcome = 0 AND r.kind_id IS NULL AND r.emptiness IS NOT NULL AND r.reason IS NOT 'empty_final_answer' " +
    `AND r.reward = ${failureReward}`
  );
}
