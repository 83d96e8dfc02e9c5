/** Live streams: what changed, as whole states, from exactly where a reader left off. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { WireRunDetail } from "@/lib/wire/run";
import { WireRunList } from "@/lib/wire/run-list";
import { WireFrame } from "@/lib/wire/snapshot";
import { WireStep } from "@/lib/wire/step";
import { type RealServer, startServer } from "../real-server";
import { type EventReader, openEvents, type SeenEvent } from "./event-reader";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;
let open: EventReader[] = [];

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterEach(() => {
  for (const reader of open) reader.close();
  open = [];
});

afterAll(async () => {
  await server.stop();
});

const StepsEvent = z.object({
  run: z.string(),
  revision: z.string(),
  steps: z.array(WireStep),
  removed: z.array(z.object({ split: z.string(), step: z.number().nullable() })),
  overview: WireRunDetail.nullable(),
});

async function follow(path: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await openEvents(server.port, `/api/v1/${path}`, headers);
  open.push(reader);
  expect(reader.status).toBe(200);
  expect(reader.contentType).toBe("text/event-stream; charset=utf-8");
  return reader;
}

function stepsOf(seen: SeenEvent): z.infer<typeof StepsEvent> {
  const data = StepsEvent.parse(seen.data);
  expect(data.revision).toBe(seen.id);
  return data;
}

/** Steps that came in one event, as `step: received`. */
function shown(seen: SeenEvent): string[] {
  return stepsOf(seen).steps.map((step) => `${step.step}: ${step.received}`);
}

/** Steps of a hundred declared rollouts, so that a few in one of them complete no other. */
async function declare(run: string, steps: readonly number[]): Promise<void> {
  for (const step of steps) await talk.ask("PUT", `/api/v1/runs/${run}/steps/${step}`, { expected: 100 });
}

test("a posted step comes as the state that a read gives, with the run's own", async () => {
  await talk.post("posted", [{ step: 1, reward: 1 }]);
  const reader = await follow("runs/posted/events");
  const hello = await reader.next("hello");
  expect(hello.id).toMatch(/^\d+\.\d+$/);
  await talk.post("posted", [{ step: 1, mask_sample: true, reward: 0, failure_kind: "session_lost" }]);
  const frame = stepsOf(await reader.next("steps"));
  expect(frame).toMatchObject({
    run: "posted",
    steps: [{ step: 1, received: 2, masked: 1, kinds: { session_lost: { count: 1 } } }],
    removed: [],
    overview: { run: "posted", rollouts: 2, coverage: { expected: 2 } },
  });
  expect(frame.steps).toEqual(await talk.steps("posted"));
});

test("a reader who comes back with its last id gets exactly what changed since", async () => {
  await declare("back", [3, 5, 7, 9]);
  await talk.post("back", [{ step: 3 }, { step: 5 }, { step: 7 }]);
  const reader = await follow("runs/back/events?since=1.0");
  const { id } = await reader.nextWhere((seen) => seen.event === "steps" && shown(seen).includes("7: 1"));
  reader.close();
  await talk.post("back", [{ step: 5, reward: 0 }]);
  await talk.post("back", [{ step: 9 }, { step: 5, reward: 0 }]);
  const changed = ["5: 3", "9: 1"];
  const again = await follow("runs/back/events", { "last-event-id": id });
  expect((await again.next("hello")).id).toBe(id);
  const frame = await again.next("steps");
  expect(shown(frame)).toEqual(changed);
  const asked = await follow(`runs/back/events?since=${id}`);
  expect(shown(await asked.next("steps"))).toEqual(changed);
  // And from there on nothing.
  const current = await follow("runs/back/events", { "last-event-id": frame.id });
  await talk.post("back", [{ step: 3 }]);
  expect(shown(await current.next("steps"))).toEqual(["3: 2"]);
});

test("many posts come to what a read gives, however they share frames", async () => {
  await talk.ask("PUT", "/api/v1/runs/busy", { name: "Busy" });
  const reader = await follow("runs/busy/events");
  await reader.next("hello");
  const posts = Array.from({ length: 40 }, (_, index) =>
    talk.post("busy", [
      { step: index % 5, id: `r${index}` },
      { step: index % 3, id: `s${index}` },
    ]),
  );
  await Promise.all(posts);
  const seen = new Map<number | null, WireStep>();
  const total = () => [...seen.values()].reduce((sum, step) => sum + step.received, 0);
  while (total() < 80) for (const step of stepsOf(await reader.next("steps")).steps) seen.set(step.step, step);
  const read = await talk.steps("busy");
  expect([...seen.values()].sort((a, b) => (a.step ?? 0) - (b.step ?? 0))).toEqual(read);
});

test("steps that a new launch runs again go from the stream", async () => {
  await declare("resumed", [1, 2, 3]);
  await talk.post("resumed", [{ step: 1 }, { step: 2 }, { step: 3 }]);
  const reader = await follow("runs/resumed/events");
  await reader.next("hello");
  await talk.ask("POST", "/api/v1/runs/resumed/segments", {
    segment: "resume-2",
    started_at: "2126-08-03T12:00:00Z",
    from_step: 2,
  });
  const frame = stepsOf(await reader.next("steps"));
  expect(frame.removed.map(({ step }) => step)).toEqual([2, 3]);
  expect(frame.overview?.segments).toMatchObject([{ superseded_from: 2 }, { segment: "resume-2", first_step: 2 }]);
});

test("a stream keeps to its filters", async () => {
  await talk.post("filtered", [{ step: 1, environment: "browser" }]);
  const browser = await follow("runs/filtered/events?environment=browser");
  const pool = await follow("runs/filtered/events?label.pool=b");
  const evaluation = await follow("runs/filtered/events?split=eval");
  await Promise.all([browser.next("hello"), pool.next("hello"), evaluation.next("hello")]);
  await talk.post("filtered", [
    { step: 1, environment: "browser", reward: 0 },
    { step: 1, environment: "code", labels: { pool: "b" } },
    { step: 8, split: "eval", reward: 0.5 },
  ]);
  expect(stepsOf(await browser.next("steps")).steps).toMatchObject([{ step: 1, environment: "browser", received: 2 }]);
  const labelled = await pool.nextWhere((seen) => seen.event === "steps" && shown(seen).length > 0);
  expect(shown(labelled)).toEqual(["1: 1"]);
  const evaluated = await evaluation.nextWhere((seen) => seen.event === "steps" && shown(seen).length > 0);
  expect(stepsOf(evaluated).steps).toMatchObject([{ step: 8, split: "eval", received: 1 }]);
});

test("buckets come whole, and only those that changed", async () => {
  await talk.post(
    "wide",
    Array.from({ length: 40 }, (_, step) => ({ step, reward: 1 })),
  );
  const reader = await follow("runs/wide/events?resolution=10");
  const hello = await reader.next("hello");
  expect(hello.data).toMatchObject({ width: 5 });
  await talk.post("wide", [{ step: 12, reward: 0, failure_kind: "agent_timeout" }]);
  const frame = WireFrame.parse((await reader.next("buckets")).data);
  expect(frame.buckets).toMatchObject([
    { from: 10, to: 14, steps: 5, received: 6, degraded: 1, max: { any_failure: 0.5 } },
  ]);
  expect(frame).toMatchObject({ width: 5, removed: [], first_step: 0, last_step: 39, newest: { step: 39 } });
  const all = await talk.buckets("wide", { resolution: 10 });
  expect(frame.buckets[0]).toEqual(all.find((bucket) => bucket.from === 10));
});

test("a run that outgrows its buckets is to be read again", async () => {
  await talk.post("growing", [{ step: 0 }, { step: 9 }]);
  const reader = await follow("runs/growing/events?resolution=10");
  expect((await reader.next("hello")).data).toMatchObject({ width: 1 });
  await talk.post("growing", [{ step: 15 }]);
  expect((await reader.next("reset")).data).toMatchObject({ run: "growing", deleted: false });
});

test("an epoch that this database never had is to be read again", async () => {
  await talk.post("restored", [{ step: 1 }]);
  for (const id of ["9.1", "1.999999"]) {
    const reader = await follow("runs/restored/events", { "last-event-id": id });
    const reset = await reader.next("reset");
    expect(reset.id).toMatch(/^1\.\d+$/);
    expect(Number(reset.id.slice(2))).toBeLessThan(999_999);
  }
});

test("a run that is deleted ends in a reset that says so", async () => {
  await talk.post("short lived", [{ step: 1 }]);
  const reader = await follow("runs/short%20lived/events");
  await reader.next("hello");
  await talk.ask("DELETE", "/api/v1/runs/short%20lived");
  expect((await reader.next("reset")).data).toEqual({ run: "short lived", deleted: true });
});

test("the list of runs tells the entries that changed, of all runs or of those that were named", async () => {
  await talk.post("list a", [{ step: 1 }]);
  await talk.post("list b", [{ step: 1 }]);
  await talk.get("/api/v1/runs");
  const all = await follow("events");
  const some = await follow(`events?run=${encodeURIComponent("list b")}&run=other`);
  await Promise.all([all.next("hello"), some.next("hello")]);
  await talk.post("list a", [{ step: 2 }]);
  const first = WireRunList.parse((await all.next("runs")).data);
  expect(first.runs).toMatchObject([{ run: "list a", last_step: 2, rollouts: 2 }]);
  await talk.post("list b", [{ step: 5 }]);
  expect(WireRunList.parse((await some.next("runs")).data).runs).toMatchObject([{ run: "list b", last_step: 5 }]);
  await talk.ask("DELETE", "/api/v1/runs/list%20b");
  const gone = await some.nextWhere((seen) => seen.event === "runs" && WireRunList.parse(seen.data).runs.length === 0);
  expect(WireRunList.parse(gone.data).removed).toEqual(["list b"]);
});

test("what can't be followed is a problem, and no stream", async () => {
  const reply = await talk.ask("GET", "/api/v1/runs/posted/events?split=test");
  expect(problemOf(reply)).toMatchObject({ answered: 400, code: "invalid_request", path: "split" });
  expect(problemOf(await talk.ask("GET", "/api/v1/runs/%00/events"))).toMatchObject({ answered: 400, path: "run" });
  expect(problemOf(await talk.ask("GET", "/api/v1/runs/nobody/events"))).toMatchObject({ answered: 404 });
});
