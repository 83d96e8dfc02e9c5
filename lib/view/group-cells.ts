/** A prompt group as a row of cells, one a rollout, and what its rewards come to. */
import { type StoredOutcome, storedOutcomes } from "@/lib/core/outcome";
import type { StoredRollout } from "@/lib/core/stored-rollout";
import { type Appearance, judgeAppearance } from "./colour";
import { formatCount, formatNumber } from "./format";
import { labelOutcome } from "./rollout-outcome";

export interface GroupCell {
  readonly key: number;
  readonly appearance: Appearance;
  /** `Sample 3: masked as session_lost`. */
  readonly label: string;
  readonly isThis: boolean;
}

export interface GroupCells {
  readonly cells: readonly GroupCell[];
  /** `1 scored, 7 masked`. */
  readonly counts: string;
  /** `mean reward on evidence 0.5 (n 2), as scored 0.125 (n 8)`; null without any reward. */
  readonly means: string | null;
}

function describeCell(rollout: StoredRollout): string {
  const name = rollout.sample === null ? `Rollout ${rollout.id ?? rollout.key}` : `Sample ${rollout.sample}`;
  const kind = rollout.failureKind === null ? "" : ` as ${rollout.failureKind}`;
  const reward = rollout.outcome === "scored" && rollout.reward !== null ? ` ${formatNumber(rollout.reward)}` : "";
  return `${name}: ${labelOutcome(rollout)}${reward}${kind}`;
}

function countOutcomes(members: readonly StoredRollout[]): string {
  return storedOutcomes
    .map((outcome): [StoredOutcome, number] => [outcome, members.filter((one) => one.outcome === outcome).length])
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${formatCount(count)} ${outcome}`)
    .join(", ");
}

function writeMean(name: string, rewards: readonly number[]): string | null {
  if (rewards.length === 0) return null;
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  return `${name} ${formatNumber(mean)} (n ${formatCount(rewards.length)})`;
}

function listRewards(members: readonly StoredRollout[], outcomes: readonly StoredOutcome[]): number[] {
  return members.flatMap(({ outcome, reward }) => (reward !== null && outcomes.includes(outcome) ? [reward] : []));
}

function writeMeans(evidence: string | null, asScored: string | null): string | null {
  if (asScored === null) return null;
  return evidence === null ? `no evidence; mean reward ${asScored}` : `mean reward ${evidence}, ${asScored}`;
}

/** @param members the group's rollouts that count now, this one among them where it counts. */
export function toGroupCells(key: number, members: readonly StoredRollout[], failureReward: number): GroupCells {
  const asScored = writeMean("as scored", listRewards(members, ["scored", "masked"]));
  const evidence = writeMean("on evidence", listRewards(members, ["scored"]));
  return {
    cells: members.map((member) => ({
      key: member.key,
      appearance: judgeAppearance({ ...member, failureReward }),
      label: describeCell(member),
      isThis: member.key === key,
    })),
    counts: countOutcomes(members),
    means: writeMeans(evidence, asScored),
  };
}
