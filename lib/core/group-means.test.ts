import { expect, test } from "vitest";
import { type GroupMeansMember, summariseGroupMeans } from "./group-means";
import { addMoments, noMoments, standardError, toMoments } from "./moments";

function member(part: Partial<GroupMeansMember>): GroupMeansMember {
  return { group: "a", environment: null, outcome: "scored", reward: 0, rewardComponents: [], ...part };
}

test("a group counts once, by the mean of its evidence", () => {
  const { evidence } = summariseGroupMeans([
    member({ reward: 1 }),
    member({ reward: 0 }),
    member({ group: "b", reward: 1 }),
    member({ group: "b", reward: 0, outcome: "masked" }),
    member({ group: "lost", reward: 0, outcome: "masked" }),
    member({ group: "failed", reward: null, outcome: "failed" }),
  ]);
  expect(evidence).toEqual({ n: 2, mean: 0.75, squares: 0.125 });
});

test("a rollout without a group is one of its own, and environments do not share groups", () => {
  const members = [
    member({ group: null, reward: 2 }),
    member({ group: null, reward: -4 }),
    member({ environment: "x", reward: 1 }),
    member({ environment: "y", reward: 1 }),
  ];
  expect(summariseGroupMeans(members).evidence).toEqual({ n: 4, mean: 0, squares: 22 });
  expect(summariseGroupMeans([...members].reverse()).evidence).toEqual({ n: 4, mean: 0, squares: 22 });
});

test("each component has moments of its own, whatever it is called", () => {
  const { components } = summariseGroupMeans([
    member({ rewardComponents: [["format", 1]] }),
    member({
      rewardComponents: [
        ["format", 0],
        ["__proto__", 3],
      ],
    }),
    member({ group: "b", rewardComponents: [["format", 1]], outcome: "masked" }),
  ]);
  expect(Object.entries(components)).toEqual([
    ["__proto__", { n: 1, mean: 3, squares: 0 }],
    ["format", { n: 1, mean: 0.5, squares: 0 }],
  ]);
});

test("moments of parts are the moments of the whole", () => {
  const values = [3, -1, 100.5, 2, 2, 7];
  const whole = toMoments(values);
  const added = addMoments(toMoments(values.slice(0, 2)), addMoments(noMoments, toMoments(values.slice(2))));
  expect(added.n).toBe(6);
  expect(added.mean).toBeCloseTo(whole.mean ?? 0, 12);
  expect(added.squares).toBeCloseTo(whole.squares, 8);
  expect(standardError(toMoments([1, 3]))).toBe(1);
  expect(standardError(toMoments([1]))).toBeNull();
});
