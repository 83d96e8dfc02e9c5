import type { Rollout } from "./rollout";

/** A legitimate empty answer names itself by this reason, and is no suspect. */
const legitimateEmptyReason = "empty_final_answer";

/** A scored zero that nobody explained: reward exactly the failure reward, no kind. */
export function isZeroReward(
  rollout: Pick<Rollout, "outcome" | "reward" | "failureKind">,
  failureReward: number,
): boolean {
  return rollout.outcome === "scored" && rollout.reward === failureReward && rollout.failureKind === null;
}

/** A zero reward whose producer reported that nothing was generated. Always a suspicion, by a named rule. */
export function isSuspectedFalseZero(
  rollout: Pick<Rollout, "outcome" | "reward" | "failureKind" | "failureReason" | "emptiness">,
  failureReward: number,
): boolean {
  return (
    isZeroReward(rollout, failureReward) &&
    rollout.emptiness !== null &&
    rollout.failureReason !== legitimateEmptyReason
  );
}
