import { expect, test } from "vitest";
import { toRewardModel } from "./reward-model";
import { evidenceInterval, rewardsInPercent } from "./reward-scale";
import { binaryRewards, type SampleStep, sampleBuckets } from "./sample-steps";
import { layOutSteps } from "./step-axis";

function model(samples: readonly SampleStep[], older: readonly SampleStep[] = []) {
  const buckets = sampleBuckets(samples);
  const superseded = sampleBuckets(older);
  const extents = layOutSteps(superseded, 1, null).extents;
  const inPercent = rewardsInPercent(buckets, null);
  return toRewardModel(layOutSteps(buckets, 1, null), buckets, { extents, buckets: superseded }, inPercent);
}

const solid = (step: number): SampleStep => ({ step, rewards: binaryRewards(4, 4) });

test("an all-masked step has no evidence point, and its as-scored mean stays", () => {
  const { rows } = model([solid(1), { step: 2, masked: { session_lost: 8 } }, solid(3)]);
  expect(rows.map(({ x, evidence, as_scored }) => ({ x, evidence, as_scored }))).toEqual([
    { x: 1, evidence: 0.5, as_scored: 0.5 },
    { x: 2, evidence: null, as_scored: 0 },
    { x: 3, evidence: 0.5, as_scored: 0.5 },
  ]);
});

test("a label of a value that the newest step lacks says that it is old", () => {
  const { labels } = model([solid(1), { step: 2, masked: { session_lost: 8 } }]);
  expect(labels.map(({ name, value, detail }) => `${name} ${value} ${detail}`)).toEqual([
    "evidence –, last 50% at step 1 n 8",
    "as scored 0% n 8",
  ]);
});

test("a step that was never heard of breaks every line", () => {
  const { rows } = model([solid(1), solid(2), solid(4), solid(5)]);
  expect(rows.map(({ x, evidence }) => [x, evidence])).toEqual([
    [1, 0.5],
    [2, 0.5],
    [3.5, null],
    [4, 0.5],
    [5, 0.5],
  ]);
});

test("evidence of fewer than 8 rollouts is a dot with its interval, and no point of the line", () => {
  const { rows, dots, labels } = model([solid(1), solid(2), { step: 3, rewards: [1, 0, 0] }]);
  expect(rows[2]?.["evidence"]).toBeNull();
  expect(dots).toEqual([
    {
      series: "evidence",
      x: 3,
      y: expect.closeTo(1 / 3),
      whisker: [expect.closeTo(0.0615, 4), expect.closeTo(0.7923, 4)],
    },
  ]);
  expect(labels[0]).toMatchObject({ id: "evidence", value: "33%", detail: "n 3, thin" });
});

test("a point with a gap on either side is a dot", () => {
  const { dots } = model([solid(1), solid(3), solid(4)]);
  expect(dots.map(({ series, x }) => [series, x])).toEqual([
    ["evidence", 1],
    ["as_scored", 1],
  ]);
});

test("rewards of 0 and 1 have no 10-90% band, others do", () => {
  expect(model([solid(1), solid(2)]).hasBand).toBe(false);
  const spread = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
  expect(model([{ step: 1, rewards: spread }]).hasBand).toBe(true);
});

test("rewards outside [0, 1] are plain numbers on a scale that holds them", () => {
  const { inPercent, scale, labels } = model([{ step: 1, rewards: [-3, -1, -2, -2, -3, -1, -2, -2] }]);
  expect([inPercent, scale.domain, labels[0]?.value]).toEqual([false, [-3, -1], "−2"]);
});

test("the axis holds the whiskers of thin evidence", () => {
  // Mean 0.2, standard error √(4.8/4/5) = 0.49: from −0.76 to 1.16.
  expect(model([{ step: 1, rewards: [-1, 1, -1, 1, 1] }]).scale.domain).toEqual([-1, 2]);
  // Wilson's interval of 1 of 5 ends at 62%.
  expect(model([{ step: 1, rewards: [1, 0, 0, 0, 0] }]).scale.domain).toEqual([0, 1]);
});

test("a told range decides over percent", () => {
  expect(rewardsInPercent(sampleBuckets([solid(1)]), [-1, 1])).toBe(false);
  expect(rewardsInPercent([], null)).toBe(true);
});

test("one rollout has no interval outside [0, 1]", () => {
  const one = { n: 1, mean: 2, se: null, p10: 2, p90: 2 };
  expect(evidenceInterval(one, false)).toBeNull();
  expect(evidenceInterval({ n: 4, mean: 2, se: 0.5, p10: 1, p90: 3 }, false)).toEqual([
    expect.closeTo(1.02),
    expect.closeTo(2.98),
  ]);
});

test("superseded steps are parts of a faint line, broken at gaps", () => {
  const { superseded } = model([solid(1)], [solid(1), solid(2), solid(4)]);
  expect(superseded).toEqual([
    [
      { x: 1, y: 0.5 },
      { x: 2, y: 0.5 },
    ],
    [{ x: 4, y: 0.5 }],
  ]);
});

test("a trainer's own reward is a third line where it was told", () => {
  expect(model([solid(1)]).hasTrained).toBe(false);
  expect(model([{ ...solid(1), trained: 0.25 }]).labels.map((label) => label.id)).toEqual([
    "evidence",
    "as_scored",
    "trained",
  ]);
});
