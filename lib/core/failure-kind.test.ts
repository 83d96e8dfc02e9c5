import { describe, expect, test } from "vitest";
import { displayFailureKind, failureKindLimit, parseFailureKind, registeredFailureKinds } from "./failure-kind";

describe("a failure kind", () => {
  test.each([[null], [""], ["  "], ["none"], ["None"], [" NULL "], ["ok"], ["OK"]])("%j is none", (sent) => {
    expect(parseFailureKind(sent)).toEqual({ kind: null, unregistered: false, cut: false });
  });

  test.each([
    ["session_lost", false],
    ["agent_run_error", false],
    ["shop_server:cart_gone", false],
    ["a:b", false],
    ["Session_lost", true],
    ["session_lost ", true],
    ["shop:", true],
    [":cart", true],
    ["Shop:cart", true],
    ["shop:cart:gone", true],
    ["shop:cart\n", true],
    ["2fa:lost", true],
    ["timeout_exceeded", true],
    ["none_found", true],
    ["__proto__", true],
  ])("%j is kept to the letter; unregistered: %s", (sent, unregistered) => {
    expect(parseFailureKind(sent)).toEqual({ kind: sent, unregistered, cut: false });
  });

  test("is cut at 128 characters, and then known by what is left", () => {
    expect(parseFailureKind("a".repeat(128))).toEqual({ kind: "a".repeat(128), unregistered: true, cut: false });
    expect(parseFailureKind("a".repeat(129))).toEqual({ kind: "a".repeat(128), unregistered: true, cut: true });
    expect(failureKindLimit).toBe(128);
  });

  test("is registered as <domain>_<condition>", () => {
    expect(registeredFailureKinds.size).toBe(24);
    expect([...registeredFailureKinds].filter((kind) => !/^[a-z][a-z0-9_]*$/.test(kind))).toEqual([]);
  });

  test.each([
    ["timeout_exceeded", "agent_timeout"],
    ["oom_killed", "provider_oom_killed"],
    ["sandbox", "provider_unavailable"],
    ["SandboxError", "provider_unavailable"],
    ["remote_agent_error", "agent_run_error"],
    ["sandboxerror", "sandboxerror"],
    ["session_lost", "session_lost"],
  ])("%s is shown as %s", (kind, shown) => {
    expect(displayFailureKind(kind)).toBe(shown);
  });
});
