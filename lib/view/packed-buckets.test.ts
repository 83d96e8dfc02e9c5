import { expect, test } from "vitest";
import { packBuckets, unpackBuckets } from "./packed-buckets";
import { type SampleStep, sampleBuckets } from "./sample-steps";

const samples: SampleStep[] = [
  {
    step: 1,
    expected: 8,
    rewards: [1, 0, 0.25],
    masked: { session_lost: 2 },
    failed: { agent_timeout: 1 },
    trained: 0.5,
    dispositions: { trained: 3, loss_masked: 2 },
  },
  { step: 2, rewards: [], unscored: 1, omitted: 2, segment: "resume-2", complete: false },
  { step: 5, rewards: [0, 1], degraded: { judge_failed: 1 }, emptyZeros: 1, lostAttempts: 3 },
];

test.each([500, 2])("buckets come out of their packing as they went in, at most %i of them", (resolution) => {
  const buckets = sampleBuckets(samples, resolution);
  const sent: unknown = JSON.parse(JSON.stringify(packBuckets(buckets)));
  expect(sent).toEqual(packBuckets(buckets));
  expect(unpackBuckets(packBuckets(buckets))).toEqual(buckets);
});

test("names that objects inherit are ordinary kinds", () => {
  const kinds = JSON.parse('{"constructor": 2, "toString": 1}');
  const buckets = sampleBuckets([{ step: 1, rewards: [1], failed: kinds }]);
  expect(unpackBuckets(packBuckets(buckets))).toEqual(buckets);
});
