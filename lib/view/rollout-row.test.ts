import { describe, expect, test } from "vitest";
import { describeAttempt, toOneLine, toRolloutRow } from "./rollout-row";
import { sampleRollout } from "./sample-rollout";

describe("toRolloutRow", () => {
  test("writes every cell of a masked rollout", () => {
    expect(toRolloutRow(sampleRollout(), 0)).toEqual({
      key: 7,
      step: 61,
      group: "812",
      sample: 3,
      id: null,
      outcome: "masked",
      appearance: "masked",
      reward: "0",
      rewardCounts: false,
      noReward: null,
      kind: "session_lost",
      reason: "reset: ↵ no session⟨U+202E⟩ in 30 s",
      wholeReason: "reset:\n  no session⟨U+202E⟩ in 30 s",
      environment: "browser_agent",
      attempt: null,
      duration: "31 s",
      finishedAt: null,
      notCounting: null,
    });
  });

  test("tells a valid zero from a solved one by the run's failure reward", () => {
    const scored = sampleRollout({ outcome: "scored", failureKind: null, maskSources: [], reward: -1 });
    expect(toRolloutRow(scored, -1).appearance).toBe("zero");
    expect(toRolloutRow(scored, 0).appearance).toBe("solved");
  });

  test("gives lost rollouts without a kind their reserved name, and a reward that is none its reason", () => {
    const failed = sampleRollout({ outcome: "failed", failureKind: null, reward: null, rewardState: "nan" });
    const row = toRolloutRow(failed, 0);
    expect([row.kind, row.reward, row.noReward]).toEqual(["(failed, no kind)", null, "its reward is NaN"]);
  });

  test("cuts a long reason between characters", () => {
    const row = toRolloutRow(sampleRollout({ failureReason: "🙂".repeat(300) }), 0);
    expect(row.reason).toBe(`${"🙂".repeat(240)}…`);
  });
});

test.each([
  [{ attempt: 0, attempts: 1 }, null],
  [{ attempt: 1, attempts: 2 }, "2 of 2"],
  [{ attempt: 3, attempts: 1 }, "4 of 4"],
  [{ attempt: 0, attempts: 2 }, "1 of 2"],
])("describeAttempt(%j) is %j", (rollout, expected) => {
  expect(describeAttempt(rollout)).toBe(expected);
});

test("toOneLine keeps one line of what it was given", () => {
  expect(toOneLine("  a\n\n\tb\u0000  ")).toBe("a ↵ b␀");
});
