import type { StepBucket } from "@/lib/core/series";
import { formatCount, formatPercent, formatReward } from "./format";
import type { Stretch } from "./newest-steps";
import type { Counted } from "./run-links";
import { sumBuckets } from "./totals";

export interface SentencePart {
  readonly text: string;
  readonly tone: "strong" | "plain" | "dim" | "kind";
  /** The rollouts this part counts. */
  readonly counted?: Counted;
  /** Where else this part leads. */
  readonly leadsTo?: "eval" | "eval rollouts" | "all steps" | "incidents";
  /** The incident, by its id, that this part leads to on the page. */
  readonly incident?: string;
  /** An instant, epoch ms, that stands here instead of the text, in the reader's zone; the text is the server's. */
  readonly at?: number;
}

/** The plain sentence above everything, made from counts alone, and the few words of it that fit a tab's title. */
export interface RunSentence {
  readonly parts: readonly SentencePart[];
  readonly title: string;
  readonly alarming: boolean;
}

export const strong = (text: string): SentencePart => ({ text, tone: "strong" });
export const dim = (text: string): SentencePart => ({ text, tone: "dim" });

/** How the steps before compare. */
export function sayBefore(before: Stretch): SentencePart[] {
  const count = before.buckets.reduce((total, bucket) => total + bucket.steps, 0);
  const steps = count === 1 ? "in the step before" : `over the ${formatCount(count)} steps before`;
  const share = before.rate.count / before.rate.n;
  const most = count > 1 && before.high > share * 1.5 ? `, at most ${formatPercent(before.high)} in one` : "";
  // A bucket of several steps hides which of them was worst.
  const single = before.buckets.every((bucket) => bucket.steps === 1);
  return [dim(`; ${steps}, ${before.rate.count === 0 ? "none" : formatPercent(share)}${single ? most : ""}.`)];
}

/** What the reward did meanwhile, as scored and on evidence. */
export function sayReward(inPercent: boolean, newest: Stretch, before: Stretch | null): SentencePart[] {
  if (before === null) return [];
  const [now, then] = [sumBuckets(newest.buckets), sumBuckets(before.buckets)];
  if (now.asScored.mean === null || then.asScored.mean === null || then.evidence.mean === null) return [];
  const write = (value: number) => formatReward(value, inPercent);
  if (now.evidence.n === now.asScored.n && then.evidence.n === then.asScored.n) {
    return [dim(` Reward ${write(then.asScored.mean)} → ${write(now.asScored.mean)}.`)];
  }
  const evidence =
    now.evidence.mean === null
      ? "no evidence is left"
      : `on evidence ${write(then.evidence.mean)} → ${write(now.evidence.mean)} (n ${formatCount(now.evidence.n)})`;
  return [dim(` Reward as scored ${write(then.asScored.mean)} → ${write(now.asScored.mean)}; ${evidence}.`)];
}

/** First and last step of some buckets. */
export function stretchSteps({ buckets }: { readonly buckets: readonly StepBucket[] }): { from: number; to: number } {
  return { from: buckets[0]?.from ?? 0, to: buckets[buckets.length - 1]?.to ?? 0 };
}
