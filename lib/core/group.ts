import { type ToldAgreement, type ToldMember, tallyAgreement } from "./infer-world";
import type { ScoringRules } from "./scoring-rules";
import {
  type GroupedMember,
  gatherGroups,
  readWorlds,
  shortenSums,
  summariseWorlds,
  type WorldSums,
} from "./summarise-worlds";

/** What failures did to the prompt groups of one step (GRPO, RLOO: advantages are relative to the group). */
export interface GroupSummary {
  readonly n: number;
  /** Groups with at least one member that is no evidence. */
  readonly touched: number;
  /** Groups of two and more whose evidence teaches nothing: fewer than two rewards, or no spread. */
  readonly noSignal: number;
  /** Mean |advantage as scored − advantage on evidence only| over evidence rollouts, mean baseline, not normalised. */
  readonly advantageShift: number | null;
  /** The same and more in every world and by every estimator. */
  readonly worlds: WorldSums;
  /** Only where rollouts carry the trainer's advantage: how well each world and estimator agrees with it. */
  readonly told?: ToldAgreement;
}

/**
 * Summarises the prompt groups of one step. A group is one prompt in one environment; rollouts without a group are in
 * none.
 */
export function summariseGroups(members: readonly (GroupedMember & ToldMember)[], rules: ScoringRules): GroupSummary {
  const groups = gatherGroups(members.filter(({ outcome }) => outcome !== "omitted"));
  const sums = summariseWorlds(groups, rules);
  const { as_scored, evidence_only } = readWorlds(sums, { baseline: "mean", normalised: false });
  return {
    n: groups.length,
    touched: groups.filter((group) => group.some(({ outcome }) => outcome !== "scored")).length,
    noSignal: evidence_only.noSignal.count,
    advantageShift: as_scored.advantageShift,
    worlds: shortenSums(sums),
    ...tellAgreement(groups, rules),
  };
}

function tellAgreement(groups: readonly (readonly ToldMember[])[], rules: ScoringRules): Pick<GroupSummary, "told"> {
  const told = tallyAgreement(groups, rules);
  return told === null ? {} : { told };
}
