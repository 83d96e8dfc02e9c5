import { groupKey } from "./group-key";
import type { Rate } from "./rate";
import type { World } from "./run";
import type { ScoringRules } from "./step-summary";
import { type Advantages, type Estimator, hasSignal, judgeGroup, perWorld, type WorldMember } from "./worlds";

export interface GroupedMember extends WorldMember {
  readonly group: string | null;
  readonly environment: string | null;
}

export interface WorldSummary {
  /** Mean |advantage in this world − on evidence only| over the evidence of compared groups; null without any. */
  readonly advantageShift: number | null;
  /** Share of all |advantage| of this world that sits in touched groups; null where nothing is moved at all. */
  readonly touchedWeight: number | null;
  /** Groups that teach nothing in this world. */
  readonly noSignal: Rate;
}

/** What failures did to what one step taught. Rates are of groups of two and more, the ones that have worlds. */
export interface StepWorlds {
  /** Why there is nothing to compare, or `compared`. */
  readonly state: "compared" | "only_one_member_groups" | "no_groups";
  readonly estimator: Estimator;
  /** Groups with a member that is no evidence. */
  readonly touched: Rate;
  readonly oneMemberGroups: number;
  /** Rollouts that name no group; omitted ones are not counted. */
  readonly ungrouped: number;
  readonly worlds: Readonly<Record<World, WorldSummary>>;
}

/** The prompt groups of one step: one prompt in one environment. Rollouts without a group are in none. */
export function gatherGroups<Member extends Pick<GroupedMember, "group" | "environment">>(
  members: readonly Member[],
): Member[][] {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    if (member.group === null) continue;
    const key = groupKey(member.environment, member.group);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return [...groups.values()];
}

/** Sorted first: sums then do not depend on the order of arrival. */
function sum(values: number[]): number {
  let total = 0;
  for (const value of values.sort((a, b) => a - b)) total += value;
  return total;
}

class WorldTally {
  readonly #shifts: number[] = [];
  readonly #touched: number[] = [];
  readonly #untouched: number[] = [];
  #silent = 0;
  #groups = 0;

  add(advantages: Advantages, onEvidence: Advantages, touched: boolean): void {
    this.#groups++;
    if (!hasSignal(advantages)) this.#silent++;
    const weights = touched ? this.#touched : this.#untouched;
    advantages.forEach((advantage, at) => {
      if (advantage !== null) weights.push(Math.abs(advantage));
      const evidence = onEvidence[at] ?? null;
      if (evidence !== null) this.#shifts.push(Math.abs((advantage ?? 0) - evidence));
    });
  }

  summarise(): WorldSummary {
    const touched = sum(this.#touched);
    const all = touched + sum(this.#untouched);
    return {
      advantageShift: this.#shifts.length === 0 ? null : sum(this.#shifts) / this.#shifts.length,
      touchedWeight: all === 0 ? null : touched / all,
      noSignal: { count: this.#silent, n: this.#groups },
    };
  }
}

/**
 * Summarises one step's groups in every world. A member that a world leaves out counts there as an advantage of 0. As
 * scored and loss mask only shift evidence equally; they part in the weight of the rollouts that are none.
 */
export function summariseWorlds(
  members: readonly GroupedMember[],
  estimator: Estimator,
  rules: ScoringRules,
): StepWorlds {
  const tallies = perWorld(() => new WorldTally());
  const present = members.filter(({ outcome }) => outcome !== "omitted");
  let touched = 0;
  let compared = 0;
  let oneMemberGroups = 0;
  for (const group of gatherGroups(present)) {
    const judged = judgeGroup(group, estimator, rules);
    if (judged.state === "one_member") {
      oneMemberGroups++;
      continue;
    }
    compared++;
    if (judged.touched) touched++;
    perWorld((world) => tallies[world].add(judged.worlds[world], judged.worlds.evidence_only, judged.touched));
  }
  return {
    state: compared > 0 ? "compared" : oneMemberGroups > 0 ? "only_one_member_groups" : "no_groups",
    estimator,
    touched: { count: touched, n: compared },
    oneMemberGroups,
    ungrouped: present.filter(({ group }) => group === null).length,
    worlds: perWorld((world) => tallies[world].summarise()),
  };
}
