import { describe, expect, test } from "vitest";
import { findSharedSessions, type SessionUser } from "./shared-sessions";

function hold(key: number, sessionId: string | null, from: number | null, to: number | null): SessionUser {
  const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1_000);
  return { key, sessionId, startedAt: ms(from), finishedAt: ms(to), durationMs: null };
}

describe("a session held by two rollouts at once", () => {
  test("is found, with who held it and for how long", () => {
    const found = findSharedSessions([hold(1, "s", 0, 60)], [hold(2, "s", 20, 90), hold(3, "t", 0, 90)]);
    expect(found).toEqual({
      sessions: [{ sessionId: "s", keys: [1, 2], failing: 1, others: 1, overlapMs: 40_000 }],
      total: 1,
      failing: { count: 1, n: 1 },
      others: { count: 1, n: 2 },
    });
  });

  test("one after the other is none, nor an overlap that clocks may make", () => {
    expect(findSharedSessions([hold(1, "s", 0, 60), hold(2, "s", 60, 90), hold(3, "s", 89.5, 99)], []).total).toBe(0);
  });

  test("a long one around two short ones is one finding; a later one is another", () => {
    const users = [
      hold(1, "s", 0, 100),
      hold(2, "s", 10, 20),
      hold(3, "s", 30, 40),
      hold(4, "s", 200, 300),
      hold(5, "s", 250, 300),
    ];
    expect(findSharedSessions([], users).sessions.map(({ keys }) => keys)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  test("times may be told as a duration before the end, or after the start", () => {
    const ended = { ...hold(1, "s", null, 60), durationMs: 60_000 };
    const started = { ...hold(2, "s", 30, null), durationMs: 60_000 };
    expect(findSharedSessions([ended, started], []).sessions).toMatchObject([{ keys: [1, 2], overlapMs: 30_000 }]);
  });

  test("rollouts without a session, or without times, say nothing", () => {
    const silent = [hold(1, null, 0, 60), hold(2, null, 0, 60), hold(3, "", 0, 60), hold(4, "  ", 0, 60)];
    const untimed = [hold(5, "s", null, null), hold(6, "s", 0, null), hold(7, "s", null, 9), hold(8, "s", 60, 0)];
    expect(findSharedSessions(silent, untimed)).toEqual({
      sessions: [],
      total: 0,
      failing: { count: 0, n: 0 },
      others: { count: 0, n: 0 },
    });
  });

  test("many are counted, the most shared are listed, in any order of arrival", () => {
    const users = Array.from({ length: 60 }, (_, at) => hold(at, `s${at % 25}`, at, at + 500));
    const found = findSharedSessions(users, []);
    expect([found.total, found.sessions.length, found.sessions[0]?.keys.length]).toEqual([25, 20, 3]);
    expect(findSharedSessions([...users].reverse(), [])).toEqual(found);
  });
});
