import { expect, test } from "vitest";
import { countHeadline } from "./incident-links";

const headline = { id: "a", severity: "critical", words: "", environment: null, onset: 61 } as const;

test.each([
  ["kind:session_lost", { kind: "session_lost" }],
  ["masked", { outcome: "masked" }],
  ["suspected_false_zeros", { suspected: true }],
  ["any_failure", {}],
])("what a list says of %s leads to the rollouts from its onset to the last step", (series, counted) => {
  expect(countHeadline({ ...headline, series }, 80)).toEqual({ steps: { from: 61, to: 80 }, ...counted });
});

test("an environment's incident leads to its own rollouts, and one of eval outside any step to those", () => {
  expect(countHeadline({ ...headline, series: "masked", environment: "browser" }, 70)).toEqual({
    steps: { from: 61, to: 70 },
    environment: "browser",
    outcome: "masked",
  });
  expect(countHeadline({ ...headline, series: "masked", onset: null }, null)).toEqual({
    split: "eval",
    outcome: "masked",
  });
});
