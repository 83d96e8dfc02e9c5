import { describe, expect, test } from "vitest";
import type { IncidentEventName } from "./notice";
import { historyAfterMs, type News, planNotices, toToldKey } from "./plan-notices";
import type { Webhook } from "./webhook";

const noon = Date.UTC(2026, 7, 3, 12);

const webhook: Webhook = {
  id: "wh",
  name: "On call",
  kind: "generic",
  source: "settings",
  severity: "major",
  runs: [],
  projects: [],
  tags: [],
  isPaused: false,
  createdAt: noon,
  failures: 0,
  failingSince: null,
  nextTryAt: null,
  waiting: 0,
  lastSentAt: null,
};

let number = 0;
function tell(event: IncidentEventName, severity: News["severity"], more: Partial<News> = {}): News {
  return {
    id: ++number,
    incident: "i1",
    run: "browser-7",
    event,
    severity,
    step: 61,
    at: noon,
    filtered: { run: "browser-7", project: "browser", tags: ["grpo"] },
    isExpected: false,
    happenedAt: noon - 1_000,
    ...more,
  };
}

const planned = (news: readonly News[], told: readonly string[] = [], hook: Partial<Webhook> = {}) =>
  planNotices(news, [{ ...webhook, ...hook }], new Set(told)).map(
    ({ event, state, news: { severity } }) => `${event} ${severity} ${state}`,
  );

describe("of an incident a receiver of major ones and up hears", () => {
  test.each<[string, News[], string[]]>([
    ["that it opened", [tell("opened", "major")], ["opened major waiting"]],
    ["nothing while it is minor", [tell("opened", "minor")], []],
    [
      "that it opened once it is bad enough",
      [tell("opened", "minor"), tell("severity_rose", "major")],
      ["opened major waiting"],
    ],
    [
      "each rise",
      [tell("opened", "major"), tell("severity_rose", "critical")],
      ["opened major waiting", "severity_rose critical waiting"],
    ],
    [
      "that it ended",
      [tell("opened", "critical"), tell("ended", "critical")],
      ["opened critical waiting", "ended critical waiting"],
    ],
    ["no end of what it was never told of", [tell("opened", "minor"), tell("ended", "minor")], []],
    [
      "that it was rolled back",
      [tell("opened", "critical"), tell("rolled_back", "critical")],
      ["opened critical waiting", "rolled_back critical waiting"],
    ],
    [
      "that it was withdrawn",
      [tell("opened", "major"), tell("withdrawn", "major")],
      ["opened major waiting", "withdrawn major waiting"],
    ],
    ["nothing that a person expects", [tell("opened", "critical", { isExpected: true })], []],
  ])("%s", (_name, news, expected) => {
    expect(planned(news)).toEqual(expected);
  });

  test("the end of what an earlier notice told of", () => {
    expect(planned([tell("ended", "major")], [toToldKey("wh", "i1")])).toEqual(["ended major waiting"]);
    expect(planned([tell("ended", "major")], [toToldKey("other", "i1")])).toEqual([]);
  });
});

test("a paused receiver, and one of other runs, hear nothing", () => {
  expect(planned([tell("opened", "critical")], [], { isPaused: true })).toEqual([]);
  expect(planned([tell("opened", "critical")], [], { runs: ["code-*"] })).toEqual([]);
  expect(planned([tell("opened", "critical")], [], { tags: ["grpo"] })).toEqual(["opened critical waiting"]);
});

test("an end is told even where the run has left the filter meanwhile", () => {
  const left = { filtered: { run: "browser-7", project: "code", tags: [] } };
  const told = planned([tell("opened", "major"), tell("ended", "major", left)], [], { projects: ["browser"] });
  expect(told).toEqual(["opened major waiting", "ended major waiting"]);
});

describe("history", () => {
  const old = { happenedAt: noon - historyAfterMs - 1 };

  test.each<[string, Partial<News>, string]>([
    ["rollouts that had finished six hours before", { happenedAt: noon - historyAfterMs }, "opened major waiting"],
    ["rollouts that had finished earlier", old, "opened major skipped"],
    ["rollouts without a time", { happenedAt: null }, "opened major waiting"],
  ])("an incident in %s", (_name, more, expected) => {
    expect(planned([tell("opened", "major", more)])).toEqual([expected]);
  });

  test("an incident in an old file pages nobody, from its opening to its end", () => {
    const news = [tell("opened", "major", old), tell("severity_rose", "critical", old), tell("ended", "critical", old)];
    expect(planned(news)).toEqual(["opened major skipped", "opened critical skipped"]);
  });

  test("an old incident that gets worse with new rollouts is told", () => {
    expect(planned([tell("opened", "major", old), tell("severity_rose", "critical")])).toEqual([
      "opened major skipped",
      "opened critical waiting",
    ]);
  });
});
