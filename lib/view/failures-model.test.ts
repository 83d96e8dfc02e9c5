import { expect, test } from "vitest";
import { type FailureScale, seriesAt, toFailuresModel } from "./failures-model";
import { type SampleStep, sampleBuckets } from "./sample-steps";
import { layOutSteps } from "./step-axis";

function model(samples: readonly SampleStep[], scale: FailureScale = "share", resolution = 500) {
  const buckets = sampleBuckets(samples, resolution);
  const width = (buckets[0]?.to ?? 0) - (buckets[0]?.from ?? 0) + 1;
  return toFailuresModel(layOutSteps(buckets, width, null), buckets, scale);
}

const mixed: SampleStep = { step: 1, rewards: [1, 0, 0, 0], masked: { session_lost: 3 }, failed: { agent_timeout: 1 } };

test("kinds are stacked shares of received rollouts, the most frequent at the foot", () => {
  const { series, rows } = model([mixed]);
  expect(series.map(({ kind, count }) => [kind, count])).toEqual([
    ["session_lost", 3],
    ["agent_timeout", 1],
  ]);
  expect(rows).toEqual([
    { x: 0.5, range: null, k0: [0, 0.375], k1: [0.375, 0.5] },
    { x: 1.5, range: null, k0: [0, 0.375], k1: [0.375, 0.5] },
  ]);
});

test("a step that was never heard of is a gap, not zero failures", () => {
  const { rows } = model([mixed, { ...mixed, step: 3 }]);
  expect(rows.map(({ x, k0 }) => [x, k0])).toEqual([
    [0.5, [0, 0.375]],
    [1.5, [0, 0.375]],
    [1.5, null],
    [2.5, [0, 0.375]],
    [3.5, [0, 0.375]],
  ]);
});

test("counts are rollouts, and a logarithmic axis has single lines without zeros", () => {
  expect(model([mixed], "count").rows[0]).toEqual({ x: 0.5, range: null, k0: [0, 3], k1: [3, 4] });
  const log = model([mixed, { step: 2, rewards: [1, 1, 1, 1, 1, 1, 1], masked: { session_lost: 1 } }], "log");
  expect(log.scale.domain).toEqual([0.1, 1]);
  expect(log.rows.map(({ x, k1 }) => [x, k1])).toEqual([
    [0.5, 0.125],
    [1.5, 0.125],
    [1.5, null],
    [2.5, null],
  ]);
});

test("eight kinds are shown and the rest are one; a single one more is shown too", () => {
  const failed = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`server:kind_${index}`, 20 - index]));
  expect(model([{ step: 1, failed: failed(9) }]).series).toHaveLength(9);
  const ten = model([{ step: 1, failed: failed(10) }]).series;
  expect([ten.length, ten[8]?.kind, ten[8]?.name, ten[8]?.count]).toEqual([9, null, "2 other kinds", 12 + 11]);
});

test("a kind that stands out in one step is drawn, however rare it is over all of them; one rollout is no peak", () => {
  const usual = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`server:kind_${index}`, 2]));
  const samples = Array.from(
    { length: 30 },
    (_, step): SampleStep => ({ step, failed: usual, rewards: Array(76).fill(1) }),
  );
  // 28 of 128 in step 12, which is less than the 60 of any usual kind; `once` has 1 of the 1 that came of step 31.
  const peak = samples.map((one) => (one.step === 12 ? { ...one, failed: { ...usual, only_here: 28 } } : one));
  const { series } = model([...peak, { step: 31, failed: { once: 1 } }]);
  expect(series.slice(6).map(({ kind, name }) => [kind, name])).toEqual([
    ["server:kind_4", "server:kind_4"],
    ["only_here", "only_here"],
    [null, "6 other kinds"],
  ]);
});

test("a kind that shares its colour with a more frequent one is hatched", () => {
  const { series } = model([{ step: 1, failed: { transport_timeout: 3, transport_local_resource: 2 } }]);
  expect(series.map(({ colour, hatched }) => [colour, hatched])).toEqual([
    ["var(--kind-3)", false],
    ["var(--kind-3)", true],
  ]);
});

test("a spike in one of many steps stands out of its bucket as a needle", () => {
  const samples = Array.from({ length: 20 }, (_, step): SampleStep => {
    return step === 7 ? { step, masked: { session_lost: 4 } } : { step, rewards: [0, 0, 1, 0] };
  });
  const { rows, scale, spikes } = model(samples, "share", 10);
  expect(scale.domain[1]).toBe(1);
  expect(rows.find((row) => row.x === 5.5)).toMatchObject({ range: [0, 1], k0: [0, 0.5] });
  // 4 of the 8 rollouts of steps 6 and 7, and all 4 of one of them.
  expect(spikes).toEqual([{ x: 6.5, low: 0.5, high: 1, colour: "var(--kind-0)" }]);
});

test("what every step has now and then is the plain range, and no needle", () => {
  // Every point of two steps has one of 2 of 4 and one of none: 25%, up to 50% in a step, everywhere alike.
  const samples = Array.from({ length: 20 }, (_, step): SampleStep => {
    return step % 2 === 0 ? { step, rewards: [0, 1], masked: { session_lost: 2 } } : { step, rewards: [0, 0, 1, 0] };
  });
  const { rows, spikes } = model(samples, "share", 10);
  expect(rows[0]).toMatchObject({ range: [0, 0.5], k0: [0, 0.25] });
  expect(spikes).toEqual([]);
});

test("the axis holds all that is drawn, of a step still filling too", () => {
  const half = { step: 1, expected: 64, rewards: [1], masked: { session_lost: 1 }, complete: false };
  expect(model([half]).scale.domain).toEqual([0, 0.6]);
  // Five kinds of one rollout in seven, stacked: 5 of 7 is 71%.
  const failed = { a_one: 1, b_two: 1, c_three: 1, d_four: 1, e_five: 1 };
  expect(model([{ step: 1, expected: 64, rewards: [1, 0], failed, complete: false }]).scale.domain).toEqual([0, 1]);
});

test("zeros that a rule suspects are a hatched series of their own, on top of what was reported", () => {
  const { series, rows } = model([{ step: 1, rewards: [1], masked: { session_lost: 2 }, emptyZeros: 1 }]);
  expect(series.map(({ key, name, hatched, count }) => [key, name, hatched, count])).toEqual([
    ["k0", "session_lost", false, 2],
    ["suspected", "suspected false zeros (rule)", true, 1],
  ]);
  expect(rows[0]).toEqual({ x: 0.5, range: null, k0: [0, 0.5], suspected: [0.5, 0.75] });
});

test("a place in a band is its kind, and above all bands none", () => {
  const one = model([mixed]);
  expect([0.1, 0.4, 0.9].map((value) => seriesAt(one, 0, value)?.kind ?? null)).toEqual([
    "session_lost",
    "agent_timeout",
    null,
  ]);
});

test("labels give the newest share with both its numbers", () => {
  const { labels } = model([mixed, { step: 2, rewards: [1, 1, 1, 1], masked: { session_lost: 4 } }]);
  expect(labels.map(({ name, value, detail }) => [name, value, detail])).toEqual([
    ["session_lost", "50%", "4 of 8"],
    ["agent_timeout", "0%", ""],
  ]);
});
