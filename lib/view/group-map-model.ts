/** A step's prompt groups as rows of cells, one a rollout, with what their rewards and advantages come to. */
import { countLost } from "@/lib/core/coverage";
import type { ScoringRules } from "@/lib/core/scoring-rules";
import { mostMembers, type StepGroup, type StepMember } from "@/lib/core/step-groups";
import type { TrainerView } from "@/lib/core/trainer-view";
import { type Advantages, judgeGroup } from "@/lib/core/worlds";
import { type Appearance, judgeAppearance, kindColour } from "./colour";
import { formatCount, formatNoun, formatNumber, formatReward } from "./format";
import { labelOutcome } from "./rollout-outcome";

export interface MapCell {
  /** The rollout's number. */
  readonly key: number;
  readonly appearance: Appearance;
  /** Tells outcomes apart without colour; a solved rollout needs none. */
  readonly letter: string;
  /** The colour of its failure kind; null where it has none. */
  readonly kindColour: string | null;
  /** `Sample 3: masked as session_lost`. */
  readonly label: string;
}

export interface MapRow {
  readonly key: string;
  /** Null: rollouts without a group. */
  readonly group: string | null;
  readonly environment: string | null;
  readonly cells: readonly MapCell[];
  /** Rollouts of the group that are not drawn. */
  readonly hidden: number;
  /** Places of rollouts that are to come, or never came. */
  readonly places: number;
  readonly size: number;
  readonly lost: number;
  readonly evidence: string;
  readonly asScored: string;
  /** Whether the two means are of other rollouts. */
  readonly parts: boolean;
  /** What its survivors' advantages became: `+0.875 → 0`. Empty where nothing changed. */
  readonly advantages: readonly string[];
  /** What it teaches, in a few words. */
  readonly signal: string;
}

export interface GroupMapModel {
  readonly rows: readonly MapRow[];
  /** Rollouts to come, or missing, that no row has a place for. */
  readonly elsewhere: number;
}

export interface GroupMapInput {
  readonly groups: readonly StepGroup[];
  /** Whether these are all groups of the step: only then can places be given to what is to come. */
  readonly isAll: boolean;
  readonly groupSize: number | null;
  readonly largest: number;
  /** Expected and not heard of. */
  readonly unknown: number;
  readonly rules: ScoringRules;
  readonly trainer: TrainerView;
  readonly inPercent: boolean;
}

/** Kinds of advantages that a row writes. */
const mostAdvantages = 4;

function toLetter(appearance: Appearance, { outcome, suspected }: StepMember): string {
  if (suspected) return "?";
  if (appearance === "zero") return "0";
  if (appearance === "degraded") return "D";
  if (outcome === "masked") return "M";
  if (outcome === "failed") return "F";
  if (outcome === "unscored") return "U";
  return outcome === "omitted" ? "–" : "";
}

function toCell(member: StepMember, rules: ScoringRules): MapCell {
  const { key, id, sample, outcome, reward, failureKind } = member;
  const appearance = judgeAppearance({ outcome, reward, failureKind, failureReward: rules.failureReward });
  const name = sample === null ? `Rollout ${id ?? key}` : `Sample ${sample}`;
  const value = outcome === "scored" && reward !== null ? ` ${formatNumber(reward)}` : "";
  const kind = failureKind === null ? "" : ` as ${failureKind}`;
  return {
    key,
    appearance,
    letter: toLetter(appearance, member),
    kindColour: failureKind === null ? null : kindColour(failureKind),
    label: `${name}: ${labelOutcome(member)}${value}${kind}`,
  };
}

/** `+0.875`, `−0.5`, `0`. */
function formatAdvantage(advantage: number | null): string {
  if (advantage === null) return "none";
  const text = formatNumber(Number(advantage.toPrecision(4)));
  return advantage > 0 ? `+${text}` : text;
}

/** How the evidence's advantages changed from the one world to the other, most frequent first. */
function describeAdvantages(own: Advantages, onEvidence: Advantages): string[] {
  const changes = new Map<string, number>();
  onEvidence.forEach((after, at) => {
    if (after === null) return;
    const [before, now] = [formatAdvantage(own[at] ?? null), formatAdvantage(after)];
    if (before === now) return;
    const text = `${before} → ${now}`;
    changes.set(text, (changes.get(text) ?? 0) + 1);
  });
  const sorted = [...changes].sort((a, b) => b[1] - a[1]);
  const rest = sorted.slice(mostAdvantages).reduce((total, [, count]) => total + count, 0);
  const texts = sorted.slice(0, mostAdvantages).map(([text, count]) => (count === 1 ? text : `${text} (${count}×)`));
  return rest === 0 ? texts : [...texts, `and ${formatCount(rest)} more`];
}

function describeSignal(group: StepGroup, { rules, trainer }: GroupMapInput): Pick<MapRow, "advantages" | "signal"> {
  if (group.group === null) return { advantages: [], signal: "not compared: no group" };
  if (group.size > mostMembers) return { advantages: [], signal: "too large to compare here" };
  const judged = judgeGroup(group.members, trainer, rules);
  if (judged.state === "one_member") return { advantages: [], signal: "nothing to compare with: one member" };
  const own = judged.worlds[trainer.world];
  const onEvidence = judged.worlds.evidence_only;
  const teaches = (advantages: Advantages) => advantages.some((advantage) => advantage !== null && advantage !== 0);
  const advantages = describeAdvantages(own, onEvidence);
  if (group.evidence.n === 0) return { advantages, signal: "no evidence left" };
  if (!teaches(onEvidence)) {
    return { advantages, signal: teaches(own) ? "teaches only what was lost" : "teaches nothing" };
  }
  return { advantages, signal: teaches(own) ? "teaches" : "its lesson is dropped" };
}

function writeMean({ n, mean }: StepGroup["evidence"], inPercent: boolean): string {
  return mean === null ? "none" : `${formatReward(mean, inPercent)} (n ${formatCount(n)})`;
}

/** Each place for what is to come goes to a group that is short of the others. */
function givePlaces({ groups, isAll, groupSize, largest, unknown }: GroupMapInput): { places: number[]; left: number } {
  const size = groupSize ?? largest;
  let left = unknown;
  const places = groups.map((group) => {
    if (!isAll || group.group === null || size < 2) return 0;
    const own = Math.min(left, Math.max(0, size - group.size));
    left -= own;
    return own;
  });
  return { places, left };
}

export function toGroupMap(input: GroupMapInput): GroupMapModel {
  const { groups, rules, inPercent } = input;
  const { places, left } = givePlaces(input);
  const rows = groups.map((group, at): MapRow => {
    const { counts, size, evidence, asScored } = group;
    return {
      key: JSON.stringify([group.environment, group.group]),
      group: group.group,
      environment: group.environment,
      cells: group.members.map((member) => toCell(member, rules)),
      hidden: size - group.members.length,
      places: places[at] ?? 0,
      size,
      lost: countLost(counts),
      evidence: writeMean(evidence, inPercent),
      asScored: writeMean(asScored, inPercent),
      parts: evidence.n !== asScored.n,
      ...describeSignal(group, input),
    };
  });
  return { rows, elsewhere: left };
}

const worldNames = {
  as_scored: "as scored (every reward votes and is learned from)",
  loss_mask_only: "loss mask only (all vote, only evidence is learned from)",
  evidence_only: "evidence only (only evidence votes and is learned from)",
  drop_group: "drop the group (one with a loss teaches nothing)",
} as const;

const fromWords = {
  told: "told",
  inferred: "inferred from the advantages that rollouts carry",
  assumed: "assumed: not told",
};

/** The world and the estimator that figures are given for, and how each is known. */
export function describeTrainer(trainer: TrainerView): string {
  const { world, worldFrom, baseline, baselineFrom, normalised, normalisedFrom } = trainer;
  const base = baseline === "mean" ? "mean of the group" : "leave one out";
  const division = normalised ? "divided by the standard deviation" : "not normalised";
  const estimatorFrom =
    baselineFrom === normalisedFrom
      ? fromWords[baselineFrom]
      : `baseline ${fromWords[baselineFrom]}, normalisation ${fromWords[normalisedFrom]}`;
  return `World: ${worldNames[world]}, ${fromWords[worldFrom]}. Baseline: ${base}, ${division}, ${estimatorFrom}.`;
}

/** `58 lost of 64`. */
export function describeLost(row: Pick<MapRow, "lost" | "size">): string {
  return row.lost === 0 ? formatNoun(row.size, "rollout") : `${formatCount(row.lost)} of ${formatCount(row.size)} lost`;
}
