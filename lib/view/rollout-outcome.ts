/** What became of one rollout, and why, in words. */
import type { EmptinessRule, RewardState, Rollout, RolloutTag } from "@/lib/core/rollout";
import type { StoredRollout } from "@/lib/core/stored-rollout";
import { formatNumber } from "./format";

const rewardStateWords: Readonly<Record<RewardState, string>> = {
  finite: "",
  absent: "no reward was sent",
  null: "its reward is null",
  nan: "its reward is NaN",
  infinite: "its reward is infinite",
  bool: "its reward is true or false, no number",
  string: "its reward is text, no number",
  other: "its reward is no number",
  verification_skipped: "its verification was skipped",
};

const ruleWords: Readonly<Record<EmptinessRule, string>> = {
  output_tokens_zero: "0 output tokens were reported",
  output_empty: "its output is present and empty, blank, or nothing but special tokens",
  error_beside_reward: "an error stands beside the reward",
};

const tagWords: Readonly<Record<RolloutTag, string>> = {
  kind_unregistered: "Its failure kind is not among the registered names; it is kept to the letter.",
  kind_cut: "Its failure kind was longer than 128 characters and is cut.",
  reason_cut: "Its failure reason was longer than 2,000 characters and is cut.",
  kind_echoed: "Its failure kind only echoed the dataset's own column, and is not counted.",
  reason_echoed: "Its failure reason only echoed the dataset's own column, and is not counted.",
  mask_echoed: "Its mask flag only echoed the dataset's own column, and is not counted.",
};

const supersededWords: Readonly<Record<NonNullable<StoredRollout["supersededBy"]>, string>> = {
  newer_attempt: "a newer attempt of the same rollout counts instead",
  completed_result: "a completed result of the same attempt counts instead",
  newer_segment: "a newer segment ran this step again",
};

/** The facts of a rollout that decide what is said of it. */
export type OutcomeFacts = Pick<
  Rollout,
  "outcome" | "reward" | "rewardState" | "maskSources" | "failureKind" | "omitReason" | "emptiness"
> & { readonly suspected: boolean };

export interface OutcomeWords {
  /** `Masked`, `Scored 0.5`, `Scored 0, degraded`. */
  readonly headline: string;
  /** Goes on after the headline; ends in a full stop. */
  readonly why: string;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

function explainMasked({ reward, maskSources }: OutcomeFacts): OutcomeWords {
  const value = reward === null ? "" : ` of ${formatNumber(reward)}`;
  return {
    headline: "Masked",
    why: `flagged at ${joinWords(maskSources)}; its reward${value} is no measurement of the policy.`,
  };
}

function explainUnscored({ rewardState, maskSources }: OutcomeFacts): OutcomeWords {
  const flagged = maskSources.length === 0 ? "" : ` It is also flagged at ${joinWords(maskSources)}.`;
  return { headline: "Unscored", why: `it came to an end, but ${rewardStateWords[rewardState]}.${flagged}` };
}

function explainFailed({ reward }: OutcomeFacts): OutcomeWords {
  const placeholder = reward === null ? "" : ` The reward of ${formatNumber(reward)} beside it is a placeholder.`;
  return { headline: "Failed", why: `there is no usable result.${placeholder}` };
}

function explainScored({ reward, failureKind, suspected, emptiness }: OutcomeFacts): OutcomeWords {
  const headline = `Scored ${formatNumber(reward ?? 0)}`;
  if (suspected && emptiness !== null) {
    return {
      headline: `${headline}, a suspected false zero`,
      why: `${ruleWords[emptiness]} (rule ${emptiness}). It still counts as scored: only a rule says so.`,
    };
  }
  if (failureKind === null) return { headline, why: "it counts as evidence about the policy." };
  return {
    headline: `${headline}, degraded`,
    why: "it carries a failure kind, but its reward stands and counts as evidence.",
  };
}

/** Says what became of a rollout and why it is, or is no, evidence. */
export function explainOutcome(facts: OutcomeFacts): OutcomeWords {
  if (facts.outcome === "masked") return explainMasked(facts);
  if (facts.outcome === "unscored") return explainUnscored(facts);
  if (facts.outcome === "failed") return explainFailed(facts);
  if (facts.outcome === "scored") return explainScored(facts);
  const reason = facts.omitReason === null ? "its reason was not told" : facts.omitReason;
  return { headline: "Left out on purpose", why: `${reason}.` };
}

/** One word for a table: `masked`, `degraded`, `suspected zero`. */
export function labelOutcome(facts: Pick<OutcomeFacts, "outcome" | "failureKind" | "suspected">): string {
  if (facts.outcome !== "scored") return facts.outcome;
  if (facts.suspected) return "suspected zero";
  return facts.failureKind === null ? "scored" : "degraded";
}

/** Why a reward is not shown; null where it is. */
export function explainNoReward(facts: Pick<OutcomeFacts, "reward" | "rewardState" | "outcome">): string | null {
  if (facts.reward !== null) return null;
  if (facts.outcome === "failed" && facts.rewardState === "absent") return "a failure record without a reward";
  return rewardStateWords[facts.rewardState];
}

/** Why a kept row counts in no current number; null where it counts. */
export function explainNotCounting(rollout: Pick<StoredRollout, "counts" | "supersededBy">): string | null {
  if (rollout.counts) return null;
  return rollout.supersededBy === null ? "it counts in no current number" : supersededWords[rollout.supersededBy];
}

/** Remarks about what was sent, as sentences. */
export function listRemarks(tags: readonly RolloutTag[]): string[] {
  return tags.map((tag) => tagWords[tag]);
}
