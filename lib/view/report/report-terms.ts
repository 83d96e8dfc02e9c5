import type { ReportTerms } from "@/lib/core/report/document";

/** The words of a post-mortem, for readers who know the product by nothing else. */
export const reportTerms: ReportTerms = {
  as: "terms",
  title: "Words used here",
  terms: [
    {
      term: "rollout",
      meaning:
        "One attempt of the policy at one task, with the reward it was given. A step is one update of the policy, made from many rollouts.",
    },
    {
      term: "masked",
      meaning:
        "A rollout with a reward that its environment calls no measurement of the policy, because something else broke.",
    },
    {
      term: "lost",
      meaning:
        "Masked, failed (no usable result) or unscored (no finite reward). A lost rollout says nothing about the policy.",
    },
    {
      term: "evidence",
      meaning:
        "Rollouts that were scored and not masked: all that says something about the policy. A mean over none is a gap, not 0.",
    },
    {
      term: "as scored",
      meaning: "The mean of every reward, masked ones included: what a trainer learns from that ignores the masks.",
    },
    {
      term: "expected",
      meaning:
        "The largest of what was declared and what was heard of. It is the sum of the six outcomes: scored, masked, unscored, failed, omitted, unknown.",
    },
  ],
};
