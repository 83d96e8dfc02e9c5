/** Runs: their names, what can be said about them, and everything beside rollouts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { problemOf, send, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

const at = (run: string, rest = "") => `/api/v1/runs/${encodeURIComponent(run)}${rest}`;

async function put(path: string, body: unknown): Promise<unknown> {
  const reply = await talk.ask("PUT", path, body);
  expect({ path, status: reply.status, text: reply.text }).toMatchObject({ status: 200 });
  return JSON.parse(reply.text);
}

async function post(path: string, body: unknown): Promise<unknown> {
  const reply = await talk.ask("POST", path, body);
  expect({ path, status: reply.status, text: reply.text }).toMatchObject({ status: 200 });
  return JSON.parse(reply.text);
}

describe("names of runs", () => {
  test.each([
    "a",
    "grpo/7b (2026-08) #3?",
    "🧪 läuft",
    "a b\u00a0c",
    "%2F",
    "50%",
    "a".repeat(200),
    "🧪".repeat(200),
    "...",
    "a.b",
    "con",
    "__proto__",
    "<script>",
  ])("%s is taken, and is its address", async (name) => {
    expect(await talk.post(name, [{ step: 1 }])).toMatchObject({ run: name, inserted: 1 });
    expect(await talk.run(name)).toMatchObject({ run: name, rollouts: 1 });
    expect(await talk.steps(name)).toHaveLength(1);
    expect(await put(at(name), { project: "p" })).toMatchObject({ run: name, project: "p" });
    expect(await put(at(name, "/steps/2"), { expected: 1 })).toEqual({ run: name, step: 2 });
  });

  test.each(["100%", "50%zz off", "a%2Fb"])("the titles of the pages of %s name it", async (name) => {
    await talk.post(name, [{ step: 1, reward: 1 }]);
    const titles: Record<string, string | undefined> = {};
    for (const part of ["", "/report", "/rollouts", "/settings", "/steps/1"]) {
      const { text } = await talk.ask("GET", `/runs/${encodeURIComponent(name)}${part}`, undefined, {
        accept: "text/html",
      });
      titles[part] = /<title>(.*?)<\/title>/.exec(text)?.[1];
    }
    expect(titles[""]?.split(" · ").slice(-2)).toEqual([name, "Falsezero"]);
    expect(titles).toEqual({
      "": expect.stringMatching(/^(?!No such run)/),
      "/report": `Post-mortem of ${name} · Falsezero`,
      "/rollouts": `Rollouts of ${name} · Falsezero`,
      "/settings": `Settings · ${name} · Falsezero`,
      "/steps/1": `Step 1 · ${name} · Falsezero`,
    });
  });

  test("two ways to write a character are one name", async () => {
    await talk.post("cafe\u0301", [{ step: 1 }]);
    expect(await talk.post("caf\u00e9", [{ step: 1 }])).toMatchObject({ run: "caf\u00e9" });
    expect(await talk.run("caf\u00e9")).toMatchObject({ rollouts: 2 });
    expect(await talk.run("cafe\u0301")).toMatchObject({ run: "caf\u00e9", rollouts: 2 });
  });

  test.each([
    ["201 characters", "a".repeat(201)],
    ["201 of two units each", encodeURIComponent("🧪".repeat(201))],
    ["NUL", "%00"],
    ["a newline", "a%0Ab"],
    ["a control character", "%1b%5b31m"],
    ["DEL", "%7f"],
    ["a dot", "%2e"],
    ["two dots", "%2E%2e"],
    ["bytes that are no UTF-8", "%ff"],
    ["half an escape", "a%2"],
    ["half a surrogate pair", "%ED%A0%80"],
  ])("%s is no name", async (_, encoded) => {
    const headers = { "content-type": "application/json" };
    const reply = await send(server.port, `/api/v1/runs/${encoded}/rollouts`, {
      method: "POST",
      headers,
      body: '{"step":1}',
    });
    expect(problemOf(reply)).toMatchObject({ answered: 400, code: "invalid_request", path: "run" });
    const read = await send(server.port, `/api/v1/runs/${encoded}/steps`);
    expect([400, 404]).toContain(read.status);
    for (const page of [`/runs/${encoded}`, `/runs/${encoded}/rollouts`]) {
      const { status } = await send(server.port, page, { headers: { accept: "text/html" } });
      expect({ page, isBroken: status >= 500 }).toEqual({ page, isBroken: false });
    }
  });
});

describe("PUT of a run", () => {
  test("sets what is told, leaves the rest, and null unsets", async () => {
    const told = {
      name: "Browser agent",
      project: "agents",
      tags: ["grpo", "7b"],
      description: "second try",
      config: { lr: 1e-6, __proto: 1, nested: { a: [1, null] } },
      expected_per_step: 64,
      group_size: 8,
      world: "as_scored",
      baseline: "leave_one_out",
      normalised: true,
      on_failed: "zero",
      failure_reward: -1,
      reward_range: [-1, 1],
      runbooks: { session_lost: "https://example.com/sessions" },
    };
    expect(await put(at("settings"), told)).toMatchObject({
      run: "settings",
      ...told,
      state: "live",
      rollouts: 0,
      last_step: null,
    });
    expect(await put(at("settings"), { group_size: null, tags: [] })).toMatchObject({
      ...told,
      group_size: null,
      tags: [],
    });
    expect(await talk.run("settings")).toMatchObject({
      ...told,
      group_size: null,
      tags: [],
      coverage: { expected: 0 },
    });
  });

  test.each([
    [{ expected_per_step: 0 }, "expected_per_step"],
    [{ world: "flat" }, "world"],
    [{ failure_reward: null }, "failure_reward"],
    [{ reward_range: [0] }, "reward_range"],
    [{ tags: [7] }, "tags.0"],
    [{ runbooks: { a: "javascript:alert(1)" } }, "runbooks.a"],
    [{ colour: "red" }, ""],
    [[], ""],
  ])("refuses %j by name, and stores nothing", async (body, path) => {
    expect(problemOf(await talk.ask("PUT", at("refused"), body))).toMatchObject({
      answered: 400,
      code: "invalid_request",
      path,
    });
    expect((await talk.ask("GET", at("refused"))).status).toBe(404);
  });

  test("refuses what is no JSON with line and column, and what is nested too deep", async () => {
    const bad = await send(server.port, at("refused"), {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: '{"name":\n oops}',
    });
    expect(problemOf(bad)).toMatchObject({ answered: 400, code: "invalid_json", line: 2, column: 2 });
    const deep = `{"config":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;
    const reply = await send(server.port, at("refused"), {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: deep,
    });
    expect(problemOf(reply)).toMatchObject({ answered: 400 });
    const text = await send(server.port, at("refused"), {
      method: "PUT",
      headers: { "content-type": "text/plain" },
      body: "{}",
    });
    expect(problemOf(text)).toMatchObject({ answered: 415, code: "unsupported_media_type" });
  });
});

describe("beside rollouts", () => {
  test("a step is declared bit by bit, and becomes the current one when it starts", async () => {
    await put(at("declared", "/steps/61"), { expected: 4, started_at: "2026-08-03T12:00:00Z" });
    expect(await talk.post("declared", [{ reward: 1 }, { reward: 0 }])).toMatchObject({ inserted: 2 });
    await put(at("declared", "/steps/61"), { finished_at: "2026-08-03T12:09:00Z", checkpoint: "ckpt-61" });
    expect(await talk.steps("declared")).toMatchObject([
      {
        step: 61,
        expected: 4,
        received: 2,
        unknown: 2,
        declared: 4,
        complete: true,
        finished_at: "2026-08-03T12:09:00.000Z",
      },
    ]);
  });

  test("a step is declared by its inputs", async () => {
    const ids = ["r-1", 2, { id: "r-3" }, { environment: "code", group: "a", sample: 0 }];
    await put(at("listed", "/steps/7"), { expected_ids: ids });
    await talk.post("listed", [
      { step: 7, id: "r-1" },
      { step: 7, id: 2 },
    ]);
    expect(await talk.steps("listed")).toMatchObject([{ expected: 4, received: 2, unknown: 2 }]);
    expect(await talk.steps("listed", { environment: "code" })).toMatchObject([{ expected: 1, unknown: 1 }]);
    const reply = await talk.ask("PUT", at("listed", "/steps/7"), { expected_ids: [{ group: "a" }] });
    expect(problemOf(reply)).toMatchObject({ answered: 400, path: "expected_ids.0" });
  });

  test.each(["-1", "1.5", "x", "1e3", "99999999999"])("there is no step %s", async (step) => {
    expect(problemOf(await talk.ask("PUT", at("declared", `/steps/${step}`), { expected: 1 }))).toMatchObject({
      answered: 400,
      path: "step",
    });
  });

  test("a launch is named, and supersedes", async () => {
    await talk.post("launches", [
      { step: 1, reward: 0 },
      { step: 2, reward: 0 },
    ]);
    expect(
      await post(at("launches", "/segments"), {
        segment: "resume-2",
        started_at: "2126-01-01T00:00:00Z",
        from_step: 2,
      }),
    ).toEqual({ run: "launches", segment: "resume-2" });
    expect(
      await talk.post("launches", [
        { step: 2, reward: 1 },
        { step: 2, segment: "first", reward: 0 },
      ]),
    ).toMatchObject({ inserted: 1, superseded: 1 });
    expect(
      (await talk.steps("launches")).map(({ step, segment, reward }) => [step, segment, reward.evidence.mean]),
    ).toEqual([
      [1, "first", 0],
      [2, "resume-2", 1],
    ]);
    expect(await talk.steps("launches", { segment: "first" })).toMatchObject([{ step: 1 }, { step: 2, received: 2 }]);
    expect((await talk.run("launches")).segments).toMatchObject([
      { segment: "first", superseded_from: 2 },
      { segment: "resume-2", from_step: 2, superseded_from: null },
    ]);
  });

  test("a run ends, and goes on with a new launch", async () => {
    await talk.post("ended", [{ step: 1 }]);
    expect(await post(at("ended", "/finish"), { state: "crashed" })).toEqual({ run: "ended", state: "crashed" });
    expect(await talk.run("ended")).toMatchObject({ state: "crashed" });
    expect(await talk.steps("ended")).toMatchObject([{ complete: true }]);
    await post(at("ended", "/segments"), { segment: "resume-2" });
    expect(await talk.run("ended")).toMatchObject({ state: "live" });
    expect(problemOf(await talk.ask("POST", at("nobody", "/finish"), { state: "finished" }))).toMatchObject({
      answered: 404,
    });
    expect(problemOf(await talk.ask("POST", at("ended", "/finish"), { state: "gone" }))).toMatchObject({
      answered: 400,
      path: "state",
    });
  });

  test("a producer's own counts are compared with ours", async () => {
    await talk.post("compared", [
      { step: 61, reward: 1 },
      { step: 61, mask_sample: true, reward: 0 },
    ]);
    const told = {
      source: "coverage",
      file: "x_coverage.json",
      step: 61,
      counts: { scored: 1, masked: 2, reward_mean: 0.5, __mystery: 1 },
    };
    expect(await post(at("compared", "/producer-counts"), told)).toEqual({ run: "compared", counts: 4 });
    const { comparisons } = await talk.run("compared");
    expect(comparisons.map(({ name, theirs, ours, agrees }) => [name, theirs, ours, agrees])).toEqual([
      // A difference comes first, wherever its name stands.
      ["masked", 2, 1, false],
      ["__mystery", 1, null, null],
      ["reward_mean", 0.5, 0.5, true],
      ["scored", 1, 1, true],
    ]);
  });

  test("no run is made under a name with a mark of direction, and one of before can be read and removed", async () => {
    const refused = problemOf(await talk.ask("PUT", at("a\u202eb"), {}));
    expect(refused).toMatchObject({ answered: 400, code: "invalid_request", path: "run" });
    expect(refused).toMatchObject({ detail: expect.stringContaining("U+202E") });
    expect((await talk.postText("a\u202eb", '{"step":1}')).status).toBe(400);
    // There is none here: that is what is said, and nothing about the name.
    for (const method of ["GET", "DELETE"]) expect((await talk.ask(method, at("a\u202eb"))).status).toBe(404);
  });

  test("a deleted run is gone", async () => {
    await talk.post("gone", [{ step: 1 }]);
    expect(JSON.parse((await talk.ask("DELETE", at("gone"))).text)).toEqual({ run: "gone", deleted: true });
    expect(problemOf(await talk.ask("GET", at("gone")))).toMatchObject({ answered: 404 });
    expect(problemOf(await talk.ask("DELETE", at("gone")))).toMatchObject({ answered: 404 });
  });
});
