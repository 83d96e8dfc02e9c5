import { groupKey } from "./group-key";
import { meanSorted } from "./moments";
import type { StoredOutcome } from "./outcome";

/** What failures did to the prompt groups of one step (GRPO, RLOO: advantages are relative to the group). */
export interface GroupSummary {
  readonly n: number;
  /** Groups with at least one member that is no evidence. */
  readonly touched: number;
  /** Groups of two and more whose evidence teaches nothing: fewer than two rewards, or no spread. */
  readonly noSignal: number;
  /** Mean |advantage as scored − advantage on evidence only| over evidence rollouts, mean baseline, not normalised. */
  readonly advantageShift: number | null;
}

export interface GroupMember {
  readonly group: string | null;
  readonly environment: string | null;
  readonly outcome: StoredOutcome;
  readonly reward: number | null;
}

interface Tally {
  size: number;
  lost: number;
  readonly evidence: number[];
  readonly asScored: number[];
}

/** A group needs two voters with different rewards before its advantages are anything but 0. */
function hasSignal(rewards: readonly number[]): boolean {
  return rewards.length >= 2 && rewards.some((reward) => reward !== rewards[0]);
}

/**
 * Summarises the prompt groups of one step. A group is one prompt in one environment; rollouts without a group are in
 * none.
 *
 * @param failedVote the reward with which failed rollouts vote in *as scored* (`on_failed: zero`); null: they don't.
 */
export function summariseGroups(members: readonly GroupMember[], failedVote: number | null = null): GroupSummary {
  const tallies = new Map<string, Tally>();
  for (const member of members) {
    if (member.group === null || member.outcome === "omitted") continue;
    const key = groupKey(member.environment, member.group);
    const tally = tallies.get(key) ?? { size: 0, lost: 0, evidence: [], asScored: [] };
    tallies.set(key, tally);
    tally.size++;
    if (member.outcome !== "scored") tally.lost++;
    if (member.outcome === "failed" && failedVote !== null) tally.asScored.push(failedVote);
    if (member.reward === null) continue;
    if (member.outcome === "scored") tally.evidence.push(member.reward);
    if (member.outcome === "scored" || member.outcome === "masked") tally.asScored.push(member.reward);
  }

  let touched = 0;
  let noSignal = 0;
  const shifts: number[] = [];
  for (const { size, lost, evidence, asScored } of tallies.values()) {
    if (lost > 0) touched++;
    evidence.sort((a, b) => a - b);
    asScored.sort((a, b) => a - b);
    if (size >= 2 && !hasSignal(evidence)) noSignal++;
    if (size < 2) continue;
    const asScoredBaseline = hasSignal(asScored) ? meanSorted(asScored) : null;
    const evidenceBaseline = hasSignal(evidence) ? meanSorted(evidence) : null;
    for (const reward of evidence) {
      const before = asScoredBaseline === null ? 0 : reward - asScoredBaseline;
      const after = evidenceBaseline === null ? 0 : reward - evidenceBaseline;
      shifts.push(Math.abs(before - after));
    }
  }
  shifts.sort((a, b) => a - b);
  return { n: tallies.size, touched, noSignal, advantageShift: meanSorted(shifts) };
}
