/** Reading back: lists of steps and rollouts, their filters and their pages. */
import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireRolloutPage } from "@/lib/wire/rollout";
import { WireRunList } from "@/lib/wire/run-list";
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

const lost = {
  mask_sample: true,
  reward: 0,
  failure_kind: "session_lost",
  failure_reason: "reset: no session in 30 s",
};

describe("steps", () => {
  test("are given in full: counts, reward, kinds and groups", async () => {
    await talk.post("full", [
      {
        step: 61,
        group: "a",
        sample: 0,
        reward: 1,
        input_tokens: 10,
        output_tokens: 3,
        finished_at: "2026-08-03T12:00:05Z",
      },
      { step: 61, group: "a", sample: 1, ...lost, disposition: "loss_masked" },
      { step: 61, group: "a", sample: 2, reward: 0, failure_kind: "agent_timeout", truncated: true },
      { step: 61, group: "b", sample: 0, reward: 0, reward_components: { style: 0.25 } },
      { step: 61, group: "b", sample: 1, outcome: "omitted", omit_reason: "surplus" },
    ]);
    const [step] = await talk.steps("full");
    expect(step).toMatchObject({
      step: 61,
      split: "train",
      segment: "first",
      environment: null,
      complete: false,
      declared: null,
      expected: 5,
      received: 5,
      scored: 3,
      degraded: 1,
      masked: 1,
      unscored: 0,
      failed: 0,
      omitted: 1,
      unknown: 0,
      mask_flagged: 1,
      mask_sources: { mask_sample: 1 },
      trainer_masked: 1,
      dispositions: { loss_masked: 1 },
      attempts: 5,
      lost_attempts: 0,
      truncated: 1,
      zero_rewards: 1,
      suspected_false_zeros: 0,
      reports_generation: 1,
      kinds: {
        agent_timeout: { count: 1, scored: 1, masked: 0, unscored: 0, failed: 0, omitted: 0 },
        session_lost: { count: 1, scored: 0, masked: 1, unscored: 0, failed: 0, omitted: 0 },
      },
      input_tokens: 10,
      output_tokens: 3,
      finished_at: "2026-08-03T12:00:05.000Z",
    });
    expect(step?.reward).toMatchObject({
      evidence: { n: 3, mean: 1 / 3, p10: 0, p50: 0, p90: 0.8, min: 0, max: 1 },
      as_scored: { n: 4, mean: 0.25 },
      trained: { n: 0, mean: null },
      components: { style: { n: 1, mean: 0.25 } },
    });
    // Rewards 0, 0, 1: nine tenths of the way is 0.8 between the second and the third.
    // Their squares about 1/3 sum to 2/3; 2/3 ÷ 2 ÷ 3 is 1/9, its root 1/3.
    expect(step?.reward.evidence.se).toBeCloseTo(1 / 3, 12);
    // Group a: as scored [1, 0, 0] and on evidence [1, 0]; the shift is |1/3 − 1/2| for both of its evidence rollouts. b has one voter and no other member that counts.
    expect(step?.groups).toMatchObject({ n: 2, touched: 1, no_signal: 0, advantage_shift: expect.closeTo(1 / 6, 12) });
  });

  test("are filtered by range, environment, split, label and segment", async () => {
    await talk.post("filtered", [
      { step: 1, environment: "browser", labels: { pool: "a", host: "gpu 1" } },
      { step: 2, environment: "code", labels: { pool: "b" } },
      { step: 3, environment: "code", labels: { pool: "b", host: "gpu 1" } },
      { step: 3, split: "eval" },
    ]);
    const steps = async (query: Record<string, string | number>) =>
      (await talk.steps("filtered", query)).map(({ step }) => step);
    expect(await steps({})).toEqual([1, 2, 3]);
    expect(await steps({ from: 2 })).toEqual([2, 3]);
    expect(await steps({ from: 2, to: 2 })).toEqual([2]);
    expect(await steps({ environment: "code" })).toEqual([2, 3]);
    expect(await steps({ environment: "nowhere" })).toEqual([]);
    expect(await steps({ split: "eval" })).toEqual([3]);
    expect(await steps({ "label.pool": "b" })).toEqual([2, 3]);
    expect(await steps({ "label.pool": "b", "label.host": "gpu 1" })).toEqual([3]);
    expect(await steps({ segment: "first" })).toEqual([1, 2, 3]);
    expect(await steps({ segment: "second" })).toEqual([]);
  });

  test("a spike of one step in two thousand stays to be seen at 100 points, and every count adds up", async () => {
    const rows = Array.from({ length: 2_000 }, (_, step) => [
      { step, reward: 1 },
      step === 1_234 ? { step, ...lost } : { step, reward: 0.5 },
    ]).flat();
    for (let from = 0; from < rows.length; from += 1_000) await talk.post("spike", rows.slice(from, from + 1_000));
    const buckets = await talk.buckets("spike", { resolution: 100 });
    expect(buckets).toHaveLength(100);
    expect(buckets.map((bucket) => bucket.from)).toEqual(Array.from({ length: 100 }, (_, index) => index * 20));
    expect(buckets.reduce((sum, bucket) => sum + bucket.received, 0)).toBe(4_000);
    expect(buckets.reduce((sum, bucket) => sum + bucket.masked, 0)).toBe(1);
    const spikes = buckets.filter((bucket) => (bucket.max["kind:session_lost"] ?? 0) > 0);
    expect(spikes).toMatchObject([
      { from: 1_220, to: 1_239, max: { masked: 0.5, any_failure: 0.5 }, min: { masked: 0, any_failure: 0 } },
    ]);
    const at500 = await talk.buckets("spike", { resolution: 500, from: 1_000, to: 1_499 });
    expect(at500).toHaveLength(500);
    expect(at500[234]).toMatchObject({ from: 1_234, to: 1_234, masked: 1 });
  });

  test.each([
    ["from=x", "from"],
    ["to=-1", "to"],
    ["split=test", "split"],
    ["resolution=0", "resolution"],
    ["resolution=501", "resolution"],
  ])("?%s is refused by name", async (query, path) => {
    await talk.post("asked", [{ step: 1 }]);
    expect(problemOf(await talk.ask("GET", `/api/v1/runs/asked/steps?${query}`))).toMatchObject({
      answered: 400,
      code: "invalid_request",
      path,
    });
  });

  test("of a run that nobody heard of are not there", async () => {
    for (const part of ["", "/steps", "/rollouts", "/snapshot", "/events"]) {
      expect(problemOf(await talk.ask("GET", `/api/v1/runs/nobody${part}`))).toMatchObject({
        answered: 404,
        code: "not_found",
      });
    }
  });
});

describe("rollouts", () => {
  test("are filtered by step, outcome, kind, group, words and suspicion", async () => {
    await talk.post("rollouts", [
      { id: "a", step: 1, group: "g 1", reward: 1 },
      { id: "b", step: 1, group: "g 1", ...lost },
      { id: "c", step: 2, reward: 0, output_tokens: 0 },
      { id: "d", step: 2, outcome: "failed", failure_reason: "HTTP 503 from the judge" },
      { id: "e", step: 3, mask_sample: true, reward: 1 },
      { id: "f", step: 3, split: "eval", reward: 1 },
    ]);
    const ids = async (query: Record<string, string | number>) =>
      (await talk.rollouts("rollouts", query)).rollouts.map(({ id }) => id);
    expect(await ids({})).toEqual(["a", "b", "c", "d", "e"]);
    expect(await ids({ step: 2 })).toEqual(["c", "d"]);
    expect(await ids({ from: 2, to: 3 })).toEqual(["c", "d", "e"]);
    expect(await ids({ outcome: "masked" })).toEqual(["b", "e"]);
    expect(await ids({ kind: "session_lost" })).toEqual(["b"]);
    expect(await ids({ kind: "(masked, no kind)" })).toEqual(["e"]);
    expect(await ids({ kind: "(failed, no kind)" })).toEqual(["d"]);
    expect(await ids({ group: "g 1" })).toEqual(["a", "b"]);
    expect(await ids({ q: "JUDGE" })).toEqual(["d"]);
    expect(await ids({ suspected: "true" })).toEqual(["c"]);
    expect(await ids({ split: "eval" })).toEqual(["f"]);
    expect(await ids({ sort: "newest", limit: 2 })).toEqual(["e", "d"]);
  });

  test.each([
    ["sort=random", "sort"],
    ["limit=0", "limit"],
    ["limit=501", "limit"],
    ["outcome=unknown", "outcome"],
    ["step=1.5", "step"],
  ])("?%s is refused by name", async (query, path) => {
    await talk.post("asked", [{ step: 1 }]);
    expect(problemOf(await talk.ask("GET", `/api/v1/runs/asked/rollouts?${query}`))).toMatchObject({
      answered: 400,
      path,
    });
  });

  test("one comes with its attempts, its siblings and what was kept of its row", async () => {
    await talk.post("detail", [
      { step: 1, group: "a", sample: 0, ...lost, attempt: 0 },
      { step: 1, group: "a", sample: 0, reward: 1, attempt: 1, payload: { messages: ["hello"] } },
      { step: 1, group: "a", sample: 1, reward: 0 },
    ]);
    const [first] = (await talk.rollouts("detail")).rollouts.filter(({ sample }) => sample === 0);
    const detail = await talk.rollout(first?.rollout ?? 0);
    expect(detail.rollout).toMatchObject({
      run: "detail",
      attempt: 1,
      attempts: 2,
      lost_attempts: 1,
      counts: true,
      superseded_by: null,
    });
    expect(detail.attempts).toMatchObject([
      { attempt: 0, counts: false, superseded_by: "newer_attempt", outcome: "masked" },
    ]);
    expect(detail.siblings.map(({ sample }) => sample)).toEqual([0, 1]);
    expect(detail.payload).toMatchObject({ payload: { messages: ["hello"] } });
  });

  test.each(["0", "999999", "-1", "x", "1.5", "9999999999999999999"])("there is no rollout %s", async (number) => {
    for (const method of ["GET", "DELETE"]) {
      expect(problemOf(await talk.ask(method, `/api/v1/rollouts/${number}`))).toMatchObject({
        answered: 404,
        code: "not_found",
      });
    }
  });

  test("a deleted one is gone, and its step is counted again", async () => {
    await talk.post("deleted", [
      { step: 1, reward: 1, payload: "private" },
      { step: 1, reward: 0 },
    ]);
    const [gone] = (await talk.rollouts("deleted")).rollouts;
    const path = `/api/v1/rollouts/${gone?.rollout}`;
    expect(JSON.parse((await talk.ask("DELETE", path)).text)).toEqual({ rollout: gone?.rollout, deleted: true });
    expect((await talk.ask("GET", path)).status).toBe(404);
    expect(await talk.steps("deleted")).toMatchObject([{ received: 1, reward: { evidence: { n: 1, mean: 0 } } }]);
  });
});

describe("runs and the server itself", () => {
  test("runs are listed with their newest activity first", async () => {
    await talk.post("listed 1", [{ step: 4, reward: 1 }]);
    await talk.post("listed 2", [{ step: 2, ...lost }]);
    const list = WireRunList.parse(await talk.get("/api/v1/runs"));
    const [newest, older] = list.runs.filter(({ run }) => run.startsWith("listed"));
    expect(newest).toMatchObject({ run: "listed 2", state: "live", last_step: 2, rollouts: 1, open_incidents: 0 });
    expect(older).toMatchObject({ run: "listed 1", last_step: 4 });
    expect(list).toMatchObject({ next: null, revision: expect.stringMatching(/^1\.\d+$/) });
  });

  test("health and metrics name no run, no path and no secret", async () => {
    await talk.post("a very private run", [{ step: 1 }]);
    const health = await talk.ask("GET", "/api/health");
    expect(JSON.parse(health.text)).toMatchObject({
      status: "ok",
      live: true,
      ready: true,
      storage: { schema_version: readdirSync("db/migrations").length },
    });
    const metrics = await talk.ask("GET", "/metrics");
    expect(metrics.text).toMatch(/^falsezero_rollouts \d+$/m);
    for (const { text } of [health, metrics]) {
      expect(text).not.toContain("private");
      expect(text).not.toContain(server.dataFolder);
    }
  });

  test("addresses and methods that do not exist are problems", async () => {
    expect(problemOf(await talk.ask("GET", "/api/v1/nothing"))).toMatchObject({ answered: 404, code: "not_found" });
    expect(problemOf(await talk.ask("GET", "/api/v2/runs"))).toMatchObject({ answered: 404, code: "not_found" });
    const wrong = await talk.ask("PATCH", "/api/v1/runs/x");
    expect(problemOf(wrong)).toMatchObject({ answered: 405, code: "method_not_allowed" });
    expect(wrong.headers.allow).toBe("GET, PUT, DELETE");
  });
});

describe("a filter", () => {
  test("narrows lists, beside the other parameters", async () => {
    await talk.post("narrowed", [
      { step: 60, id: "1", reward: 1, environment: "browser_agent" },
      { step: 61, id: "2", ...lost, labels: { host: "gpu-17" } },
      { step: 61, id: "3", ...lost, labels: { host: "gpu-18" } },
    ]);
    const ids = async (query: string) => {
      const response = await fetch(`${server.url}/api/v1/runs/narrowed/rollouts?${query}`);
      expect(response.status).toBe(200);
      const { rollouts } = WireRolloutPage.parse(await response.json());
      return rollouts.map(({ id }) => id);
    };
    const filter = (text: string) => `sort=oldest&filter=${encodeURIComponent(text)}`;
    expect(await ids(filter("kind:session_* -host:gpu-17"))).toEqual(["3"]);
    expect(await ids(filter("step:>60"))).toEqual(["2", "3"]);
    expect(await ids(`step=61&${filter("host:gpu-17")}`)).toEqual(["2"]);
    expect(await ids(filter("env:browser*"))).toEqual(["1"]);
    const runs = await fetch(`${server.url}/api/v1/runs?filter=${encodeURIComponent("run:narrowed step:61")}`);
    expect(WireRunList.parse(await runs.json()).runs.map(({ run }) => run)).toEqual(["narrowed"]);
    const issues = await fetch(`${server.url}/api/v1/issues?filter=${encodeURIComponent("run:narrowed count:>1")}`);
    expect(await issues.json()).toMatchObject({ total: 1, issues: [{ kind: "session_lost", count: 2 }] });
  });

  test.each([
    ["runs/narrowed/rollouts", "kind:a 🧪 step:x", 14, 1, "A whole number is expected"],
    ["runs/narrowed/rollouts", 'kind:"a', 5, 2, "This quote is not closed."],
    ["runs", "host:gpu-17", 0, 4, "Runs can't be filtered by host."],
    ["issues", "state:dead", 6, 4, "state is waiting"],
    ["runs/narrowed/issues", "run:a", 0, 3, "can't be filtered by run"],
  ])("of /%s that can't be read is refused with its place: %s", async (path, text, position, length, detail) => {
    const response = await fetch(`${server.url}/api/v1/${path}?filter=${encodeURIComponent(text)}`);
    expect(response.status).toBe(400);
    const problem = await response.json();
    expect(problem).toMatchObject({ code: "invalid_request", path: "filter", position, length });
    expect(String(problem.detail)).toContain(detail);
  });
});
