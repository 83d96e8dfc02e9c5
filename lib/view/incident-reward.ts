/** What an incident did to the reward, in words: whose the change is, as exactly as attribution has it. */
import type { RewardCause } from "@/lib/core/detect/reward-cause";
import type { RunIncident } from "@/lib/core/run-incident";
import { formatCount, formatNoun, formatOf, formatReward } from "./format";
import { formatPoints, formatSigned } from "./format-change";
import { dim, type SentencePart } from "./sentence-parts";

/** Too small to be told of a mean as scored, in units of reward: a twentieth of what it was, or a hundredth of a point. */
function isWorthTelling(change: number, before: number): boolean {
  return Math.abs(change) > 0.05 * Math.abs(before) && Math.abs(change) > 1e-4;
}

/** Where failures are scored as if they were answers, the evidence is not only survivors. */
export function hidesInEvidence({ series }: Pick<RunIncident, "series">): boolean {
  return series === "suspected_false_zeros" || series === "zero_rewards";
}

function sayTerms({ reward }: RunIncident, inPercent: boolean): string {
  const terms = reward.attribution;
  if (terms === null || reward.attribution?.change === 0) return "";
  const unit = inPercent ? " points" : "";
  const sameWay = [terms.lost, terms.survivors].every((term) => term === 0 || term < 0 === terms.change < 0);
  const total = formatPoints(terms.change, inPercent);
  if (!sameWay) {
    return `: lost rollouts ${formatSigned(terms.lost, inPercent)}${unit}, the survivors ${formatSigned(terms.survivors, inPercent)}`;
  }
  const lost = formatPoints(terms.lost, inPercent);
  const survivors = formatPoints(terms.survivors, inPercent);
  if (terms.lost === 0) return "";
  const of = `: of the ${total}${unit}, ${lost} ${lost === "1.0" && inPercent ? "is" : "are"} lost rollouts`;
  return survivors === formatPoints(0, inPercent) ? of : `${of}, ${survivors} the survivors`;
}

/** What the cause means for a reader; null where the numbers say it already. */
export function explainCause(cause: RewardCause | null, incident: RunIncident): string | null {
  const { evidenceLeft, reward, series } = incident;
  switch (cause) {
    case null:
      return null;
    case "failures":
      return series === "suspected_false_zeros"
        ? "Without the suspects, the evidence did not fall: failures took it."
        : "The evidence did not fall: failures took it.";
    case "policy_or_verifier":
      if (reward.survivorsOnly)
        return series === "suspected_false_zeros"
          ? "Without the suspects, what is left fell too; survivors of a failure may not be like the rest."
          : "The evidence that is left fell too; survivors of a failure may not be like the rest.";
      return "The evidence itself fell: the policy, or its verifiers.";
    case "mix":
      return "Environments kept their means and their shares moved: the mix.";
    case "not_measurable":
      return `Not measurable: ${evidenceLeft.groups === 0 ? "no group has" : `only ${formatNoun(evidenceLeft.groups, "group")} ${evidenceLeft.groups === 1 ? "has" : "have"}`} evidence left.`;
    case "no_signal":
      return `No signal: ${formatOf(reward.noSignal)} groups teach nothing.`;
  }
}

/** ` Reward as scored 15.8% → 0.4%: of the 15.4 points, 14.5 are lost rollouts, 0.9 the survivors.` */
export function sayWhose(incident: RunIncident, inPercent: boolean): SentencePart[] {
  const { reward } = incident;
  const parts: SentencePart[] = [];
  const { before, during } = reward.asScored;
  const isMean = "mean" in incident.during;
  const hasMoved =
    before.mean !== null && during.mean !== null && isWorthTelling(during.mean - before.mean, before.mean);
  if (hasMoved && before.mean !== null && during.mean !== null && !isMean) {
    const write = (mean: number) => formatReward(mean, inPercent);
    const terms = hidesInEvidence(incident) ? "" : sayTerms(incident, inPercent);
    parts.push(dim(` Reward as scored ${write(before.mean)} → ${write(during.mean)}${terms}.`));
  }
  const isSaidByTerms = hasMoved && !hidesInEvidence(incident) && !isMean && reward.attribution !== null;
  const { cause } = reward;
  const needsWords =
    cause === "not_measurable" ||
    cause === "no_signal" ||
    cause === "mix" ||
    (cause === "failures" && !isSaidByTerms) ||
    (cause === "policy_or_verifier" && !(isSaidByTerms && reward.survivorsOnly));
  const words = needsWords && incident.series !== "zero_rewards" ? explainCause(cause, incident) : null;
  if (words !== null) parts.push(dim(` ${words}`));
  return parts;
}

/** `n 108 rollouts in 12 groups`. */
export function describeEvidenceLeft({ evidenceLeft }: RunIncident): string {
  return `${formatNoun(evidenceLeft.rollouts, "rollout")} in ${formatCount(evidenceLeft.groups)} ${evidenceLeft.groups === 1 ? "group" : "groups"}`;
}
