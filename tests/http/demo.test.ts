/** The bundled reconstruction, played by the server through ordinary ingest. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireRunList } from "@/lib/wire/run-list";
import { type RealServer, startServer } from "../real-server";
import { openEvents } from "./event-reader";
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

async function post(path: string, body: unknown): Promise<unknown> {
  const reply = await talk.ask("POST", path, body);
  expect({ path, status: reply.status, text: reply.text }).toMatchObject({ status: 200 });
  return JSON.parse(reply.text);
}

test.each([true, false])(
  "the bundled reconstruction has the published counts exactly, failure fields: %s",
  async (fields) => {
    const run = `step-61 ${fields}`;
    expect(await post("/api/v1/demo", { scenario: "step-61", run, failure_fields: fields })).toMatchObject({
      run,
      rollouts: expect.any(Number),
    });
    const steps = await talk.steps(run);
    expect(steps.every((step) => step.expected === 64 && step.received === 64 && step.groups.n === 8)).toBe(true);
    const during = steps.filter(({ step }) => step !== null && step >= 61 && step <= 80);
    const sum = (read: (step: (typeof steps)[number]) => number) =>
      during.reduce((total, step) => total + read(step), 0);
    expect(during).toHaveLength(20);
    expect(sum((step) => step.received)).toBe(1_280);
    // 5 of 1,280 rollouts solved: a mean of 0.39%, whoever counts.
    expect(sum((step) => step.reward.as_scored.n * (step.reward.as_scored.mean ?? 0))).toBeCloseTo(5, 9);
    expect(sum((step) => step.masked + step.failed)).toBe(fields ? 1_172 : 0);
    expect(sum((step) => step.scored)).toBe(fields ? 108 : 1_280);
    const before = steps.filter(({ step }) => step !== null && step < 61);
    const solved = before.reduce((total, step) => total + step.reward.evidence.n * (step.reward.evidence.mean ?? 0), 0);
    const rollouts = before.reduce((total, step) => total + step.reward.evidence.n, 0);
    expect(Math.abs(solved / rollouts - 0.1545)).toBeLessThan(0.015);
    const detail = await talk.run(run);
    expect(detail.tags).toContain("reconstruction");
    expect(detail.state).toBe("finished");
  },
);

test("the reconstruction comes out the same every time", async () => {
  await post("/api/v1/demo", { scenario: "step-61", run: "again 1" });
  await post("/api/v1/demo", { scenario: "step-61", run: "again 2" });
  const withoutTimes = async (run: string) =>
    (await talk.steps(run)).map(({ first_seen_at: _first, last_seen_at: _last, ...step }) => step);
  expect(await withoutTimes("again 2")).toEqual(await withoutTimes("again 1"));
});

test("it may be played over itself, and over no run of anyone else", async () => {
  await post("/api/v1/demo", { scenario: "step-61", run: "again 1" });
  expect(await talk.run("again 1")).toMatchObject({ rollouts: 5_120, state: "finished" });
  await talk.ask("PUT", "/api/v1/runs/mine", { name: "My run", expected_per_step: 2 });
  await talk.post("mine", [{ step: 61, reward: 1 }]);
  for (const mode of ["all", "live"]) {
    const reply = await talk.ask("POST", "/api/v1/demo", { scenario: "step-61", run: "mine", mode });
    expect(problemOf(reply)).toMatchObject({ answered: 409, code: "conflict", path: "run" });
  }
  const kept = { name: "My run", tags: [], expected_per_step: 2, rollouts: 1, state: "live" };
  expect(await talk.run("mine")).toMatchObject(kept);
});

test("a scenario of another name is not known", async () => {
  expect(problemOf(await talk.ask("POST", "/api/v1/demo", { scenario: "step-62" }))).toMatchObject({
    answered: 400,
    path: "scenario",
  });
});

test("the live demo arrives bit by bit while the answer is long given, and ends", async () => {
  const answer = await post("/api/v1/demo", { scenario: "step-61", run: "live", mode: "live", speed: 10_000 });
  expect(answer).toMatchObject({ run: "live" });
  const reader = await openEvents(server.port, "/api/v1/events?run=live&since=1.0");
  const isOver = (data: unknown) => WireRunList.parse(data).runs.some(({ state }) => state === "finished");
  await reader.nextWhere(({ event, data }) => event === "runs" && isOver(data));
  reader.close();
  const steps = await talk.steps("live");
  expect(steps.every((step) => step.received === 64 && step.complete)).toBe(true);
  expect(steps.map(({ step }) => step)).toEqual((await talk.steps("again 1")).map(({ step }) => step));
});
