import { expect, test } from "vitest";
import {
  explainNoReward,
  explainNotCounting,
  explainOutcome,
  joinWords,
  labelOutcome,
  listRemarks,
  type OutcomeFacts,
} from "./rollout-outcome";

const solved: OutcomeFacts = {
  outcome: "scored",
  reward: 1,
  rewardState: "finite",
  maskSources: [],
  failureKind: null,
  omitReason: null,
  emptiness: null,
  suspected: false,
};

test.each<[string, Partial<OutcomeFacts>, string, string]>([
  ["scored", {}, "Scored 1", "it counts as evidence about the policy."],
  ["a valid zero", { reward: 0 }, "Scored 0", "it counts as evidence about the policy."],
  [
    "degraded",
    { reward: 0.5, failureKind: "judge_unparseable" },
    "Scored 0.5, degraded",
    "it carries a failure kind, but its reward stands and counts as evidence.",
  ],
  [
    "suspected",
    { reward: 0, suspected: true, emptiness: "output_tokens_zero" },
    "Scored 0, a suspected false zero",
    "0 output tokens were reported (rule output_tokens_zero). It still counts as scored: only a rule says so.",
  ],
  [
    "masked, twice over",
    { outcome: "masked", reward: 0, maskSources: ["mask_sample", "metrics.mask_sample"] },
    "Masked",
    "flagged at mask_sample and metrics.mask_sample; its reward of 0 is no measurement of the policy.",
  ],
  [
    "unscored and flagged",
    { outcome: "unscored", reward: null, rewardState: "nan", maskSources: ["mask_sample"] },
    "Unscored",
    "it came to an end, but its reward is NaN. It is also flagged at mask_sample.",
  ],
  [
    "failed with a made-up reward",
    { outcome: "failed", reward: 0 },
    "Failed",
    "there is no usable result. The reward of 0 beside it is a placeholder.",
  ],
  ["omitted", { outcome: "omitted", omitReason: "surplus" }, "Left out on purpose", "surplus."],
  ["omitted, untold", { outcome: "omitted" }, "Left out on purpose", "its reason was not told."],
])("explains %s", (_, change, headline, why) => {
  expect(explainOutcome({ ...solved, ...change })).toEqual({ headline, why });
});

test.each<[Partial<OutcomeFacts>, string]>([
  [{}, "scored"],
  [{ failureKind: "judge_failed" }, "degraded"],
  [{ suspected: true, reward: 0 }, "suspected zero"],
  [{ outcome: "failed", failureKind: "judge_failed" }, "failed"],
])("labels %j as %s", (change, expected) => {
  expect(labelOutcome({ ...solved, ...change })).toBe(expected);
});

test("says why a reward is not shown", () => {
  expect(explainNoReward(solved)).toBeNull();
  expect(explainNoReward({ outcome: "unscored", reward: null, rewardState: "bool" })).toBe(
    "its reward is true or false, no number",
  );
  expect(explainNoReward({ outcome: "failed", reward: null, rewardState: "absent" })).toBe(
    "a failure record without a reward",
  );
});

test("says why a kept row does not count", () => {
  expect(explainNotCounting({ counts: true, supersededBy: null })).toBeNull();
  expect(explainNotCounting({ counts: false, supersededBy: "newer_segment" })).toBe(
    "a newer segment ran this step again",
  );
});

test("joins words, and makes a sentence of every remark", () => {
  expect([joinWords([]), joinWords(["a"]), joinWords(["a", "b", "c"])]).toEqual(["", "a", "a, b and c"]);
  expect(listRemarks(["reason_cut"])).toEqual(["Its failure reason was longer than 2,000 characters and is cut."]);
});
