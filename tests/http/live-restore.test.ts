/** `falsezero restore` under a server that runs. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { runProgram } from "./program";
import { Talk } from "./talk";

const slow = 90_000;

let folder: string;
let files: string;
let server: RealServer;
let talk: Talk;

beforeEach(async () => {
  folder = makeDataFolder();
  files = mkdtempSync(join(tmpdir(), "falsezero-backups-"));
  server = await startServer({ dataFolder: folder });
  talk = new Talk(server);
});

afterEach(async () => {
  await server.kill();
  for (const path of [folder, files]) rmSync(path, { recursive: true, force: true });
});

const Runs = z.object({ revision: z.string(), runs: z.array(z.object({ run: z.string(), rollouts: z.int() })) });

async function listRuns() {
  const { runs, revision } = Runs.parse(await talk.get("/api/v1/runs"));
  const counts = Object.fromEntries(runs.map(({ run, rollouts }) => [run, rollouts]));
  return { counts, epoch: Number(revision.split(".")[0]) };
}

const listKept = () => readdirSync(folder).filter((name) => /replaced|restoring/.test(name));

test(
  "a copy is put in the place of the data under senders and readers: none is turned away, and nothing acknowledged is lost",
  async () => {
    await talk.post("kept", [{ step: 1, id: "a", reward: 1 }]);
    const copy = join(files, "copy.db");
    expect((await runProgram(["backup", copy, "--data", folder])).code).toBe(0);
    await talk.post("later", [{ step: 1, id: "b", reward: 1 }]);
    const before = await listRuns();
    expect(before.counts).toEqual({ kept: 1, later: 1 });

    const stream = await fetch(`${server.url}/api/v1/events`);
    const streamEnded = stream.text();
    let acknowledged = 0;
    let isDone = false;
    const send = async () => {
      while (!isDone) {
        const row = { step: 1, id: String(acknowledged), reward: 0 };
        await talk.post("busy", [row]);
        acknowledged++;
      }
    };
    const sending = send();
    const restored = await runProgram(["restore", copy, "--data", folder, "--url", server.url, "--json"]);
    isDone = true;
    await sending;
    expect(restored).toMatchObject({ code: 0, err: "" });
    const told = JSON.parse(restored.out);
    expect(told).toMatchObject({
      runs: 1,
      rollouts: 1,
      folder,
      replaced: expect.stringMatching(/^falsezero\.db\.replaced-/),
    });
    expect(await streamEnded).toContain("event: ");

    const after = await listRuns();
    expect(after.counts["later"]).toBeUndefined();
    expect(after.counts["kept"]).toBe(1);
    expect(after.epoch).toBeGreaterThan(before.epoch);
    expect(listKept()).toEqual([told.replaced]);
    const db = new Database(join(folder, told.replaced), { readonly: true });
    const kept = Number(db.prepare("SELECT count(*) FROM rollout").pluck().get());
    db.close();
    // What was there: two rows of before, and what was acknowledged until then; the rest is in the data now.
    expect(kept - 2 + (after.counts["busy"] ?? 0)).toBe(acknowledged);
    const page = await fetch(`${server.url}/runs/kept`, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
  },
  slow,
);

test(
  "a key that names no copy here changes nothing, and neither does a server that has another folder",
  async () => {
    await talk.post("kept", [{ step: 1, id: "a", reward: 1 }]);
    for (const key of ["0".repeat(32), "../falsezero.db", "x"]) {
      const { status, text } = await talk.ask("POST", `/api/v1/restore?copy=${encodeURIComponent(key)}`);
      expect({ key, status, code: JSON.parse(text).code }).toEqual({ key, status: 404, code: "not_found" });
    }
    const copy = join(files, "copy.db");
    expect((await runProgram(["backup", copy, "--data", folder])).code).toBe(0);
    const elsewhere = await startServer();
    const told = await runProgram(["restore", copy, "--data", folder, "--url", elsewhere.url]);
    await elsewhere.stop();
    expect(told).toMatchObject({ code: 2, err: expect.stringContaining("keeps its data elsewhere") });
    expect(listKept()).toEqual([]);
    expect((await listRuns()).counts).toEqual({ kept: 1 });
  },
  slow,
);

test(
  "a copy that can't be opened leaves the data as it was, and the server goes on",
  async () => {
    await talk.post("kept", [{ step: 1, id: "a", reward: 1 }]);
    const copy = join(files, "copy.db");
    expect((await runProgram(["backup", copy, "--data", folder])).code).toBe(0);
    // An older schema than it says: bringing it up to date fails.
    const db = new Database(copy);
    db.pragma("user_version = 1");
    db.close();
    const told = await runProgram(["restore", copy, "--data", folder, "--url", server.url]);
    expect(told).toMatchObject({ code: 2, err: expect.stringContaining("The copy can't be used") });
    expect(listKept()).toEqual([]);
    expect((await listRuns()).counts).toEqual({ kept: 1 });
    await talk.post("kept", [{ step: 1, id: "b", reward: 1 }]);
    expect((await listRuns()).counts).toEqual({ kept: 2 });
  },
  slow,
);
