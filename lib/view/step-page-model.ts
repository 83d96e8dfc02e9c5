/** What the page of one step says: its sentence, where its rollouts are, and what they were lost as. */
import { countLost } from "@/lib/core/coverage";
import { failedWithoutKind, maskedWithoutKind } from "@/lib/core/failure-kind";
import { type StoredOutcome, storedOutcomes } from "@/lib/core/outcome";
import type { Rate } from "@/lib/core/rate";
import { countAnyFailure } from "@/lib/core/series";
import type { StepGroups } from "@/lib/core/step-groups";
import type { StepSummary } from "@/lib/core/step-summary";
import { readWorlds } from "@/lib/core/summarise-worlds";
import type { TrainerView } from "@/lib/core/trainer-view";
import { formatCount, formatNoun, formatOf, formatPercent, formatReward } from "./format";
import { type PhrasePart, plain, strong } from "./phrase";
import { isInPercent } from "./reward-scale";
import type { StepCounted } from "./step-page-view";
import { rankKinds } from "./totals";

/** A number that leads to the rollouts it counts. */
export interface CountedCell {
  readonly count: number;
  readonly counted: StepCounted | null;
}

/** A failure kind by outcome; null: rollouts without one. */
export interface KindRow {
  readonly kind: string | null;
  readonly cells: Readonly<Record<StoredOutcome, CountedCell>>;
  readonly total: number;
}

export interface StepFact {
  readonly label: string;
  readonly value: string;
  readonly counted: StepCounted | null;
}

export interface StepPageModel {
  readonly sentence: readonly PhrasePart[];
  readonly inPercent: boolean;
  /** `missing`, or `to come` while the step fills. */
  readonly rest: string;
  readonly kinds: readonly KindRow[];
  readonly facts: readonly StepFact[];
  /** What failures did to learning, in the trainer's world. */
  readonly learning: string;
}

const passive: Readonly<Record<StoredOutcome, string>> = {
  scored: "scored",
  masked: "masked",
  unscored: "left unscored",
  failed: "failed",
  omitted: "left out",
};

/** The kind that most rollouts were lost as, with the outcome that most of them have. */
function sayWorst(summary: StepSummary): PhrasePart[] {
  const { received } = summary;
  const [worst] = rankKinds([summary]);
  const lost = countLost(summary);
  if (worst === undefined) {
    if (lost > 0) return [strong(`${formatOf({ count: lost, n: received })} rollouts say nothing about the policy`)];
    return [strong(received === 1 ? "its rollout is evidence" : `all ${formatCount(received)} rollouts are evidence`)];
  }
  const outcomes = storedOutcomes.filter((outcome) => worst[outcome] > 0).sort((a, b) => worst[b] - worst[a]);
  const words = outcomes
    .map((outcome) => passive[outcome])
    .slice(0, 2)
    .join(" or ");
  const isNamed = worst.kind !== maskedWithoutKind && worst.kind !== failedWithoutKind;
  const others = countAnyFailure(summary) - worst.count;
  return [
    strong(
      `${formatOf({ count: worst.count, n: received })} rollouts ${words}${isNamed ? " as " : " without a failure kind"}`,
    ),
    ...(isNamed ? [{ as: "kind", text: worst.kind } as const] : []),
    strong(` (${formatPercent(worst.count / Math.max(1, received))})`),
    ...(others > 0 ? [plain(`, ${formatCount(others)} otherwise`)] : []),
  ];
}

function sayRewards({ reward }: StepSummary, inPercent: boolean): PhrasePart[] {
  const { evidence, asScored } = reward;
  if (asScored.mean === null) return [plain(" No reward counts.")];
  const scored = formatReward(asScored.mean, inPercent);
  if (evidence.mean === null) return [plain(` No evidence is left; mean reward as scored ${scored}.`)];
  const own = `${formatReward(evidence.mean, inPercent)} (n ${formatCount(evidence.n)})`;
  if (evidence.n === asScored.n) return [plain(` Mean reward ${own}.`)];
  return [plain(` Mean reward on evidence ${own}, as scored ${scored} (n ${formatCount(asScored.n)}).`)];
}

function sayRate({ count, n }: Rate, verb: string): string {
  if (count === 0) return `no group ${verb}`;
  return count === n && n > 1 ? `all ${formatCount(n)} ${verb}` : `${formatCount(count)} of ${formatCount(n)} ${verb}`;
}

function describeLearning({ groups }: StepSummary, trainer: TrainerView): string {
  const { worlds, n } = groups;
  if (n === 0)
    return "These rollouts name no group, so nothing is compared: what failures did to learning cannot be told.";
  if (worlds.groups === 0) {
    return "Every group has one member, and nothing to be relative to: there are no advantages to speak of.";
  }
  const { noSignal, advantageShift, touchedWeight } = readWorlds(worlds, trainer)[trainer.world];
  const touched = sayRate(
    { count: worlds.touched, n: worlds.groups },
    worlds.touched === 1 ? "has lost rollouts" : "have lost rollouts",
  );
  const parts = [
    `Of ${formatNoun(worlds.groups, "group")}, ${touched}; ${sayRate(noSignal, noSignal.count === 1 ? "teaches nothing" : "teach nothing")}.`,
  ];
  if (advantageShift !== null && worlds.touched > 0) {
    parts.push(`Losses moved the advantages of the evidence by ${advantageShift.toPrecision(3)} on average.`);
  }
  if (touchedWeight !== null && worlds.touched > 0) {
    parts.push(`${formatPercent(touchedWeight)} of all advantage sits in groups with losses.`);
  }
  const alone = n - worlds.groups;
  if (alone > 0) parts.push(`${formatNoun(alone, "group")} of one ${alone === 1 ? "is" : "are"} not compared.`);
  return parts.join(" ");
}

function sayRest({ unknown, complete }: StepSummary): PhrasePart[] {
  if (unknown === 0) return [];
  return [plain(` ${formatCount(unknown)} ${complete ? "never came" : "still to come"}.`)];
}

function toKindRows(summary: StepSummary): KindRow[] {
  const named = rankKinds([summary]).filter(({ kind }) => kind !== maskedWithoutKind && kind !== failedWithoutKind);
  const rows = named.map(({ kind, count, ...byOutcome }): KindRow => {
    return {
      kind,
      total: count,
      cells: perOutcome((outcome) => ({ count: byOutcome[outcome], counted: { kind, outcome } })),
    };
  });
  const without = perOutcome((outcome): CountedCell => {
    const count = summary[outcome] - named.reduce((total, kind) => total + kind[outcome], 0);
    // Rollouts without a kind can be asked for where they were lost; what was simply scored is no list of its own.
    const kind = outcome === "masked" ? maskedWithoutKind : outcome === "failed" ? failedWithoutKind : null;
    const isAll = count === summary[outcome];
    return { count, counted: kind !== null ? { kind, outcome } : isAll ? { outcome } : null };
  });
  const total = storedOutcomes.reduce((sum, outcome) => sum + without[outcome].count, 0);
  return [...rows, { kind: null, cells: without, total }];
}

function perOutcome<Value>(make: (outcome: StoredOutcome) => Value): Record<StoredOutcome, Value> {
  return {
    scored: make("scored"),
    masked: make("masked"),
    unscored: make("unscored"),
    failed: make("failed"),
    omitted: make("omitted"),
  };
}

function toFacts(summary: StepSummary): StepFact[] {
  const facts: StepFact[] = [{ label: "attempts", value: formatCount(summary.attempts), counted: {} }];
  const add = (label: string, count: number, counted: StepCounted | null) => {
    if (count > 0) facts.push({ label, value: formatCount(count), counted });
  };
  facts.push({ label: "lost attempts", value: formatCount(summary.lostAttempts), counted: null });
  add("flagged as masked", summary.maskFlagged, summary.maskFlagged === summary.masked ? { outcome: "masked" } : null);
  add("suspected false zeros", summary.suspectedFalseZeros, { suspected: true });
  add("truncated", summary.truncated, null);
  add("masked by the trainer", summary.trainerMasked, null);
  return facts;
}

export function toStepPage(
  summary: StepSummary,
  groups: StepGroups,
  trainer: TrainerView,
  rewardRange: readonly [number, number] | null,
): StepPageModel {
  const inPercent = isInPercent(
    groups.rewards.map(({ reward }) => reward),
    rewardRange,
  );
  const nothing = summary.received === 0;
  return {
    sentence: nothing
      ? [strong("Nothing was heard of yet"), plain(`: ${formatNoun(summary.expected, "rollout")} expected.`)]
      : [...sayWorst(summary), plain("."), ...sayRewards(summary, inPercent), ...sayRest(summary)],
    inPercent,
    rest: summary.complete ? "missing" : "to come",
    kinds: nothing ? [] : toKindRows(summary),
    facts: toFacts(summary),
    learning: nothing ? "" : describeLearning(summary, trainer),
  };
}
