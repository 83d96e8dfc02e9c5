import { expect, test } from "vitest";
import { judgeOutcome } from "./outcome";

test.each([
  // Left out on purpose, failed, a finite reward, masked: the first that holds decides.
  [true, true, "finite", true, "omitted"],
  [true, false, "absent", false, "omitted"],
  [false, true, "finite", false, "failed"],
  [false, true, "nan", true, "failed"],
  [false, false, "nan", false, "unscored"],
  [false, false, "null", true, "unscored"],
  [false, false, "verification_skipped", false, "unscored"],
  [false, false, "bool", true, "unscored"],
  [false, false, "finite", true, "masked"],
  [false, false, "finite", false, "scored"],
] as const)(
  "omitted %s, failed %s, reward %s, masked %s: %s",
  (isOmitted, isFailureRecord, rewardState, maskFlagged, outcome) => {
    expect(judgeOutcome({ isOmitted, isFailureRecord, rewardState, maskFlagged })).toBe(outcome);
  },
);
