/** What is said where there is nothing to judge. */
import { formatNoun } from "./format";
import { type RunSentence, type SentencePart, strong } from "./sentence-parts";
import type { Totals } from "./totals";

interface EmptyInput {
  /** What the view is filtered by, in words. */
  readonly filters: readonly string[];
  readonly evalRollouts: number;
  /** Eval rollouts outside any step. */
  readonly evalOutside: number;
}

/** No rollout is in view. */
export function sayEmpty({ filters, evalRollouts, evalOutside }: EmptyInput): RunSentence {
  if (evalOutside > 0) {
    const outside: SentencePart = {
      text: `${formatNoun(evalOutside, "eval rollout")} outside steps`,
      tone: "strong",
      leadsTo: "eval rollouts",
    };
    return {
      parts: [strong("No step has eval rollouts; "), outside, strong(".")],
      title: "eval only",
      alarming: false,
    };
  }
  if (filters.length > 0) {
    return { parts: [strong("No rollout is in what you picked.")], title: "none picked", alarming: false };
  }
  if (evalRollouts === 0)
    return { parts: [strong("Waiting for the first rollout.")], title: "waiting", alarming: false };
  const link: SentencePart = { text: formatNoun(evalRollouts, "eval rollout"), tone: "strong", leadsTo: "eval" };
  return { parts: [strong("No train rollouts; "), link, strong(".")], title: "eval only", alarming: false };
}

/** All that was heard of was left out on purpose. */
export function sayOmitted(totals: Totals): RunSentence {
  const { omitted } = totals.coverage;
  const text = `Nothing to judge: ${formatNoun(omitted, "rollout")} heard of,${omitted === 1 ? "" : " all"} left out on purpose.`;
  return { parts: [strong(text)], title: "all omitted", alarming: false };
}
