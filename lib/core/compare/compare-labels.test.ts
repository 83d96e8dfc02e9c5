import { describe, expect, test } from "vitest";
import { compareLabels } from "./compare-labels";

describe("labels of compared runs", () => {
  test("are listed where their shares lie a point apart, the farthest first", () => {
    const a = {
      rollouts: 1_000,
      issues: [],
      labels: [
        { name: "pool", value: "a", count: 500 },
        { name: "host", value: "gpu-1", count: 250 },
      ],
    };
    const b = {
      rollouts: 100,
      issues: [],
      labels: [
        { name: "pool", value: "b", count: 100 },
        // 25.0% and 25.0%.
        { name: "host", value: "gpu-1", count: 25 },
      ],
    };
    expect(compareLabels([a, b, null]).labels).toEqual([
      { name: "pool", value: "b", gap: 1, shares: [{ count: 0, n: 1_000 }, { count: 100, n: 100 }, null] },
      { name: "pool", value: "a", gap: 0.5, shares: [{ count: 500, n: 1_000 }, { count: 0, n: 100 }, null] },
    ]);
  });

  test("of a run without rollouts have no share", () => {
    const one = { rollouts: 4, issues: [], labels: [{ name: "pool", value: "a", count: 4 }] };
    expect(compareLabels([one, { rollouts: 0, issues: [], labels: [] }])).toEqual({ labels: [], others: 0 });
  });
});
