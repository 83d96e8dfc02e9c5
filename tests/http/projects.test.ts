/** Projects over HTTP: what runs say they belong to, and renaming one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireProjectList } from "@/lib/wire/project";
import { WireRetentionRuleList } from "@/lib/wire/retention";
import { WireRun } from "@/lib/wire/run";
import { WireWebhookList } from "@/lib/wire/webhook";
import { type RealServer, startServer } from "../real-server";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

const rename = (body: object) => talk.ask("POST", "/api/v1/projects/rename", body);

async function listProjects() {
  const { projects } = WireProjectList.parse(await talk.get("/api/v1/projects"));
  return projects.map(({ project, runs, archived, rollouts }) => ({ project, runs, archived, rollouts }));
}

test("a project is renamed with its rule and its webhooks, and becomes one with another only where that is asked", async () => {
  for (const [run, project] of [
    ["a", "browser"],
    ["b", "browser"],
    ["c", "code"],
    ["d", null],
  ] as const) {
    await talk.post(run, [{ step: 1, id: run, reward: 1 }]);
    await talk.ask("PUT", `/api/v1/runs/${run}`, { project });
  }
  await talk.ask("PUT", "/api/v1/runs/b", { archived: true });
  expect(await listProjects()).toEqual([
    { project: "browser", runs: 2, archived: 1, rollouts: 2 },
    { project: "code", runs: 1, archived: 0, rollouts: 1 },
  ]);
  await talk.ask("PUT", "/api/v1/retention/rules", { project: "browser", payload_days: 14 });
  await talk.ask("POST", "/api/v1/webhooks", {
    name: "ours",
    url: "https://hooks.example.com/a",
    projects: ["code", "browser"],
  });

  expect(problemOf(await rename({ from: "nowhere", to: "web" }))).toMatchObject({ status: 404, code: "not_found" });
  expect(problemOf(await rename({ from: "browser", to: "code" }))).toMatchObject({ status: 409, code: "conflict" });
  expect(problemOf(await rename({ from: "browser", to: " " }))).toMatchObject({ status: 400, code: "invalid_request" });
  const renamed = await rename({ from: "browser", to: "web agents", by: "ada" });
  expect(JSON.parse(renamed.text)).toEqual({ project: "web agents", runs: 2, merged: false });
  expect(await listProjects()).toEqual([
    { project: "code", runs: 1, archived: 0, rollouts: 1 },
    { project: "web agents", runs: 2, archived: 1, rollouts: 2 },
  ]);
  const run = WireRun.parse(await talk.get("/api/v1/runs/b"));
  expect({ project: run.project, archived: run.archived_at !== null }).toEqual({
    project: "web agents",
    archived: true,
  });
  const listRules = async () => WireRetentionRuleList.parse(await talk.get("/api/v1/retention/rules")).rules;
  expect(await listRules()).toMatchObject([{ project: "web agents", payload_days: 14, version: 2, changed_by: "ada" }]);
  const { webhooks } = WireWebhookList.parse(await talk.get("/api/v1/webhooks"));
  expect(webhooks).toMatchObject([{ projects: ["code", "web agents"] }]);

  // A rule stands for a project that no run says: renaming another to it would put its runs under that rule.
  await talk.ask("PUT", "/api/v1/retention/rules", { project: "once", archived_days: 1 });
  expect(problemOf(await rename({ from: "code", to: "once" }))).toMatchObject({ status: 409, code: "conflict" });
  // Runs of a project without a rule stay without one.
  await talk.post("e", [{ step: 1, id: "e", reward: 1 }]);
  await talk.ask("PUT", "/api/v1/runs/e", { project: "strict" });
  await talk.ask("PUT", "/api/v1/retention/rules", { project: "strict", archived_days: 1 });
  expect(JSON.parse((await rename({ from: "strict", to: "code", merge: true })).text)).toMatchObject({ merged: true });
  expect((await listRules()).map(({ project }) => project)).toEqual(["once", "web agents"]);
  await talk.ask("DELETE", "/api/v1/retention/rules", { project: "once" });
  await talk.ask("DELETE", "/api/v1/runs/e");

  await talk.ask("PUT", "/api/v1/retention/rules", { project: "code", payload_days: 30 });
  const merged = await rename({ from: "web agents", to: "code", merge: true });
  expect(JSON.parse(merged.text)).toEqual({ project: "code", runs: 2, merged: true });
  expect(await listProjects()).toEqual([{ project: "code", runs: 3, archived: 1, rollouts: 3 }]);
  expect(await listRules()).toMatchObject([{ project: "code", payload_days: 30, version: 1 }]);
});
