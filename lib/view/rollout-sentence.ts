/** The sentence over a list of rollouts: what is counted here, in words. */
import { failedWithoutKind, maskedWithoutKind } from "@/lib/core/failure-kind";
import type { StoredOutcome } from "@/lib/core/outcome";
import { formatCount } from "./format";
import type { RolloutQuery } from "./rollout-query";

/** A stretch of a sentence. `failure` is a failure kind, `name` a word of the sender's choosing. */
export interface SentencePart {
  readonly as: "strong" | "plain" | "failure" | "name";
  readonly text: string;
}

const outcomeWords: Readonly<Record<StoredOutcome, string>> = {
  scored: "scored",
  masked: "masked",
  unscored: "without a score",
  failed: "failed",
  omitted: "left out on purpose",
};

function plain(text: string): SentencePart {
  return { as: "plain", text };
}

function describeCount(query: RolloutQuery, total: number | null): SentencePart {
  const noun = query.split === "eval" ? "eval rollout" : "rollout";
  if (total === null) return { as: "strong", text: `More than 10,000 ${noun}s` };
  if (total === 0) return { as: "strong", text: `No ${noun}s` };
  return { as: "strong", text: `${formatCount(total)} ${noun}${total === 1 ? "" : "s"}` };
}

function describeSteps({ from, to }: RolloutQuery): SentencePart[] {
  if (from === null && to === null) return [];
  if (from === null) return [plain(` up to step ${formatCount(to ?? 0)}`)];
  if (to === null) return [plain(` from step ${formatCount(from)} on`)];
  if (from === to) return [plain(` of step ${formatCount(from)}`)];
  return [plain(` of steps ${formatCount(from)}–${formatCount(to)}`)];
}

function describeOutcome({ outcome, kind }: RolloutQuery): SentencePart[] {
  if (kind === null) return outcome === null ? [] : [{ as: "strong", text: ` ${outcomeWords[outcome]}` }];
  const failure: SentencePart = { as: "failure", text: kind };
  if (kind === maskedWithoutKind) return [{ as: "strong", text: " masked without a kind" }];
  if (kind === failedWithoutKind) return [{ as: "strong", text: " failed without a kind" }];
  if (outcome === null) return [plain(" with "), failure];
  const link = outcome === "masked" || outcome === "failed" ? " as " : " with ";
  return [{ as: "strong", text: ` ${outcomeWords[outcome]}${link}` }, failure];
}

/** `58 rollouts of step 61 masked as session_lost, in environment browser_agent, with host=gpu-17.` */
export function describeRollouts(query: RolloutQuery, total: number | null): SentencePart[] {
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
  parts.push(plain("."));
  return parts;
}
