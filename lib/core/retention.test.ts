import { expect, test } from "vitest";
import { describeRule, judgeRetention, type RetainedRun, type RetentionRule } from "./retention";

const day = 24 * 3_600_000;
const general: RetentionRule = {
  id: 1,
  project: null,
  payloadDays: 7,
  rolloutDays: 30,
  archivedDays: 90,
  version: 1,
  changedBy: null,
  changedAt: 0,
};
const own: RetentionRule = { ...general, id: 2, project: "browser", payloadDays: 14, rolloutDays: null };
const plain: RetainedRun = { run: "r", project: null, tags: [], activeAt: 0, archivedAt: null, openIncidents: 0 };

test.each<[string, Partial<RetainedRun>, number, string[]]>([
  ["a day early", {}, 6.9, []],
  ["its text is old", {}, 7, ["payloads"]],
  ["its rows are", {}, 30, ["rollouts"]],
  ["archived, and not for long", { archivedAt: 20 * day }, 30, ["rollouts"]],
  ["archived for long", { archivedAt: 0 }, 90, ["removal"]],
  ["its project has another rule", { project: "browser" }, 30, ["payloads"]],
  ["its project has none", { project: "code" }, 30, ["rollouts"]],
  ["tagged to be kept", { tags: ["keep"], archivedAt: 0 }, 400, ["removal kept_by_tag"]],
  ["an incident is open", { openIncidents: 1 }, 30, ["rollouts open_incident"]],
  ["put away with an open incident", { openIncidents: 1, archivedAt: 0 }, 90, ["removal"]],
])("a run that is %s", (_name, told, days, acts) => {
  const due = judgeRetention({ ...plain, ...told }, [own, general], days * day);
  expect(due.map(({ act, protection }) => (protection === null ? act : `${act} ${protection}`))).toEqual(acts);
});

test("without a rule everything is kept", () => {
  expect(judgeRetention(plain, [], 1_000 * day)).toEqual([]);
  expect(judgeRetention(plain, [own], 1_000 * day)).toEqual([]);
});

test("a rule says what it does", () => {
  expect(describeRule(general)).toBe("all runs: text after 7 d, rollouts after 30 d, archived runs after 90 d");
  expect(describeRule({ ...own, payloadDays: null, archivedDays: null })).toBe("project browser: everything is kept");
});
