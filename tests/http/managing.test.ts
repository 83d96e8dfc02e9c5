import { rmSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { databaseFile, openWriter } from "@/db/sqlite/connection";
import { WireRun } from "@/lib/wire/run";
import { WireRemoval, WireRemovalList } from "@/lib/wire/run-removal";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

let server: RealServer;
let talk: Talk;
let folder: string;

async function start(environment: Record<string, string> = {}) {
  server = await startServer({ dataFolder: folder, environment });
  talk = new Talk(server);
}

beforeEach(async () => {
  folder = makeDataFolder();
  await start();
});

afterEach(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const rows = Array.from({ length: 8 }, (_, sample) => ({
  step: 1,
  group: "a",
  sample,
  reward: 1,
  payload: { sample },
}));
const removal = "/api/v1/runs/browser-7/removal";
const Detail = z.object({ code: z.string(), detail: z.string() });
const readRemoval = async () => WireRemoval.parse(await talk.get(removal));

test("a run is removed with a wait that outlives a restart, refuses its sender meanwhile, and comes back", async () => {
  await talk.post("browser-7", rows);
  expect(await readRemoval()).toMatchObject({ due_at: null, contents: { rollouts: 8, steps: 1 }, wait_minutes: 1_440 });
  const wrong = await talk.ask("POST", removal, { name: "browser-8" });
  expect(wrong.status).toBe(400);
  expect(await readRemoval()).toMatchObject({ due_at: null });

  const asked = await talk.ask("POST", removal, { name: "browser-7", by: "ada" });
  const { asked_at, due_at } = WireRemoval.parse(JSON.parse(asked.text));
  expect(Date.parse(due_at ?? "") - Date.parse(asked_at ?? "")).toBe(24 * 3_600_000);
  expect((await talk.ask("POST", removal, { name: "browser-7" })).status).toBe(409);
  await server.kill();
  await start();

  expect(WireRemovalList.parse(await talk.get("/api/v1/removals")).removals).toMatchObject([
    { run: "browser-7", asked_by: "ada", due_at },
  ]);
  expect((await talk.ask("GET", "/api/v1/runs/browser-7")).status).toBe(404);
  const refused = await talk.postText("browser-7", JSON.stringify(rows));
  expect(refused.status).toBe(409);
  const { code, detail } = Detail.parse(JSON.parse(refused.text));
  expect(code).toBe("conflict");
  expect(detail).toContain(`DELETE ${removal}`);
  expect(detail).toContain("and takes nothing until then");

  expect(JSON.parse((await talk.ask("DELETE", removal)).text)).toEqual({ run: "browser-7", restored: true });
  expect(await talk.post("browser-7", rows)).toMatchObject({ duplicates: 8 });
});

const listWaiting = async () => WireRemovalList.parse(await talk.get("/api/v1/removals")).removals;

test("without a wait a run goes at once, and by DELETE one that waits; then its name begins afresh", async () => {
  await talk.post("browser-7", rows);
  await talk.ask("POST", removal, { name: "browser-7", wait_minutes: 0 });
  expect(await listWaiting()).toEqual([]);
  expect(await talk.post("browser-7", rows)).toMatchObject({ inserted: 8 });

  await talk.ask("POST", removal, { name: "browser-7" });
  expect(JSON.parse((await talk.ask("DELETE", "/api/v1/runs/browser-7")).text)).toMatchObject({ deleted: true });
  expect(await listWaiting()).toEqual([]);
  expect((await talk.ask("DELETE", removal)).status).toBe(404);
});

test("a wait ends by itself", async () => {
  await talk.post("browser-7", rows);
  await talk.ask("POST", removal, { name: "browser-7", wait_minutes: 1 });
  await server.stop();
  // A minute goes by.
  const db = openWriter(databaseFile(folder));
  db.prepare("UPDATE run_removal SET due_at = due_at - 60000").run();
  db.close();
  await start();
  await expect.poll(async () => (await listWaiting()).length, { timeout: 30_000 }).toBe(0);
  expect(await talk.post("browser-7", rows)).toMatchObject({ inserted: 8 });
});

test("of two who describe a run at once one wins, and the other is told and overwrites nothing", async () => {
  await talk.post("browser-7", rows);
  const path = "/api/v1/runs/browser-7";
  const { version } = WireRun.parse(await talk.get(path));
  const answers = await Promise.all([
    talk.ask("PUT", path, { name: "By Ada", version }),
    talk.ask("PUT", path, { name: "By Bea", version }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers[0]?.status === 200 ? "By Ada" : "By Bea";
  expect(WireRun.parse(await talk.get(path))).toMatchObject({ name: winner, version: version + 1 });
  const lost = answers.find(({ status }) => status === 409);
  expect(Detail.parse(JSON.parse(lost?.text ?? "")).detail).toContain(`at version ${version + 1}, not ${version}`);
});

/** Twelve steps that are well, and eight in which nearly every session is lost. */
const sick = Array.from({ length: 20 * 16 }, (_, index) => {
  const [step, sample] = [1 + Math.floor(index / 16), index % 16];
  const place = { step, group: String(sample >> 2), sample: sample & 3 };
  if (step < 13 || sample >= 14) return { ...place, reward: sample % 2, mask_sample: false };
  const failure_reason = `no session in ${sample} s`;
  return { ...place, reward: 0, mask_sample: true, failure_kind: "session_lost", failure_reason };
});

async function countOpenIncidents(): Promise<number> {
  const { text } = await talk.ask("GET", "/metrics");
  const counts = [...text.matchAll(/^falsezero_open_incidents\{severity="\w+"\} (\d+)$/gm)];
  expect(counts.length).toBeGreaterThan(1);
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

test("an archived run stays readable, and no metric counts its incidents", async () => {
  await talk.post("browser-7", sick);
  const incidents = "/api/v1/runs/browser-7/incidents";
  const found = await talk.get(incidents);
  expect(found).toMatchObject({ incidents: [expect.objectContaining({ state: "open", onset: 13 })] });
  expect(await countOpenIncidents()).toBe(1);
  const archived = await talk.ask("PUT", "/api/v1/runs/browser-7", { archived: true });
  expect(WireRun.parse(JSON.parse(archived.text)).archived_at).not.toBeNull();
  expect(await countOpenIncidents()).toBe(0);
  expect(WireRun.parse(await talk.get("/api/v1/runs/browser-7"))).toMatchObject({ rollouts: 20 * 16 });
  expect(await talk.get(incidents)).toMatchObject({ incidents: [expect.objectContaining({ state: "open" })] });
  expect((await talk.ask("GET", "/runs/browser-7")).status).toBe(200);
  await talk.ask("PUT", "/api/v1/runs/browser-7", { archived: false });
  expect(await countOpenIncidents()).toBe(1);
});
