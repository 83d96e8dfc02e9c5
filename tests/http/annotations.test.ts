/** Annotations: what is said of a run, and the history of it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireAnnotation } from "@/lib/wire/annotation";
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

const at = (run: string, rest = "") => `/api/v1/runs/${encodeURIComponent(run)}${rest}`;

async function post(path: string, body: unknown): Promise<unknown> {
  const reply = await talk.ask("POST", path, body);
  expect({ path, status: reply.status, text: reply.text }).toMatchObject({ status: 200 });
  return JSON.parse(reply.text);
}

test("notes are kept on a step, a range or a moment", async () => {
  const note = await post(at("noted", "/annotations"), {
    step: 61,
    to_step: 80,
    text: "pool b <b>lost</b>",
    kind: "curriculum",
  });
  expect(note).toMatchObject({
    id: 1,
    step: 61,
    to_step: 80,
    at: null,
    text: "pool b <b>lost</b>",
    kind: "curriculum",
  });
  await post(at("noted", "/annotations"), { at: 1_785_758_400_000, text: "noon" });
  expect((await talk.run("noted")).annotations).toMatchObject([
    note,
    { at: "2026-08-03T12:00:00.000Z", kind: "note", step: null },
  ]);
  for (const body of [
    { step: 5, to_step: 4, text: "x" },
    { to_step: 4, text: "x" },
    { text: "" },
    { text: "x", kind: "alarm" },
  ]) {
    expect((await talk.ask("POST", at("noted", "/annotations"), body)).status).toBe(400);
  }
});

test("a note on a moment is drawn at the step that was not over by then", async () => {
  const rows = [1, 2, 3].map((step) => ({ step, reward: 1, finished_at: `2026-08-03T12:0${step}:00Z` }));
  await talk.post("timed", rows);
  const told = { at: "2026-08-03T12:01:30Z", text: "between the first and the second" };
  const { id } = WireAnnotation.parse(await post(at("timed", "/annotations"), told));
  await post(at("timed", "/annotations"), { at: "2026-08-03T13:00:00Z", text: "after the last" });
  await post(at("timed", "/annotations"), { step: 1, text: "of a step" });
  const { text } = await talk.ask("GET", at("timed", "/annotations"));
  expect(JSON.parse(text)).toMatchObject({ moments: [{ annotation: id, step: 2 }] });
});

test("a note is changed, removed and brought back by who has seen its newest version", async () => {
  const told = { step: 5, text: "one", author: "ada" };
  const made = WireAnnotation.parse(await post(at("edited", "/annotations"), told));
  const note = at("edited", `/annotations/${made.id}`);
  const ask = async (method: string, path: string, body?: object): Promise<unknown> =>
    JSON.parse((await talk.ask(method, path, body)).text);
  const change = (body: object) => ask("PATCH", note, body);
  expect(await change({ version: 1, text: "two", to_step: 7, by: "grace" })).toMatchObject({
    text: "two",
    step: 5,
    to_step: 7,
    version: 2,
    author: "ada",
    changed_by: "grace",
  });
  const late = await talk.ask("PATCH", note, { version: 1, text: "three" });
  expect(problemOf(late)).toMatchObject({ answered: 409, code: "conflict", path: "version", version: 2 });
  expect(problemOf(await talk.ask("DELETE", `${note}?version=1`))).toMatchObject({ answered: 409 });
  expect(problemOf(await talk.ask("DELETE", note))).toMatchObject({ answered: 400, path: "version" });
  const removed = await ask("DELETE", `${note}?version=2&by=ada`);
  expect(removed).toMatchObject({ version: 3, text: "two", removed_at: expect.any(String) });
  expect((await talk.run("edited")).annotations).toEqual([]);
  const list = (query = "") => ask("GET", at("edited", `/annotations${query}`));
  expect(await list()).toEqual({ run: "edited", annotations: [], moments: [] });
  expect(await list("?removed=true")).toEqual({ run: "edited", annotations: [removed], moments: [] });
  await change({ version: 3, removed: false });
  expect(await list()).toMatchObject({ annotations: [{ id: made.id, text: "two", version: 4 }] });
  expect(await ask("GET", note)).toMatchObject({
    annotation: { version: 4 },
    versions: [
      { version: 1, act: "made", by: "ada", text: "one", to_step: null },
      { version: 2, act: "changed", by: "grace", text: "two", to_step: 7 },
      { version: 3, act: "removed", by: "ada" },
      { version: 4, act: "restored", by: null },
    ],
  });
  expect(problemOf(await talk.ask("GET", at("edited", "/annotations/999999")))).toMatchObject({ answered: 404 });
  expect(problemOf(await talk.ask("PATCH", note, { version: 4, text: "" }))).toMatchObject({ answered: 400 });
  expect(problemOf(await talk.ask("PATCH", note, { version: 4, step: null }))).toMatchObject({
    answered: 400,
    path: "to_step",
  });
});
