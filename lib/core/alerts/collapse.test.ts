import { describe, expect, test } from "vitest";
import { collapseNotices, noticesAtOnce } from "./collapse";
import type { Notice, NoticeEvent } from "./notice";

const noon = Date.UTC(2026, 7, 3, 12);

function wait(id: number, incident: string, event: NoticeEvent): Notice {
  return {
    id,
    key: `ntc_${id}`,
    webhook: "wh",
    eventId: event === "summary" ? null : id,
    run: "browser-7",
    incident: event === "summary" ? null : incident,
    event,
    severity: "major",
    text: "",
    body: "{}",
    state: "waiting",
    why: null,
    createdAt: noon,
    attempts: 0,
    refusals: 0,
    nextTryAt: null,
    settledAt: null,
    lastAttempt: null,
    partOf: null,
  };
}

function collapse(waiting: readonly Notice[], told: readonly string[] = []) {
  const { send, absorbed, moot, summary } = collapseNotices(waiting, new Set(told));
  return {
    send: send.map(({ notice, event }) => `${notice.id} ${event}`),
    absorbed: absorbed.map(({ notice, by }) => `${notice.id} by ${by.id}`),
    moot: moot.map(({ id }) => id),
    summary: summary.map(({ id }) => id),
  };
}

const nothing = { send: [], absorbed: [], moot: [], summary: [] };

describe("a receiver that comes back is sent", () => {
  test.each<[string, Notice[], string[], Partial<ReturnType<typeof collapse>>]>([
    ["nothing where nothing waits", [], [], {}],
    ["one notice as it is", [wait(1, "a", "opened")], [], { send: ["1 opened"] }],
    [
      "the newest state of what goes on, as an opening",
      [wait(1, "a", "opened"), wait(2, "a", "severity_rose")],
      [],
      { send: ["2 opened"], absorbed: ["1 by 2"] },
    ],
    [
      "a rise as a rise, where it knew of the incident",
      [wait(2, "a", "severity_rose")],
      ["a"],
      { send: ["2 severity_rose"] },
    ],
    [
      "only the end of what it knew of",
      [wait(2, "a", "severity_rose"), wait(3, "a", "ended")],
      ["a"],
      { send: ["3 ended"], absorbed: ["2 by 3"] },
    ],
    [
      "one notice of one incident that opened and ended meanwhile",
      [wait(1, "a", "opened"), wait(2, "a", "ended")],
      [],
      { send: ["2 ended"], absorbed: ["1 by 2"] },
    ],
    [
      "several of them in one summary, beside what goes on",
      [
        wait(1, "a", "opened"),
        wait(2, "b", "opened"),
        wait(3, "a", "ended"),
        wait(4, "b", "rolled_back"),
        wait(5, "c", "opened"),
      ],
      [],
      { send: ["5 opened"], absorbed: ["1 by 3", "2 by 4"], summary: [3, 4] },
    ],
    [
      "nothing of what was withdrawn before it knew",
      [wait(1, "a", "opened"), wait(2, "a", "withdrawn")],
      [],
      { moot: [1, 2] },
    ],
    ["the withdrawal of what it knew of", [wait(2, "a", "withdrawn")], ["a"], { send: ["2 withdrawn"] }],
    [
      "a summary that it has not taken yet, together with what is over since",
      [wait(7, "", "summary"), wait(8, "a", "opened"), wait(9, "a", "ended")],
      [],
      { absorbed: ["8 by 9"], summary: [7, 9] },
    ],
    ["a summary alone as it is", [wait(7, "", "summary")], [], { send: ["7 summary"] }],
  ])("%s", (_name, waiting, told, expected) => {
    expect(collapse(waiting, told)).toEqual({ ...nothing, ...expected });
  });

  test("one summary where more goes on than is read one by one", () => {
    const open = Array.from({ length: noticesAtOnce + 1 }, (_, index) => wait(index + 1, `i${index}`, "opened"));
    expect(collapse(open.slice(1)).send).toHaveLength(noticesAtOnce);
    expect(collapse(open)).toEqual({ ...nothing, summary: open.map(({ id }) => id) });
  });

  test("things in the order that they happened, however they are given", () => {
    const waiting = [wait(4, "b", "opened"), wait(2, "a", "opened"), wait(9, "a", "severity_rose")];
    expect(collapse(waiting)).toEqual({ ...nothing, send: ["4 opened", "9 opened"], absorbed: ["2 by 9"] });
  });
});
