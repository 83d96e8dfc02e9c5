/** Rules of retention over HTTP, and `falsezero retain` and `compact` as processes that may be killed. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { WireRetentionLog, WireRetentionPlan, WireRetentionRule, WireRetentionRuleList } from "@/lib/wire/retention";
import { WireStorage } from "@/lib/wire/storage";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { runProgram, startProgram } from "./program";
import { Talk } from "./talk";

const slow = 120_000;

let folder: string;
let server: RealServer | null = null;

async function start(): Promise<Talk> {
  server = await startServer({ dataFolder: folder });
  return new Talk(server);
}

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

beforeEach(() => {
  folder = makeDataFolder();
});

afterEach(async () => {
  await server?.kill();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

/** @returns what it printed. @throws Error where it fails. */
async function run(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await runProgram([...args, "--data", folder]);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${out}${err}`);
  return out;
}

function withDatabase<Result>(work: (db: Database.Database) => Result): Result {
  const db = new Database(join(folder, "falsezero.db"));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** As if nothing had been heard of any run for so many days. */
function age(days: number): void {
  withDatabase((db) => db.prepare("UPDATE run SET last_seen_at = last_seen_at - ?").run(days * 24 * 3_600_000));
}

const rules = "/api/v1/retention/rules";
const Steps = z.object({ steps: z.array(z.record(z.string(), z.unknown())) });

function drawBatch(from: number, steps: number, perStep: number): object[] {
  return Array.from({ length: steps * perStep }, (_, index) => {
    const step = from + Math.floor(index / perStep);
    const lost = { reward: 0, mask_sample: true, failure_kind: "session_lost", failure_reason: "no session" };
    const place = { step, group: "a", sample: index % perStep, payload: { text: `row ${index}` } };
    return index % 10 === 0 ? { ...place, ...lost } : { ...place, reward: index % 2 };
  });
}

test("rules are kept, changed by whoever saw them, planned and removed", async () => {
  const talk = await start();
  await talk.post("old", drawBatch(1, 2, 8));
  const made = await talk.ask("PUT", rules, { payload_days: 14, by: "ada" });
  expect(WireRetentionRule.parse(JSON.parse(made.text))).toMatchObject({
    project: null,
    version: 1,
    rollout_days: null,
  });
  expect((await talk.ask("PUT", rules, { payload_days: 7 })).status).toBe(409);
  expect((await talk.ask("PUT", rules, { payload_days: 0, version: 1 })).status).toBe(400);
  expect((await talk.ask("PUT", rules, { payload_days: 14, rollout_days: 30, version: 1 })).status).toBe(200);
  expect(WireRetentionRuleList.parse(await talk.get(rules)).rules).toMatchObject([{ rollout_days: 30, version: 2 }]);
  expect(WireRetentionPlan.parse(await talk.get("/api/v1/retention/plan")).acts).toEqual([]);
  expect((await talk.ask("DELETE", rules, { project: "browser" })).status).toBe(404);
  expect((await talk.ask("DELETE", rules, {})).status).toBe(200);
  expect(WireRetentionRuleList.parse(await talk.get(rules)).rules).toEqual([]);
});

test("what each run takes adds up to the file", async () => {
  const talk = await start();
  await talk.post("large", drawBatch(1, 20, 100));
  await talk.post("small", drawBatch(1, 1, 8));
  await talk.get("/api/v1/runs");
  const { runs, database_bytes: all, free_bytes: free } = WireStorage.parse(await talk.get("/api/v1/storage"));
  expect(runs.map((size) => [size.run, size.rollouts])).toEqual([
    ["large", 2_000],
    ["small", 8],
  ]);
  const together = runs.reduce((sum, size) => sum + size.bytes, 0);
  expect(Math.abs(together - (all - free))).toBeLessThan(10);
});

test(
  "a pass that is killed halfway is finished by the next one, and the book has all of it once",
  async () => {
    const [steps, perStep] = [400, 150];
    let talk = await start();
    for (let from = 1; from <= steps; from += 40) await talk.post("old", drawBatch(from, 40, perStep));
    const buckets = await talk.get("/api/v1/runs/old/steps?from=1&to=40");
    await talk.ask("PUT", rules, { rollout_days: 30 });
    await stop();
    age(31);
    expect(await run("retain", "--dry-run")).toContain("400 steps, 60,000 rollouts");

    const countRows = () => withDatabase((db) => Number(db.prepare("SELECT count(*) FROM rollout").pluck().get()));
    expect(countRows()).toBe(steps * perStep);
    const child = startProgram(["retain", "--data", folder]);
    const ended = new Promise((resolve) => child.once("close", resolve));
    const db = new Database(join(folder, "falsezero.db"), { readonly: true });
    const sealed = db.prepare("SELECT count(*) FROM sealed_step").pluck();
    for (let tries = 0; Number(sealed.get()) === 0 && tries < 5_000; tries++) await wait(2);
    child.kill("SIGKILL");
    await ended;
    db.close();
    const left = countRows();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(steps * perStep);

    await run("retain");
    expect(countRows()).toBe(0);
    const size = statSync(join(folder, "falsezero.db")).size;
    expect(await run("compact")).toContain("before");
    // Sixty thousand rows with their indexes are most of the file.
    expect(statSync(join(folder, "falsezero.db")).size).toBeLessThan(size / 2);
    expect(await run("rebuild")).toContain("Nothing differs.");

    talk = await start();
    expect(await talk.get("/api/v1/runs/old/steps?from=1&to=40")).toMatchObject({
      steps: Steps.parse(buckets).steps,
    });
    const { acts } = WireRetentionLog.parse(await talk.get("/api/v1/retention/log"));
    const sum = (read: (act: (typeof acts)[number]) => number) => acts.reduce((total, act) => total + read(act), 0);
    expect([sum((act) => act.steps), sum((act) => act.rollouts)]).toEqual([steps, steps * perStep]);
    const late = await talk.postText("old", JSON.stringify({ step: 7, reward: 1 }));
    expect(late.status).toBe(422);
    expect(late.text).toContain("step_sealed");
    expect(await talk.post("old", { step: 401, reward: 1 })).toMatchObject({ inserted: 1 });
  },
  slow,
);

test(
  "a removal that is cut short by a kill goes on at the next start, and its neighbour is whole",
  async () => {
    let talk = await start();
    const all = 200 * 150 + 16;
    for (let from = 1; from <= 200; from += 40) await talk.post("old", drawBatch(from, 40, 150));
    await talk.post("neighbour", drawBatch(1, 2, 8));
    const before = await talk.get("/api/v1/runs/neighbour/steps");
    await talk.ask("POST", "/api/v1/runs/old/removal", { name: "old" });
    // Answered when nothing is left; killed before that.
    const removed = talk.ask("DELETE", "/api/v1/runs/old").catch(() => null);
    const db = new Database(join(folder, "falsezero.db"), { readonly: true });
    const rows = db.prepare("SELECT count(*) FROM rollout").pluck();
    for (let tries = 0; Number(rows.get()) === all && tries < 5_000; tries++) await wait(2);
    await server?.kill();
    await removed;
    const kept = Number(rows.get());
    db.close();
    expect(kept).toBeGreaterThan(16);
    expect(kept).toBeLessThan(all);
    talk = await start();
    expect((await talk.ask("GET", "/api/v1/runs/old")).status).toBe(404);
    const left = () => withDatabase((db) => Number(db.prepare("SELECT count(*) FROM rollout").pluck().get()));
    await expect.poll(left, { timeout: 30_000 }).toBe(16);
    expect(await talk.get("/api/v1/runs/neighbour/steps")).toMatchObject({ steps: Steps.parse(before).steps });
    expect(withDatabase((db) => db.pragma("foreign_key_check"))).toEqual([]);
    expect(await talk.post("old", drawBatch(1, 1, 8))).toMatchObject({ inserted: 8 });
  },
  slow,
);
