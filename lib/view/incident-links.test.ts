import { expect, test } from "vitest";
import type { RunIncident } from "@/lib/core/run-incident";
import { countHeadline, incidentDifferenceHref } from "./incident-links";
import { sampleDetection } from "./sample-incidents";

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

/** Steps 61 to 80, of which nearly all is lost. */
const [found] = sampleDetection(
  Array.from({ length: 20 }, (_, index) => ({
    step: index + 61,
    rewards: [1],
    masked: { session_lost: 63 },
    complete: true,
  })),
).incidents;
if (found === undefined) throw new Error("a run that is bad from its start has an incident");
const incident: RunIncident = { ...found, onset: 61, lastStep: 80, environment: null, split: "train", state: "open" };

test.each([
  ["kind:session_lost", "/api/v1/runs/r/difference?kind=session_lost&from=61&to=80"],
  ["kind:(masked, no kind)", "/api/v1/runs/r/difference?kind=(masked%2C%20no%20kind)&from=61&to=80"],
  ["masked", "/api/v1/runs/r/difference?outcome=masked&from=61&to=80"],
  ["suspected_false_zeros", "/api/v1/runs/r/difference?suspected=true&from=61&to=80"],
  ["any_failure", null],
  ["reward", null],
])("what sets the rollouts of %s apart is read from its onset to its last step", (series, href) => {
  expect(incidentDifferenceHref("r", { ...incident, series })).toBe(href);
});

test("rollouts that count no more, and eval, are not compared", () => {
  expect(incidentDifferenceHref("r", { ...incident, state: "rolled_back" })).toBeNull();
  expect(incidentDifferenceHref("r", { ...incident, split: "eval" })).toBeNull();
  expect(incidentDifferenceHref("r", { ...incident, onset: null })).toBeNull();
});
