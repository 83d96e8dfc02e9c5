import type { Rate } from "./rate";
import type { Disposition } from "./rollout";
import { type World, worlds } from "./run";
import type { ScoringRules } from "./scoring-rules";
import { type Advantages, type Estimator, estimators, judgeGroup, type WorldMember } from "./worlds";

export interface ToldMember extends WorldMember {
  /** The trainer's own; null where the row carries none. */
  readonly advantage: number | null;
  readonly disposition: Disposition | null;
}

export interface WorldCandidate extends Estimator {
  readonly world: World;
}

/** Which world a trainer lives in, as far as the advantages it told say. */
export type WorldInference =
  /** No row of a group of two and more carries an advantage. */
  | { readonly state: "not_told" }
  | {
      readonly state: "inferred";
      readonly world: World;
      readonly fits: readonly WorldCandidate[];
      readonly agreed: Rate;
    }
  | {
      readonly state: "ambiguous";
      /** Untouched groups look alike in all worlds; touched ones may too, as where nothing had any spread. */
      readonly because: "no_touched_groups" | "several_worlds_fit";
      readonly fits: readonly WorldCandidate[];
    }
  /** Another estimator (whitened over a batch, clipped), or rewards that the trainer changed before. */
  | { readonly state: "none_fits"; readonly closest: WorldCandidate; readonly agreed: Rate };

/** Trainers add an epsilon to the deviation and dump in half precision: 0.5% of the group's largest advantage. */
const tolerance = 0.005;
const smallestTolerance = 1e-6;
/** Share of comparisons that may disagree, for rows from before a restart or a stale dump. */
const allowedDisagreement = 0.02;

class Agreement {
  agreed = 0;
  n = 0;

  add(agrees: boolean | null): void {
    if (agrees === null) return;
    this.n++;
    if (agrees) this.agreed++;
  }

  get share(): number {
    return this.n === 0 ? 1 : this.agreed / this.n;
  }
}

interface Tally {
  readonly candidate: WorldCandidate;
  /** Kept apart: a thousand untouched groups must not outvote the three that tell the worlds apart. */
  readonly untouched: Agreement;
  readonly touched: Agreement;
}

/** Whether a member's told advantage and fate agree with the predicted advantage (null: no part); null: says nothing. */
function agrees(member: ToldMember, predicted: number | null, allowed: number, touched: boolean): boolean | null {
  const { advantage, disposition } = member;
  const isEvidence = member.outcome === "scored";
  const isLeftOut = disposition === "filtered" || (!isEvidence && disposition === "loss_masked");
  if (predicted === null) {
    if (isLeftOut) return true;
    if (disposition === "trained") return false;
    if (advantage === null) return null;
    if (Math.abs(advantage) <= allowed) return true;
    // Trainers dump an advantage for masked rows as well, and then multiply its loss by 0.
    return isEvidence ? false : null;
  }
  // Groups without spread are filtered in every world, and an untouched group says nothing about losses.
  if (isLeftOut && touched && Math.abs(predicted) > allowed) return false;
  return advantage === null ? null : Math.abs(advantage - predicted) <= allowed;
}

function compare(members: readonly ToldMember[], predicted: Advantages, touched: boolean, into: Agreement): void {
  let largest = 0;
  for (const advantage of predicted) largest = Math.max(largest, Math.abs(advantage ?? 0));
  const allowed = Math.max(smallestTolerance, tolerance * largest);
  members.forEach((member, at) => {
    into.add(agrees(member, predicted[at] ?? null, allowed, touched));
  });
}

/** Every candidate, by estimator and then by world. Untouched groups look alike in all worlds, and share one agreement. */
function startTallies(): Tally[] {
  return estimators.flatMap((estimator) => {
    const untouched = new Agreement();
    return worlds.map((world) => ({ candidate: { world, ...estimator }, untouched, touched: new Agreement() }));
  });
}

/**
 * How well each candidate agrees with the advantages that a step's rows tell: for each estimator the untouched groups,
 * then the touched ones by world, each as agreed and n. They add up over steps.
 */
export type ToldAgreement = readonly number[];

/** @returns null where no row of a group of two and more carries an advantage. */
export function tallyAgreement(groups: readonly (readonly ToldMember[])[], rules: ScoringRules): ToldAgreement | null {
  const told = groups.filter((members) => members.length > 1);
  if (!told.some((members) => members.some(({ advantage }) => advantage !== null))) return null;
  const tallies = startTallies();
  let isTold = false;
  for (const [at, estimator] of estimators.entries()) {
    const own = tallies.slice(at * worlds.length, (at + 1) * worlds.length);
    for (const members of told) {
      const group = judgeGroup(members, estimator, rules);
      if (group.state === "one_member") continue;
      isTold ||= members.some(({ advantage }) => advantage !== null);
      const [first] = own;
      if (!group.touched && first !== undefined) compare(members, group.worlds.as_scored, false, first.untouched);
      if (!group.touched) continue;
      for (const { candidate, touched } of own) compare(members, group.worlds[candidate.world], true, touched);
    }
  }
  return isTold ? writeTallies(tallies) : null;
}

function writeTallies(tallies: readonly Tally[]): number[] {
  return tallies.flatMap(({ touched, untouched }, at) => [
    ...(at % worlds.length === 0 ? [untouched.agreed, untouched.n] : []),
    ...[touched.agreed, touched.n],
  ]);
}

/**
 * Infers the world and the estimator from rows that carry the trainer's advantage, by predicting each in all four worlds
 * and four estimators and keeping what agrees. Rows that carry advantages and no disposition never tell as scored from
 * loss mask only where masked rows carry one too: it may be multiplied by 0 afterwards. Then both fit.
 *
 * @param steps of each step, as {@link tallyAgreement} gives it.
 */
export function inferFromSteps(steps: readonly ToldAgreement[]): WorldInference {
  if (steps.length === 0) return { state: "not_told" };
  const tallies = startTallies();
  const parts = tallies.flatMap(({ touched, untouched }, at) =>
    at % worlds.length === 0 ? [untouched, touched] : [touched],
  );
  for (const told of steps) {
    for (const [at, part] of parts.entries()) {
      part.agreed += told[2 * at] ?? 0;
      part.n += told[2 * at + 1] ?? 0;
    }
  }
  return conclude(tallies);
}

/** The same from whole prompt groups, each of one step. */
export function inferWorld(groups: readonly (readonly ToldMember[])[], rules: ScoringRules): WorldInference {
  const told = tallyAgreement(groups, rules);
  return inferFromSteps(told === null ? [] : [told]);
}

function conclude(tallies: readonly Tally[]): WorldInference {
  const rate = ({ touched, untouched }: Tally): Rate => ({
    count: touched.agreed + untouched.agreed,
    n: touched.n + untouched.n,
  });
  const worst = ({ touched, untouched }: Tally) => Math.min(touched.share, untouched.share);
  const [closest] = [...tallies].sort((a, b) => worst(b) - worst(a));
  if (closest === undefined) return { state: "not_told" };
  if (worst(closest) < 1 - allowedDisagreement) {
    return { state: "none_fits", closest: closest.candidate, agreed: rate(closest) };
  }
  const fitting = tallies.filter((tally) => worst(tally) >= 1 - allowedDisagreement);
  const fits = fitting.map(({ candidate }) => candidate);
  if (tallies.every(({ touched }) => touched.n === 0))
    return { state: "ambiguous", because: "no_touched_groups", fits };
  const { world } = closest.candidate;
  if (fits.some((candidate) => candidate.world !== world)) {
    return { state: "ambiguous", because: "several_worlds_fit", fits };
  }
  return { state: "inferred", world, fits, agreed: rate(closest) };
}
