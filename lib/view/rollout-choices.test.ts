import { expect, test } from "vitest";
import type { Segment } from "@/lib/core/run";
import { toRolloutChoices } from "./rollout-choices";

function segment(name: string): Segment {
  return { segment: name, startedAt: null, fromStep: null, firstStep: null, supersededFrom: null, firstHeardAt: 0 };
}

test("offers only where there is more than one to choose from", () => {
  const one = { environments: ["web"], segments: [segment("a")], labels: {}, splits: ["train"] };
  expect(toRolloutChoices(one, ["session_lost"])).toEqual({
    kinds: ["session_lost"],
    environments: [],
    segments: [],
    labels: [],
    hasEval: false,
  });
  const two = {
    environments: ["web", "sql"],
    segments: [segment("a"), segment("b")],
    labels: { host: ["gpu-17"] },
    splits: ["train", "eval"],
  };
  expect(toRolloutChoices(two, [])).toEqual({
    kinds: [],
    environments: ["web", "sql"],
    segments: ["a", "b"],
    labels: [["host", ["gpu-17"]]],
    hasEval: true,
  });
});
