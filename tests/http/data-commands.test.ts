/** `falsezero backup`, `restore`, `rebuild` and `doctor`, as processes of their own beside a real server. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
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
let other: string;
let files: string;
let server: RealServer | null = null;

async function start(dataFolder: string): Promise<Talk> {
  server = await startServer({ dataFolder });
  return new Talk(server);
}

async function stop(): Promise<void> {
  await server?.stop();
  server = null;
}

beforeEach(() => {
  folder = makeDataFolder();
  other = makeDataFolder();
  files = mkdtempSync(join(tmpdir(), "falsezero-backups-"));
});

afterEach(async () => {
  await server?.kill();
  server = null;
  for (const path of [folder, other, files]) rmSync(path, { recursive: true, force: true });
});

const run = (...args: readonly string[]) => runProgram(args);

function drawStep(step: number): object[] {
  return Array.from({ length: 16 }, (_, index) => {
    const place = {
      step,
      group: String(index >> 2),
      sample: index & 3,
      environment: "browser",
      payload: { step, index },
    };
    const isLost = step >= 13 && index < 14;
    return isLost
      ? {
          ...place,
          reward: 0,
          mask_sample: true,
          failure_kind: "session_lost",
          failure_reason: `no session in ${index} s`,
        }
      : { ...place, reward: index % 2, mask_sample: false };
  });
}

const Steps = z.object({ steps: z.array(z.record(z.string(), z.unknown())) });
const Incidents = z.object({ incidents: z.array(z.object({ id: z.string(), onset: z.int().nullable() })) });
const Issues = z.object({ issues: z.array(z.object({ template: z.string(), count: z.int() })) });

async function readAll(talk: Talk, to: number) {
  const { steps } = Steps.parse(await talk.get(`/api/v1/runs/sick/steps?to=${to}`));
  const { incidents } = Incidents.parse(await talk.get("/api/v1/runs/sick/incidents"));
  const { issues } = Issues.parse(await talk.get("/api/v1/runs/sick/issues"));
  return { steps, incidents, issues };
}

test(
  "a backup that is made under ingest is whole at one revision, and restored elsewhere it says the same",
  async () => {
    const talk = await start(folder);
    await talk.ask("PUT", "/api/v1/runs/sick", { expected_per_step: 16 });
    for (let step = 1; step <= 20; step++) await talk.post("sick", drawStep(step));
    const before = await readAll(talk, 20);
    expect(before.incidents).toMatchObject([{ onset: 13 }]);
    let isDone = false;
    const sending = (async () => {
      for (let step = 1; !isDone; step++) await talk.post("busy", drawStep(step % 5));
    })();
    const copy = join(files, "copy.db");
    const backup = await run("backup", copy, "--data", folder, "--json");
    isDone = true;
    await sending;
    expect(backup).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(backup.out)).toMatchObject({ file: copy, runs: 2, bytes: statSync(copy).size });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(readdirSync(files)).toEqual(["copy.db"]);
    const again = await run("backup", copy, "--data", folder);
    expect(again.code).toBe(2);
    expect(again.err).toContain("is there already, and is not written over");
    await stop();

    const restored = await run("restore", copy, "--data", other, "--json");
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(restored.out)).toMatchObject({ replaced: null, runs: 2 });
    expect(await readAll(await start(other), 20)).toEqual(before);
  },
  slow,
);

test(
  "a restore keeps what was there, and readers of before are told to read again",
  async () => {
    let talk = await start(folder);
    await talk.post("sick", drawStep(1));
    const copy = join(files, "copy.db");
    expect((await run("backup", copy, "--data", folder)).code).toBe(0);
    await talk.post("sick", drawStep(2));
    const Revision = z.object({ revision: z.string() });
    const { revision } = Revision.parse(await talk.get("/api/v1/runs"));
    await stop();
    const restored = await run("restore", copy, "--data", folder);
    expect(restored).toMatchObject({ code: 0, err: "" });
    expect(restored.out).toContain("now holds 1 run and 16 rollouts");
    talk = await start(folder);
    const { steps } = Steps.parse(await talk.get("/api/v1/runs/sick/steps"));
    expect(steps.map(({ step }) => step)).toEqual([1]);
    const epochOf = (text: string) => Number(text.split(".")[0]);
    expect(epochOf(Revision.parse(await talk.get("/api/v1/runs")).revision)).toBeGreaterThan(epochOf(revision));
    await stop();
    const [kept] = readdirSync(folder).filter((name) => name.startsWith("falsezero.db.replaced-"));
    const db = new Database(join(folder, kept ?? ""), { readonly: true });
    expect(db.prepare("SELECT count(*) FROM rollout").pluck().get()).toBe(32);
    db.close();
  },
  slow,
);

test(
  "what can't be restored is refused by name, and nothing is changed",
  async () => {
    const talk = await start(folder);
    await talk.post("sick", drawStep(1));
    const copy = join(files, "copy.db");
    await run("backup", copy, "--data", folder);
    const running = await run("restore", copy, "--data", folder);
    expect(running.code).toBe(2);
    expect(running.err).toContain("no server answers at http://127.0.0.1:9. Nothing was changed");
    await stop();

    const refuse = async (name: string, why: string) => {
      const { code, err } = await run("restore", join(files, name), "--data", folder);
      expect({ name, code, err }).toEqual({ name, code: 2, err: expect.stringContaining(why) });
    };
    await refuse("missing.db", "there is no such file");
    writeFileSync(join(files, "text.db"), "no database at all, but long enough to be looked at. ".repeat(20));
    await refuse("text.db", "is not a database");
    writeFileSync(join(files, "empty.db"), "");
    await refuse("empty.db", "is empty");
    const foreign = new Database(join(files, "foreign.db"));
    foreign.exec("CREATE TABLE theirs (id INTEGER)");
    foreign.close();
    await refuse("foreign.db", "a database of another program");
    await run("backup", join(files, "newer.db"), "--data", folder);
    const newer = new Database(join(files, "newer.db"));
    newer.pragma("user_version = 9999");
    newer.close();
    await refuse("newer.db", "was written by a newer Falsezero");
    const bytes = Buffer.alloc(8192, 0xee);
    await run("backup", join(files, "torn.db"), "--data", folder);
    const { openSync, writeSync, closeSync } = await import("node:fs");
    const torn = openSync(join(files, "torn.db"), "r+");
    for (let page = 5; page < 15; page++) writeSync(torn, bytes, 0, bytes.length, page * 8192);
    closeSync(torn);
    await refuse("torn.db", "damaged");
    expect(readdirSync(folder).filter((name) => /replaced|restoring/.test(name))).toEqual([]);
    expect(Steps.parse(await (await start(folder)).get("/api/v1/runs/sick/steps")).steps).toHaveLength(1);
  },
  slow,
);

test(
  "a rebuild makes the same again, and names what a hand had changed",
  async () => {
    const talk = await start(folder);
    for (let step = 1; step <= 20; step++) await talk.post("sick", drawStep(step));
    await readAll(talk, 20);
    expect((await run("rebuild", "--data", folder)).err).toContain("is open in another Falsezero");
    await stop();
    const rebuilt = await run("rebuild", "--data", folder, "--json");
    expect(rebuilt).toMatchObject({ code: 0, err: "" });
    const { before, after, different, steps } = JSON.parse(rebuilt.out);
    expect({ before, different, steps }).toEqual({ before: after, different: [], steps: 20 });
    // A step for the run, and one for its environment.
    expect(after).toMatchObject({ summaries: 40, incidents: 1 });

    const db = new Database(join(folder, "falsezero.db"));
    db.exec("UPDATE step_summary SET masked = masked + 1 WHERE step = 7 AND environment_id = 0");
    db.close();
    const put = await run("rebuild", "--data", folder);
    expect(put.code).toBe(1);
    expect(put.out).toContain("1 of them differ:\n  sick: step 7 of first\n");
  },
  slow,
);

test(
  "a doctor says what is well, beside a server or without one, and what is not, with what to do",
  async () => {
    const talk = await start(folder);
    for (let step = 1; step <= 4; step++) await talk.post("sick", drawStep(step));
    await readAll(talk, 4);
    const beside = await run("doctor", "--data", folder, "--url", server?.url ?? "");
    expect(beside.out).toMatch(/^ok {4}Server: runs at http/m);
    expect(beside.out).toMatch(/^ok {4}Summaries: 4 steps, drawn by lot, recomputed from rows: the same/m);
    expect(beside.code).toBe(0);
    await stop();

    const db = new Database(join(folder, "falsezero.db"));
    db.exec(`UPDATE step_summary SET body = json_set(body, '$.attempts', 99) WHERE step = 3 AND environment_id = 0`);
    db.close();
    const ill = await run("doctor", "--data", folder, "--json");
    expect(ill.code).toBe(1);
    const { ok, findings } = JSON.parse(ill.out);
    expect(ok).toBe(false);
    const failed = z.array(
      z.object({ name: z.string(), state: z.string(), what: z.string(), todo: z.string().nullable() }),
    );
    expect(failed.parse(findings).filter(({ state }) => state === "fail")).toMatchObject([
      {
        name: "Summaries",
        what: expect.stringContaining("sick: step 3 of first"),
        todo: expect.stringContaining("rebuild"),
      },
    ]);
    expect((await run("rebuild", "--data", folder)).code).toBe(1);
    expect((await run("doctor", "--data", folder)).code).toBe(0);

    const missing = await run("doctor", "--data", join(files, "nothing"));
    expect(missing).toMatchObject({ code: 0, out: expect.stringContaining("WARN  Data folder") });
    expect(existsSync(join(files, "nothing"))).toBe(false);
    writeFileSync(join(other, "falsezero.db"), "damaged beyond anything that a database could be. ".repeat(30));
    const damaged = await run("doctor", "--data", other);
    expect(damaged).toMatchObject({ code: 1, out: expect.stringContaining("is not a database") });
  },
  slow,
);
