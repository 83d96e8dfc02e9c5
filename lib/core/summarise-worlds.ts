import { groupKey } from "./group-key";
import type { Rate } from "./rate";
import { type World, worlds } from "./run";
import type { ScoringRules } from "./scoring-rules";
import { type Advantages, type Estimator, estimators, gatherVotes, perWorld, type WorldMember } from "./worlds";

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

/**
 * What failures did to what steps taught, in every world and by every estimator: sums, so that steps add up.
 * Groups are those of two and more, the ones that have worlds.
 */
export interface WorldSums {
  readonly groups: number;
  /** Groups with a member that is no evidence. */
  readonly touched: number;
  /** Scored rollouts in the groups: what a shift is a mean over. */
  readonly evidence: number;
  /** Groups that teach nothing, by world; one number where all worlds agree. */
  readonly silent: readonly number[];
  /** Σ |advantage| in untouched groups, where all worlds agree, by estimator. */
  readonly untouched: readonly number[];
  /**
   * Of touched groups, by estimator: Σ |A − C| over evidence, then Σ |advantage| in A, B and C; the last is Σ |D − C| too.
   * Null where no group is touched, which is most steps of most runs.
   */
  readonly effects: readonly number[] | null;
}

export const noWorldSums: WorldSums = {
  groups: 0,
  touched: 0,
  evidence: 0,
  silent: [0],
  untouched: [0, 0, 0, 0],
  effects: null,
};

const effectsEach = 4;

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

/** Parts of a sum. Added in sorted order, so that it does not depend on the order of arrival. */
class Parts {
  readonly #values: number[] = [];

  add(value: number): void {
    if (value !== 0) this.#values.push(value);
  }

  toSum(): number {
    let total = 0;
    for (const value of this.#values.sort((a, b) => a - b)) total += value;
    return total;
  }
}

/** Sums then do not depend on the order of arrival. */
function compareMembers(a: WorldMember, b: WorldMember): number {
  return a.outcome === b.outcome ? (a.reward ?? 0) - (b.reward ?? 0) : a.outcome < b.outcome ? -1 : 1;
}

/** Σ |value|, of those members only that are among the others too. */
function sumSizes(values: Advantages, among: Advantages = values): number {
  let total = 0;
  for (const [at, value] of values.entries())
    if (value !== null && (among[at] ?? null) !== null) total += Math.abs(value);
  return total;
}

/**
 * Summarises one step's groups in every world. A member that a world leaves out counts there as an advantage of 0. As
 * scored and loss mask only shift evidence equally; they part in the weight of the rollouts that are none.
 *
 * @param groups whole prompt groups; omitted members are not there.
 */
export function summariseWorlds(groups: readonly (readonly WorldMember[])[], rules: ScoringRules): WorldSums {
  const untouched = estimators.map(() => new Parts());
  const effects = estimators.flatMap(() => Array.from({ length: effectsEach }, () => new Parts()));
  const silent = [0, 0, 0, 0];
  let compared = 0;
  let touchedGroups = 0;
  let evidenceRollouts = 0;
  for (const members of groups) {
    const votes = gatherVotes(members.toSorted(compareMembers), rules);
    if (votes === null) continue;
    compared++;
    const { asScored, evidence, touched } = votes;
    const [a, c] = [asScored.values, evidence.values];
    const [all, learning, onEvidence] = [sumSizes(a), sumSizes(a, c), sumSizes(c)];
    for (const value of c) if (value !== null) evidenceRollouts++;
    for (const [world, weight] of [all, learning, onEvidence, touched ? 0 : all].entries()) {
      if (weight === 0) silent[world] = (silent[world] ?? 0) + 1;
    }
    if (touched) touchedGroups++;
    for (const [at, estimator] of estimators.entries()) {
      const [scaleA, scaleC] = [asScored.scaleOf(estimator), evidence.scaleOf(estimator)];
      if (!touched) untouched[at]?.add(all * scaleA);
      else {
        let shift = 0;
        for (const [member, place] of c.entries()) {
          if (place !== null) shift += Math.abs((a[member] ?? 0) * scaleA - place * scaleC);
        }
        const sizes = [shift, all * scaleA, learning * scaleA, onEvidence * scaleC];
        for (const [effect, size] of sizes.entries()) effects[at * effectsEach + effect]?.add(size);
      }
    }
  }
  return {
    groups: compared,
    touched: touchedGroups,
    evidence: evidenceRollouts,
    silent: silent.every((count) => count === silent[0]) ? silent.slice(0, 1) : silent,
    untouched: untouched.map((parts) => parts.toSum()),
    effects: touchedGroups === 0 ? null : effects.map((parts) => parts.toSum()),
  };
}

/** The sums as they are kept of every step: six digits of each, as more would only make them longer. */
export function shortenSums(sums: WorldSums): WorldSums {
  const shorten = (values: readonly number[]) => values.map((value) => Number(value.toPrecision(6)));
  return {
    ...sums,
    untouched: shorten(sums.untouched),
    effects: sums.effects === null ? null : shorten(sums.effects),
  };
}

function addEach(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, at) => value + (b[at] ?? 0));
}

/** The sums of several steps together. */
export function addWorldSums(a: WorldSums, b: WorldSums): WorldSums {
  return {
    groups: a.groups + b.groups,
    touched: a.touched + b.touched,
    evidence: a.evidence + b.evidence,
    silent: addEach(spell(a.silent), spell(b.silent)),
    untouched: addEach(a.untouched, b.untouched),
    effects: a.effects === null ? b.effects : b.effects === null ? a.effects : addEach(a.effects, b.effects),
  };
}

function spell(silent: readonly number[]): readonly number[] {
  const [first = 0] = silent;
  return silent.length === worlds.length ? silent : worlds.map(() => first);
}

/** What the sums say of each world by one estimator. */
export function readWorlds(sums: WorldSums, estimator: Estimator): Readonly<Record<World, WorldSummary>> {
  const at = estimators.findIndex(
    ({ baseline, normalised }) => baseline === estimator.baseline && normalised === estimator.normalised,
  );
  const silent = spell(sums.silent);
  const untouched = sums.untouched[at] ?? 0;
  const [shiftA = 0, weightA = 0, weightB = 0, weightC = 0] =
    sums.effects?.slice(at * effectsEach, (at + 1) * effectsEach) ?? [];
  const shifts = { as_scored: shiftA, loss_mask_only: shiftA, evidence_only: 0, drop_group: weightC };
  const weights = { as_scored: weightA, loss_mask_only: weightB, evidence_only: weightC, drop_group: 0 };
  return perWorld((world) => {
    const all = untouched + weights[world];
    return {
      advantageShift: sums.evidence === 0 ? null : shifts[world] / sums.evidence,
      touchedWeight: all === 0 ? null : weights[world] / all,
      noSignal: { count: silent[worlds.indexOf(world)] ?? 0, n: sums.groups },
    };
  });
}
