import { describe, expect, test } from "vitest";
import { defaultRunSettings, type RunSettings } from "../run";
import { compareSettings } from "./compare-settings";

const set = (told: Partial<RunSettings>): RunSettings => ({ ...defaultRunSettings, ...told });

describe("settings of compared runs", () => {
  test("differ path by path; what is not set is not the same as null set", () => {
    const a = set({ groupSize: 8, config: { optimizer: { lr: 1e-6, betas: [0.9, 0.95] }, seed: 1, pool: null } });
    const b = set({ groupSize: 8, config: { optimizer: { lr: 2e-6, betas: [0.9, 0.95] }, seed: 1, steps: 80 } });
    const { settings, alike } = compareSettings([a, b]);
    expect(settings).toEqual([
      { path: "config.optimizer.lr", values: ["0.000001", "0.000002"] },
      { path: "config.pool", values: ["null", null] },
      { path: "config.steps", values: [null, "80"] },
    ]);
    // group_size, failure_reward, sensitivity, asynchronous, betas, seed.
    expect(alike).toBe(6);
  });

  test("do not differ by the order of keys or tags, nor by title and description", () => {
    const a = set({ title: "A", tags: ["x", "y"], config: { one: 1, two: 2 } });
    const b = set({ title: "B", description: "other", tags: ["y", "x"], config: { two: 2, one: 1 } });
    expect(compareSettings([a, b]).settings).toEqual([]);
  });

  test("have paths for any key, and for objects in lists", () => {
    const a = set({ config: { "a.b": { "": 1 }, stages: [{ name: "warm" }] } });
    const b = set({ config: { stages: [{ name: "cold" }, { name: "hot" }] } });
    expect(compareSettings([a, b]).settings).toEqual([
      { path: 'config["a.b"][""]', values: ["1", null] },
      { path: "config.stages[0].name", values: ['"warm"', '"cold"'] },
      { path: "config.stages[1].name", values: [null, '"hot"'] },
    ]);
  });

  test("list three hundred differences and count the others", () => {
    const wide = Object.fromEntries(Array.from({ length: 350 }, (_, index) => [`key_${index}`, index]));
    const { settings, others } = compareSettings([set({ config: wide }), set({})]);
    expect([settings.length, others]).toEqual([300, 50]);
  });
});
