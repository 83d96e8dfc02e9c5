import { expect, test } from "vitest";
import { listRolloutCrumbs } from "./rollout-crumbs";
import { sampleRollout } from "./sample-rollout";

test("leads from the runs over the run and the step to the rollout", () => {
  expect(listRolloutCrumbs(sampleRollout({ run: "a/b" }), null)).toEqual([
    { label: "Runs", href: "/" },
    { label: "a/b", href: "/runs/a%2Fb" },
    { label: "step 61", href: "/runs/a%2Fb/rollouts?step=61" },
    { label: "group 812, sample 3" },
  ]);
});

test.each([
  [{ group: null, id: "r-17" }, "r-17"],
  [{ group: null, id: null, key: 9 }, "rollout 9"],
  [{ sample: null }, "group 812"],
])("names a rollout by what it has: %j", (change, label) => {
  expect(listRolloutCrumbs(sampleRollout(change), "Title").at(-1)).toEqual({ label });
});
