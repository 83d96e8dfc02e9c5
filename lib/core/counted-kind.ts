import { failedWithoutKind, maskedWithoutKind } from "./failure-kind";
import type { Rollout } from "./rollout";

/** The kind a rollout is counted under, or null where it counts under none. */
export function countedKind(rollout: Pick<Rollout, "outcome" | "failureKind">): string | null {
  if (rollout.failureKind !== null) return rollout.failureKind;
  if (rollout.outcome === "failed") return failedWithoutKind;
  if (rollout.outcome === "masked") return maskedWithoutKind;
  return null;
}
