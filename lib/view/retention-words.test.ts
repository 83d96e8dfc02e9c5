import { expect, test } from "vitest";
import { describeRetention, parseDays, sumPlan } from "./retention-words";

test("a rule is told by its terms", () => {
  expect(describeRetention({ payload_days: 7, rollout_days: 30, archived_days: 1 })).toBe(
    "Text of rollouts goes after 7 days. Rollouts go after 30 days; summaries stay. Archived runs go after 1 day.",
  );
  expect(describeRetention({ payload_days: null, rollout_days: null, archived_days: null })).toBe(
    "Everything is kept.",
  );
});

test.each([
  ["", null],
  [" 30 ", 30],
  ["36500", 36_500],
])("days typed as %o are %o", (text, days) => {
  expect(parseDays(text, "Rollouts, days")).toBe(days);
});

test.each(["0", "-1", "1.5", "36501", "soon"])("%o is no number of days", (text) => {
  expect(() => parseDays(text, "Rollouts, days")).toThrow("Rollouts, days: has to be a whole number");
});

test("a plan is summed without what is protected", () => {
  const acts = [
    { protected_by: null, rollouts: 5_120, bytes: 2_000_000 },
    { protected_by: null, rollouts: 80, bytes: 500_000 },
    { protected_by: "kept_by_tag", rollouts: 9_999, bytes: 9_999 },
  ];
  expect(sumPlan({ acts })).toBe(
    "Of 2 runs, 5,200 rollouts, 2.5 MB would go now. Nothing was removed yet. 1 run is protected.",
  );
  expect(sumPlan({ acts: acts.slice(2) })).toBe("Nothing would go now. 1 run is protected.");
  expect(sumPlan({ acts: [] })).toBe("Nothing would go now.");
});
