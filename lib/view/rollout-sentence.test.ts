import { expect, test } from "vitest";
import { describeRollouts } from "./rollout-sentence";
import { everyRollout, type RolloutView } from "./rollout-view";

test.each<[Partial<RolloutView>, number | null, string]>([
  [{}, 4709, "4,709 rollouts."],
  [{}, 1, "1 rollout."],
  [{}, 0, "No rollouts."],
  [{}, null, "More than 10,000 rollouts."],
  [{ from: 61, to: 61, outcome: "masked", kind: "session_lost" }, 58, "58 rollouts of step 61 masked as session_lost."],
  [{ from: 61, to: 80, outcome: "failed" }, 3, "3 rollouts of steps 61–80 failed."],
  [{ from: 61, kind: "judge_failed" }, 24, "24 rollouts from step 61 on with judge_failed."],
  [{ to: 5, outcome: "unscored" }, 2, "2 rollouts up to step 5 without a score."],
  [{ outcome: "masked", kind: "(masked, no kind)" }, 2, "2 rollouts masked without a kind."],
  [{ outcome: "scored", kind: "judge_unparseable" }, 1, "1 rollout scored with judge_unparseable."],
  [{ suspected: true, split: "eval" }, 150, "150 eval rollouts, suspected of being false zeros."],
  [
    { group: "812", environment: "web", labels: [["host", "gpu-17"]], segment: "resume-2", text: " no session " },
    7,
    "7 rollouts, in group 812, in environment web, with host = gpu-17, of segment resume-2, whose reason mentions “no session”.",
  ],
])("%j, %s of them: %s", (query, total, expected) => {
  const parts = describeRollouts({ ...everyRollout, ...query }, total);
  expect(parts.map(({ text }) => text).join("")).toBe(expected);
});

test("names of the sender's choosing and kinds are parts of their own", () => {
  const parts = describeRollouts({ ...everyRollout, outcome: "masked", kind: "session_lost", group: "a" }, 1);
  expect(parts.filter(({ as }) => as === "kind" || as === "name")).toEqual([
    { as: "kind", text: "session_lost" },
    { as: "name", text: "a" },
  ]);
});
