import { countLost } from "./coverage";
import type { ToldMember } from "./infer-world";
import type { StoredOutcome } from "./outcome";
import { storedOutcomes } from "./outcome";
import { failedReward, type ScoringRules } from "./scoring-rules";
import type { Mean } from "./step-summary";
import { type GroupedMember, gatherGroups } from "./summarise-worlds";

/** One counting rollout of a step, as far as a picture of its groups needs it. */
export interface StepMember extends GroupedMember, ToldMember {
  /** Our own number for it. */
  readonly key: number;
  readonly id: string | null;
  readonly sample: number | null;
  readonly failureKind: string | null;
  /** A suspected false zero. */
  readonly suspected: boolean;
}

export type OutcomeCounts = Readonly<Record<StoredOutcome, number>>;

/** What some rollouts of a step come to. */
export interface MemberTotals {
  readonly size: number;
  readonly counts: OutcomeCounts;
  readonly evidence: Mean;
  readonly asScored: Mean;
}

/** A prompt group; `group` null: rollouts of the environment that name none. */
export interface StepGroup extends MemberTotals {
  readonly group: string | null;
  readonly environment: string | null;
  /** In the order of their samples; of a group beyond {@link mostMembers}, the first of them. */
  readonly members: readonly StepMember[];
}

/** How often a reward came back with an outcome. */
export interface RewardCount {
  readonly reward: number;
  readonly outcome: StoredOutcome;
  readonly degraded: boolean;
  readonly suspected: boolean;
  readonly count: number;
}

/** The groups of one step, a page of them, and what they all come to. */
export interface StepGroups {
  readonly groups: readonly StepGroup[];
  /** Groups in all; rollouts without one are one more for each of their environments. */
  readonly total: number;
  /** Where the next page begins; null: this is the last. */
  readonly next: number | null;
  /** Members of the largest group that has a name. */
  readonly largest: number;
  readonly environments: readonly (MemberTotals & { readonly environment: string | null })[];
  readonly rewards: readonly RewardCount[];
}

export const groupOrders = ["name", "lost"] as const;
export type GroupOrder = (typeof groupOrders)[number];

/** Members of one group that a page carries. */
export const mostMembers = 1000;

const byName = new Intl.Collator("en", { numeric: true });

function compareNames(a: string | null, b: string | null): number {
  // Rollouts without a group come last.
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return byName.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

function compareMembers(a: StepMember, b: StepMember): number {
  return (a.sample ?? Number.MAX_SAFE_INTEGER) - (b.sample ?? Number.MAX_SAFE_INTEGER) || a.key - b.key;
}

function toMean(rewards: number[]): Mean {
  let total = 0;
  for (const reward of rewards.sort((a, b) => a - b)) total += reward;
  return { n: rewards.length, mean: rewards.length === 0 ? null : total / rewards.length };
}

function sumMembers(members: readonly StepMember[], rules: ScoringRules): MemberTotals {
  const counts: Record<StoredOutcome, number> = { scored: 0, masked: 0, unscored: 0, failed: 0, omitted: 0 };
  const evidence: number[] = [];
  const asScored: number[] = [];
  const failedVote = failedReward(rules);
  for (const { outcome, reward } of members) {
    counts[outcome]++;
    if (outcome === "failed" && failedVote !== null) asScored.push(failedVote);
    if (reward === null) continue;
    if (outcome === "scored") evidence.push(reward);
    if (outcome === "scored" || outcome === "masked") asScored.push(reward);
  }
  return { size: members.length, counts, evidence: toMean(evidence), asScored: toMean(asScored) };
}

/** Share of a group's rollouts that came back and say nothing; what is left out on purpose is not among them. */
function lostShare({ size, counts }: MemberTotals): number {
  const present = size - counts.omitted;
  return present === 0 ? 0 : countLost(counts) / present;
}

function countRewards(members: readonly StepMember[]): RewardCount[] {
  const counted = new Map<string, { first: Omit<RewardCount, "count">; count: number }>();
  for (const { reward, outcome, failureKind, suspected } of members) {
    if (reward === null) continue;
    const degraded = outcome === "scored" && failureKind !== null;
    const key = `${reward} ${outcome} ${degraded} ${suspected}`;
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { first: { reward, outcome, degraded, suspected }, count: 1 });
    else known.count++;
  }
  return [...counted.values()]
    .map(({ first, count }) => ({ ...first, count }))
    .sort((a, b) => a.reward - b.reward || storedOutcomes.indexOf(a.outcome) - storedOutcomes.indexOf(b.outcome));
}

/** Rollouts that a page of groups holds unless told. */
export const groupPageRollouts = 1000;

export interface GroupPage {
  readonly order: GroupOrder;
  /** Groups to skip. */
  readonly offset: number;
  /** Rollouts that a page holds; the group that passes it is the page's last. */
  readonly rollouts: number;
}

/** The groups of a step's counting rollouts. `lost`: those that lost most come first. */
export function toStepGroups(members: readonly StepMember[], rules: ScoringRules, page: GroupPage): StepGroups {
  const alone = new Map<string | null, StepMember[]>();
  const environments = new Map<string | null, StepMember[]>();
  for (const member of members) {
    const of = environments.get(member.environment) ?? [];
    environments.set(member.environment, of);
    of.push(member);
    if (member.group !== null) continue;
    const others = alone.get(member.environment) ?? [];
    alone.set(member.environment, others);
    others.push(member);
  }
  const named = gatherGroups(members);
  const groups = [...named, ...alone.values()].map((own): StepGroup => {
    const sorted = own.sort(compareMembers);
    const { group = null, environment = null } = sorted[0] ?? {};
    return { group, environment, ...sumMembers(sorted, rules), members: sorted.slice(0, mostMembers) };
  });
  groups.sort((a, b) => {
    const byLoss = page.order === "lost" ? lostShare(b) - lostShare(a) : 0;
    return byLoss || compareNames(a.group, b.group) || compareNames(a.environment, b.environment);
  });
  let end = page.offset;
  for (let held = 0; end < groups.length && held < page.rollouts; end++) held += groups[end]?.members.length ?? 0;
  return {
    groups: groups.slice(page.offset, end),
    total: groups.length,
    next: end < groups.length ? end : null,
    largest: named.reduce((most, own) => Math.max(most, own.length), 0),
    environments: [...environments]
      .map(([environment, own]) => ({ environment, ...sumMembers(own, rules) }))
      .sort((a, b) => compareNames(a.environment, b.environment)),
    rewards: countRewards(members),
  };
}
