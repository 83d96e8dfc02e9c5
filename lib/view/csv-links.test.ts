import { expect, test } from "vitest";
import { groupTableHref, issueTableHref, rolloutTableHref, stepTableHref } from "./csv-links";
import { wholeQueue } from "./issue-view";
import { everyRollout } from "./rollout-view";
import { wholeRun } from "./run-view";
import { wholeStep } from "./step-page-view";

test("a table has what the page shows, all of it", () => {
  expect(rolloutTableHref("a/groups?", { ...everyRollout, kind: "x" })).toBe(
    "/api/v1/runs/a%2Fgroups%3F/rollouts.csv?kind=x",
  );
  expect(issueTableHref({ ...wholeQueue, run: "a b" })).toBe("/api/v1/issues.csv?sort=queue&run=a+b");
  expect(groupTableHref("a", 61, { ...wholeStep, labels: [["host", "b"]], order: "name" })).toBe(
    "/api/v1/runs/a/steps/61/groups.csv?label.host=b",
  );
});

test("the table of charts has their buckets, or every step where each is one", () => {
  const view = { ...wholeRun, labels: [["resolution", "7"]] as const };
  const shown = { from: 61, to: 80 };
  expect(stepTableHref("r", view, shown, 1, 500)).toBe(
    "/api/v1/runs/r/steps.csv?from=61&to=80&split=train&label.resolution=7",
  );
  expect(stepTableHref("r", view, null, 2, 500)).toBe(
    "/api/v1/runs/r/steps.csv?split=train&label.resolution=7&resolution=500",
  );
});
