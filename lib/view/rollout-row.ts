/** One line of a table of rollouts: every cell as it is written. */
import { countedKind } from "@/lib/core/counted-kind";
import type { StoredRollout } from "@/lib/core/stored-rollout";
import { type Appearance, judgeAppearance } from "./colour";
import { formatCount, formatDuration, formatNumber, visibleText } from "./format";
import { explainNoReward, explainNotCounting, labelOutcome } from "./rollout-outcome";

export interface RolloutRow {
  readonly key: number;
  readonly step: number | null;
  readonly group: string | null;
  readonly sample: number | null;
  readonly id: string | null;
  readonly outcome: string;
  readonly appearance: Appearance;
  /** Null: there is none, and `noReward` says why. */
  readonly reward: string | null;
  /** Whether the reward measures the policy; one that does not is shown struck back. */
  readonly rewardCounts: boolean;
  readonly noReward: string | null;
  readonly kind: string | null;
  /** In one line, with what is invisible made visible. */
  readonly reason: string | null;
  readonly wholeReason: string | null;
  readonly environment: string | null;
  /** `2 of 2`; null where there was only ever one. */
  readonly attempt: string | null;
  readonly duration: string | null;
  readonly finishedAt: number | null;
  /** Why it counts in no current number; null where it counts. */
  readonly notCounting: string | null;
}

/** Characters of a reason that a table carries; its title has more. */
const reasonLength = 240;

/** Foreign text in one line: breaks and tabs become marks. */
export function toOneLine(text: string): string {
  return visibleText(text)
    .trim()
    .replace(/\s*\n\s*/g, " ↵ ")
    .replaceAll("\t", " ");
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}…`;
}

/** `2 of 3`: which of the attempts heard of this is. */
export function describeAttempt(rollout: Pick<StoredRollout, "attempt" | "attempts">): string | null {
  if (rollout.attempt === 0 && rollout.attempts <= 1) return null;
  return `${formatCount(rollout.attempt + 1)} of ${formatCount(Math.max(rollout.attempt + 1, rollout.attempts))}`;
}

/** Makes the row of a rollout; `failureReward` is the run's, and tells a valid zero from a solved one. */
export function toRolloutRow(rollout: StoredRollout, failureReward: number): RolloutRow {
  const { reward, failureReason } = rollout;
  return {
    key: rollout.key,
    step: rollout.step,
    group: rollout.group,
    sample: rollout.sample,
    id: rollout.id,
    outcome: labelOutcome(rollout),
    appearance: judgeAppearance({ ...rollout, failureReward }),
    reward: reward === null ? null : formatNumber(reward),
    rewardCounts: rollout.outcome === "scored",
    noReward: explainNoReward(rollout),
    kind: countedKind(rollout),
    reason: failureReason === null ? null : cut(toOneLine(failureReason), reasonLength),
    wholeReason: failureReason === null ? null : visibleText(failureReason),
    environment: rollout.environment,
    attempt: describeAttempt(rollout),
    duration: rollout.durationMs === null ? null : formatDuration(rollout.durationMs),
    finishedAt: rollout.finishedAt,
    notCounting: explainNotCounting(rollout),
  };
}
