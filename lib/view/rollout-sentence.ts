/** The sentence over a list of rollouts: what is counted here, in words. */
import { failedWithoutKind, maskedWithoutKind } from "@/lib/core/failure-kind";
import type { StoredOutcome } from "@/lib/core/outcome";
import { formatCount } from "./format";
import { type PhrasePart, plain, strong } from "./phrase";
import type { RolloutView } from "./rollout-view";

const outcomeWords: Readonly<Record<StoredOutcome, string>> = {
  scored: "scored",
  masked: "masked",
  unscored: "without a score",
  failed: "failed",
  omitted: "left out on purpose",
};

function describeCount(query: RolloutView, total: number | null): PhrasePart {
  const noun = query.split === "eval" ? "eval rollout" : "rollout";
  if (total === null) return strong(`More than 10,000 ${noun}s`);
  if (total === 0) return strong(`No ${noun}s`);
  return strong(`${formatCount(total)} ${noun}${total === 1 ? "" : "s"}`);
}

function describeSteps({ from, to }: RolloutView): PhrasePart[] {
  if (from === null && to === null) return [];
  if (from === null) return [plain(` up to step ${formatCount(to ?? 0)}`)];
  if (to === null) return [plain(` from step ${formatCount(from)} on`)];
  if (from === to) return [plain(` of step ${formatCount(from)}`)];
  return [plain(` of steps ${formatCount(from)}–${formatCount(to)}`)];
}

function describeOutcome({ outcome, kind }: RolloutView): PhrasePart[] {
  if (kind === null) return outcome === null ? [] : [strong(` ${outcomeWords[outcome]}`)];
  const failure: PhrasePart = { as: "kind", text: kind };
  if (kind === maskedWithoutKind) return [strong(" masked without a kind")];
  if (kind === failedWithoutKind) return [strong(" failed without a kind")];
  if (outcome === null) return [plain(" with "), failure];
  const link = outcome === "masked" || outcome === "failed" ? " as " : " with ";
  return [strong(` ${outcomeWords[outcome]}${link}`), failure];
}

/** `58 rollouts of step 61 masked as session_lost, in environment browser_agent, with host=gpu-17.` */
export function describeRollouts(query: RolloutView, total: number | null): PhrasePart[] {
  const parts = [describeCount(query, total), ...describeSteps(query), ...describeOutcome(query)];
  if (query.suspected) parts.push(plain(", suspected of being false zeros"));
  if (query.group !== null) parts.push(plain(", in group "), { as: "name", text: query.group });
  if (query.environment !== null) parts.push(plain(", in environment "), { as: "name", text: query.environment });
  for (const [name, value] of query.labels) {
    parts.push(plain(", with "), { as: "name", text: name }, plain(" = "), { as: "name", text: value });
  }
  if (query.segment !== null) parts.push(plain(", of segment "), { as: "name", text: query.segment });
  if (query.text.trim() !== "") {
    parts.push(plain(", whose reason mentions “"), { as: "name", text: query.text.trim() }, plain("”"));
  }
  if (query.filter !== "") parts.push(plain(", with "), { as: "name", text: query.filter });
  parts.push(plain("."));
  return parts;
}
