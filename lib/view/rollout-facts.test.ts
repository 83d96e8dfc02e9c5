import { expect, test } from "vitest";
import { listPlaceFacts, listRewardFacts, listSizeFacts, listTimeFacts } from "./rollout-facts";
import { sampleRollout } from "./sample-rollout";

test("what is not told is not there", () => {
  const bare = sampleRollout({
    step: null,
    environment: null,
    group: null,
    sample: null,
    durationMs: null,
    reward: null,
  });
  expect(listPlaceFacts(bare).map(({ name }) => name)).toEqual(["Segment"]);
  expect(listSizeFacts(bare)).toEqual([]);
  expect(listRewardFacts(bare)).toEqual([]);
  expect(listTimeFacts(bare)).toEqual([{ name: "Received", at: 0 }]);
});

test("what is told is written in full", () => {
  const told = sampleRollout({
    policyStep: [58, 60],
    turns: 0,
    outputTokens: 48_211,
    truncated: false,
    rewardComponents: [["format", 0.25]],
    disposition: "loss_masked",
    trainerReward: 0,
    advantage: -0.2,
    finishedAt: 5,
  });
  expect(listPlaceFacts(told).map(({ name, value }) => `${name} ${value}`)).toEqual([
    "Step 61",
    "Segment first",
    "Environment browser_agent",
    "Group 812",
    "Sample 3",
    "Policy step 58–60",
  ]);
  expect(listSizeFacts(told).map(({ name, value }) => `${name} ${value}`)).toEqual([
    "Duration 31 s",
    "Turns 0",
    "Output tokens 48,211",
    "Truncated no",
  ]);
  expect(listRewardFacts(told).map(({ name, value }) => `${name} ${value}`)).toEqual([
    "Reward as sent 0",
    "format 0.25",
    "Trainer did loss masked",
    "Trainer’s reward 0",
    "Advantage −0.2",
  ]);
  expect(listTimeFacts(told).map(({ name }) => name)).toEqual(["Finished", "Received"]);
});
