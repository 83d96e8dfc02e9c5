import type { StoredOutcome } from "./outcome";
import { type Baseline, baselines, type World, worlds } from "./run";
import { failedReward, type ScoringRules } from "./scoring-rules";

/** What a prompt group's advantages are made of. */
export interface WorldMember {
  readonly outcome: StoredOutcome;
  readonly reward: number | null;
}

/** How a trainer turns rewards into advantages. */
export interface Estimator {
  readonly baseline: Baseline;
  /** Divides by the sample standard deviation (ddof 1) of the voters. */
  readonly normalised: boolean;
}

/** Every way advantages are made: mean, mean normalised, leave one out, leave one out normalised. */
export const estimators: readonly Estimator[] = baselines.flatMap((baseline) =>
  [false, true].map((normalised) => ({ baseline, normalised })),
);

/** An advantage for each member, in the members' order; null: it takes no part in the update. */
export type Advantages = readonly (number | null)[];

/**
 * What a trainer would have made of one prompt group, in four worlds, because trainers differ in what they do with
 * rollouts that are no evidence (masked, unscored, failed):
 *
 * - `as_scored`: every reward votes in the baseline, and every voter learns;
 * - `loss_mask_only`: every reward votes, only evidence learns;
 * - `evidence_only`: only evidence votes and learns;
 * - `drop_group`: a group with a member that is no evidence teaches nothing.
 */
export type GroupWorlds =
  | { readonly state: "compared"; readonly touched: boolean; readonly worlds: Readonly<Record<World, Advantages>> }
  /** A group of one has nothing to be relative to. */
  | { readonly state: "one_member" };

/** Rewards this close, relative to their size, differ by rounding only. */
const rounding = 1e-9;
/** The smallest number with all its digits. */
const smallestSpread = 2.2250738585072014e-308;

function asScoredReward({ outcome, reward }: WorldMember, rules: ScoringRules): number | null {
  if (outcome === "scored" || outcome === "masked") return reward;
  return outcome === "failed" ? failedReward(rules) : null;
}

function evidenceReward({ outcome, reward }: WorldMember): number | null {
  return outcome === "scored" ? reward : null;
}

/** Sums in sorted order, so that the order of the members changes no digit. */
function meanOf(sorted: readonly number[]): number {
  let total = 0;
  for (const value of sorted) total += value;
  return total / sorted.length;
}

/** Votes about their mean, in units of their spread, so that squares neither vanish nor overflow. */
interface Centred {
  readonly values: Advantages;
  /** What turns the values into advantages, by estimator. */
  scaleOf(estimator: Estimator): number;
}

const one = () => 1;

/** Fewer than two voters, or no spread, is no signal: 0, whatever an epsilon would make of it. */
function centre(votes: readonly (number | null)[]): Centred {
  const voters = votes.filter((vote) => vote !== null).sort((a, b) => a - b);
  const n = voters.length;
  const lowest = voters[0] ?? 0;
  const highest = voters[n - 1] ?? 0;
  const spread = highest - lowest;
  const isRounding = spread <= Math.max(smallestSpread, rounding * Math.max(Math.abs(lowest), Math.abs(highest)));
  if (n < 2 || isRounding || spread === Infinity) {
    return { values: votes.map((vote) => (vote === null ? null : 0)), scaleOf: one };
  }
  const places = voters.map((vote) => (vote - lowest) / spread);
  const middle = meanOf(places);
  const deviation = Math.sqrt((meanOf(places.map((place) => (place - middle) ** 2)) * n) / (n - 1));
  return {
    values: votes.map((vote) => (vote === null ? null : (vote - lowest) / spread - middle)),
    scaleOf: ({ baseline, normalised }) =>
      (baseline === "leave_one_out" ? n / (n - 1) : 1) * (normalised ? 1 / deviation : spread),
  };
}

/**
 * Advantage of each voter: `r − mean`, or `r − mean of the others` = (r − mean) n ÷ (n − 1); normalised, divided by
 * √(Σ (r − mean)² ÷ (n − 1)). Fewer than two voters, or no spread, is no signal: 0.
 *
 * @param votes null: no voter, and no advantage.
 */
export function toAdvantages(votes: readonly (number | null)[], estimator: Estimator): Advantages {
  const { values, scaleOf } = centre(votes);
  const scale = scaleOf(estimator);
  return values.map((value) => (value === null ? null : value * scale));
}

/** One group's advantages as scored and on evidence only, from which those of all worlds and estimators follow. */
export interface GroupVotes {
  readonly touched: boolean;
  readonly asScored: Centred;
  readonly evidence: Centred;
}

/** @returns null for a group of one, which has nothing to be relative to. Omitted members are not there. */
export function gatherVotes(members: readonly WorldMember[], rules: ScoringRules): GroupVotes | null {
  let present = 0;
  let touched = false;
  for (const { outcome } of members) {
    if (outcome === "omitted") continue;
    present++;
    if (outcome !== "scored") touched = true;
  }
  if (present < 2) return null;
  const evidence = centre(members.map(evidenceReward));
  // Without losses both are the same votes.
  return {
    touched,
    evidence,
    asScored: touched ? centre(members.map((member) => asScoredReward(member, rules))) : evidence,
  };
}

/**
 * The four worlds of one prompt group. Omitted members are not there. An unscored one touches the group and has no vote;
 * so does a failed one, unless the run trains failures as zero: then it votes with the failure reward.
 */
export function judgeGroup(members: readonly WorldMember[], estimator: Estimator, rules: ScoringRules): GroupWorlds {
  const votes = gatherVotes(members, rules);
  if (votes === null) return { state: "one_member" };
  const scaled = ({ values, scaleOf }: Centred): Advantages => {
    const scale = scaleOf(estimator);
    return values.map((value) => (value === null ? null : value * scale));
  };
  const { touched } = votes;
  const asScored = scaled(votes.asScored);
  const evidenceOnly = scaled(votes.evidence);
  return {
    state: "compared",
    touched,
    worlds: {
      as_scored: asScored,
      loss_mask_only: asScored.map((advantage, at) => (evidenceOnly[at] === null ? null : advantage)),
      evidence_only: evidenceOnly,
      drop_group: touched ? members.map(() => null) : evidenceOnly,
    },
  };
}

/** The worlds by name, made of a value for each. */
export function perWorld<Value>(make: (world: World) => Value): Record<World, Value> {
  const [asScored, lossMaskOnly, evidenceOnly, dropGroup] = worlds;
  return {
    [asScored]: make(asScored),
    [lossMaskOnly]: make(lossMaskOnly),
    [evidenceOnly]: make(evidenceOnly),
    [dropGroup]: make(dropGroup),
  };
}
