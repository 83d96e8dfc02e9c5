import { expect, test } from "vitest";
import { maskedWithoutKind } from "@/lib/core/failure-kind";
import { judgeAppearance, kindColour } from "./colour";

test("a kind has one colour by its name, and the kinds seen most often differ", () => {
  const kinds = [
    "session_lost",
    "judge_failed",
    "agent_timeout",
    "provider_unavailable",
    "transport_timeout",
    "environment_server_failed",
    "verifier_error",
    "agent_run_error",
    "session_expired",
    "judge_unparseable",
  ];
  expect(new Set(kinds.map(kindColour)).size).toBe(10);
  expect([kindColour("session_lost"), kindColour("my_server:odd"), kindColour(maskedWithoutKind)]).toEqual([
    "var(--kind-0)",
    kindColour("my_server:odd"),
    "var(--masked)",
  ]);
});

test.each([
  ["scored", 1, null, "solved"],
  ["scored", 0, null, "zero"],
  ["scored", 1, "judge_failed", "degraded"],
  ["masked", 1, "session_lost", "masked"],
  ["unscored", null, null, "no_result"],
  ["failed", 0, "agent_timeout", "no_result"],
  ["omitted", null, null, "omitted"],
  ["unknown", null, null, "missing"],
] as const)("%s with reward %s and kind %s looks %s", (outcome, reward, failureKind, appearance) => {
  expect(judgeAppearance({ outcome, reward, failureKind, failureReward: 0 })).toBe(appearance);
});
