/** An export that is imported into an empty server gives the same steps, incidents, issues and rollouts. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WireViewList } from "@/lib/wire/saved-view";
import { importPaths } from "@/scripts/command-line/import-command";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { lines, makeEverything } from "./everything";
import { runProgram } from "./program";
import { send, Talk } from "./talk";

let origin: RealServer;
let copy: RealServer;
let from: Talk;
let to: Talk;
let folder: string;

beforeAll(async () => {
  [origin, copy] = await Promise.all([startServer(), startServer()]);
  from = new Talk(origin);
  to = new Talk(copy);
  folder = await mkdtemp(join(tmpdir(), "falsezero-export-"));
});

afterAll(async () => {
  await Promise.all([origin.stop(), copy.stop()]);
  await rm(folder, { recursive: true });
});

const address = (run: string) => `/api/v1/runs/${encodeURIComponent(run)}`;

async function exportText(run: string, query = "", what = "export"): Promise<string> {
  const reply = await send(origin.port, `${address(run)}/${what}${query}`);
  expect({ status: reply.status, type: reply.headers["content-type"] }).toEqual({
    status: 200,
    type: "application/x-ndjson; charset=utf-8",
  });
  return reply.text;
}

async function importText(text: string, run: string, { url } = copy): Promise<{ code: number; report: string }> {
  const path = join(folder, `${encodeURIComponent(run).slice(0, 40)}.ndjson`);
  await writeFile(path, text);
  const printed: string[] = [];
  const connection = { url, token: undefined };
  const code = await importPaths([path], { run, json: true, dryRun: false }, connection, (line) => printed.push(line));
  return { code, report: printed.join("\n") };
}

/** Numbers that a server hands out by itself. */
const ownNumbers = new Set(["rollout", "issue", "id", "revision", "next", "merged_into", "from_issue", "came_from"]);

function withoutOwnNumbers(value: unknown, isEvent = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutOwnNumbers(one, isEvent));
  if (value === null || typeof value !== "object") return value;
  const isMove = "templates" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if ((ownNumbers.has(name) && typeof inner !== "object" && name !== "id") || name === "revision")
        return [name, "own"];
      if (name === "id" && typeof inner === "number") return [name, "own"];
      if (isMove && (name === "from" || name === "to")) return [name, "own"];
      return [name, withoutOwnNumbers(inner)];
    }),
  );
}

/** Of every so many rollouts `whole` has all that is kept; of the others it is null. */
interface ReadRollout {
  readonly listed: unknown;
  readonly whole: unknown;
}

/** All that a reader sees of a run: every rollout as lists have it, and of every so many all that is kept. */
async function readAll(talk: Talk, run: string, every = 1) {
  const at = address(run);
  const read = async (path: string) => withoutOwnNumbers(await talk.get(path));
  const detail = await talk.run(run);
  const asked = [
    "",
    ...["split=train", "split=eval", "resolution=7", "resolution=500"],
    ...detail.segments.map(({ segment }) => `segment=${encodeURIComponent(segment)}`),
    ...detail.environments.map((name) => `environment=${encodeURIComponent(name)}`),
    ...Object.entries(detail.labels).map(([name, [value = ""]]) => {
      return `label.${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    }),
  ];
  const steps = await Promise.all(asked.map((query) => read(`${at}/steps?${query}`)));
  const rollouts: ReadRollout[] = [];
  for (const split of ["train", "eval"]) {
    for (const segment of [null, ...detail.segments.map((one) => one.segment)]) {
      const query = { split, limit: 500, ...(segment === null ? {} : { segment }) };
      for (let cursor: string | null = ""; cursor !== null; ) {
        const page = await talk.rollouts(run, cursor === "" ? query : { ...query, cursor });
        for (const rollout of page.rollouts) {
          const isWhole = rollouts.length % every === 0;
          const whole = isWhole ? withoutOwnNumbers(await talk.rollout(rollout.rollout)) : null;
          rollouts.push({ listed: withoutOwnNumbers(rollout), whole });
        }
        cursor = page.next;
      }
    }
  }
  const sections = ["summary", "notes"].map(async (section) => {
    const told = await talk.get(`${at}/report/${section}`);
    return told !== null && typeof told === "object" && "history" in told ? told.history : null;
  });
  const { views } = WireViewList.parse(await talk.get("/api/v1/views"));
  const issues = await talk.get(`${at}/issues?limit=200`);
  const details: unknown[] = [];
  if (typeof issues === "object" && issues !== null && "issues" in issues && Array.isArray(issues.issues)) {
    for (const { issue } of issues.issues) details.push(await read(`/api/v1/issues/${issue}`));
  }
  return {
    detail: withoutOwnNumbers(detail),
    steps,
    incidents: await read(`${at}/incidents`),
    verdict: await read(`${at}/verdict`),
    overrides: await read(`${at}/overrides`),
    issues: withoutOwnNumbers(issues),
    details,
    rollouts,
    edits: await Promise.all(sections),
    views: views
      .filter((view) => view.run === run || view.query.includes(new URLSearchParams({ run }).toString()))
      .map(({ view: _, ...told }) => told)
      .sort((a, b) => a.name.localeCompare(b.name)),
  };
}

test("a run with everything comes back whole, and again changes nothing", async () => {
  const run = "odd / näme%20 🛒";
  const first = await makeEverything(from, run);
  const text = await exportText(run);
  const { code, report } = await importText(text, run);
  expect({ code, report }).toMatchObject({ code: 0 });
  const [before, after] = await Promise.all([readAll(from, run), readAll(to, run)]);
  expect(before.rollouts.length).toBeGreaterThan(700);
  for (const part of [
    "detail",
    "steps",
    "overrides",
    "incidents",
    "verdict",
    "issues",
    "details",
    "rollouts",
    "edits",
    "views",
  ] as const) {
    expect({ [part]: after[part] }).toEqual({ [part]: before[part] });
  }
  expect(before.edits).toMatchObject([
    [{ by: "ada" }, { by: "bo" }],
    [{ text: "a draft" }, { text: null }],
  ]);
  expect(before.views.map(({ name }) => name)).toEqual(["against another", "lost"]);
  // The file it came from is known there, too.
  const isSentAnew = (line: string) => line.includes('"step":4,"group":"g1","sample":1');
  const same = first.split("\n").filter((line) => !isSentAnew(line));
  const receipt = JSON.parse((await to.postText(run, same.join("\n"), lines)).text);
  expect(receipt).toMatchObject({ inserted: 0, updated: 0, duplicates: 599 });
  expect((await importText(text, run)).report).toContain('"inserted": 0');
  // Hearing it again is a sign of life, and nothing else.
  const { detail, ...heard } = await readAll(to, run, 20);
  const { detail: earlier, ...told } = after;
  const atNoTime = (text: string) => text.replace(/"last_seen_at":"[^"]*"/, "");
  const sampled = told.rollouts.map((rollout, at) => (at % 20 === 0 ? rollout : { ...rollout, whole: null }));
  expect(heard).toEqual({ ...told, rollouts: sampled });
  expect(atNoTime(JSON.stringify(detail))).toBe(atNoTime(JSON.stringify(earlier)));
  // What is exported of the copy is what was exported of the original, but for when that was, and when it was heard of last.
  const again = (await send(copy.port, `${address(run)}/export`)).text;
  const timeless = (exported: string) => {
    const told = exported.split("\n").slice(1);
    return told.map((line) => line.replace(/"(exported_at|last_seen_at)":\d+/g, '"$1":0'));
  };
  expect(timeless(again)).toEqual(timeless(text));
}, 240_000);

test("the bundled reconstruction comes back under another name, packed", async () => {
  await from.tell("POST", "demo", { scenario: "step-61", run: "step-61" });
  const reply = await fetch(`${origin.url}${address("step-61")}/export?gzip=true`);
  expect(reply.headers.get("content-disposition")).toBe(
    `attachment; filename="step-61.ndjson.gz"; filename*=UTF-8''step-61.ndjson.gz`,
  );
  const text = gunzipSync(await reply.arrayBuffer()).toString("utf8");
  expect((await importText(text, "renamed")).code).toBe(0);
  const rename = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"renamed"', '"step-61"'));
  const read = await Promise.all([readAll(from, "step-61", 40), readAll(to, "renamed", 40)]);
  const [before, after] = [read[0], rename(read[1])];
  for (const part of ["detail", "steps", "incidents", "verdict", "issues", "details", "rollouts"] as const) {
    expect({ [part]: after[part] }).toEqual({ [part]: before[part] });
  }
}, 240_000);

test("a run whose rollouts retention removed comes back with all that was made of them", async () => {
  const run = "sealed";
  const dataFolder = makeDataFolder();
  let old = await startServer({ dataFolder });
  const empty = await startServer();
  const there = new Talk(empty);
  try {
    await makeEverything(new Talk(old), run);
    await new Talk(old).tell("PUT", "retention/rules", { rollout_days: 30 });
    await old.stop();
    const db = new Database(join(dataFolder, "falsezero.db"));
    db.prepare("UPDATE run SET last_seen_at = last_seen_at - ?").run(40 * 24 * 3_600_000);
    db.close();
    expect(await runProgram(["retain", "--data", dataFolder])).toMatchObject({ code: 0 });
    old = await startServer({ dataFolder });
    const before = await readAll(new Talk(old), run);
    expect(before.rollouts).toEqual([]);
    expect(JSON.stringify(before.incidents)).toContain("session_lost");
    const text = (await send(old.port, `${address(run)}/export`)).text;
    expect(await importText(text, run, empty)).toMatchObject({ code: 0 });
    expect(await readAll(there, run)).toEqual(before);
    // What is sealed there is sealed here: neither the same file nor a late row changes it.
    expect(await importText(text, run, empty)).toMatchObject({ code: 0 });
    expect((await there.postText(run, JSON.stringify({ step: 7, segment: "first", reward: 1 }))).text).toContain(
      "step_sealed",
    );
    expect((await readAll(there, run)).steps).toEqual(before.steps);
  } finally {
    await Promise.all([old.stop(), empty.stop()]);
    await rm(dataFolder, { recursive: true });
  }
}, 240_000);

test("a kind of record that only a newer version knows is told of, and the rest is taken", async () => {
  await from.tell("POST", "runs/newer-kind/rollouts", { step: 1, reward: 1, group: "0", sample: 0 });
  const lines = (await exportText("newer-kind")).trimEnd().split("\n");
  const end = JSON.parse(lines.pop() ?? "");
  end.falsezero_export_end.records++;
  const text = [...lines, JSON.stringify({ falsezero_record: "tomorrow", what: 1 }), JSON.stringify(end), ""].join(
    "\n",
  );
  const { code, report } = await importText(text, "newer-kind");
  expect(code).toBe(0);
  expect(report).toContain("1 tomorrow records were left out: this version does not know what Falsezero");
  expect(await to.rollouts("newer-kind")).toMatchObject({ total: 1 });
});

test("what is filtered is exported, all pages of it, and imports", async () => {
  const run = "odd / näme%20 🛒";
  const text = await exportText(run, "?kind=session_lost&from=12&to=14", "rollouts/export");
  const { total } = await from.rollouts(run, { kind: "session_lost", from: 12, to: 14 });
  expect(
    text
      .trimEnd()
      .split("\n")
      .filter((line) => line.startsWith('{"_falsezero"')),
  ).toHaveLength(total ?? -1);
  expect(await importText(text, "some")).toMatchObject({ code: 0 });
  expect(await to.rollouts("some")).toMatchObject({ total });
  const refused = await send(origin.port, `${address(run)}/rollouts/export?limit=5`);
  expect(refused.status).toBe(400);
});

test("whoever asks for the headers alone, or leaves, gives back the place that an export has", async () => {
  await from.tell("POST", "runs/asked/rollouts", { step: 1, reward: 1, group: "0", sample: 0 });
  const whole = `${origin.url}${address("asked")}/export`;
  for (let asked = 0; asked < 3; asked++) expect((await fetch(whole, { method: "HEAD" })).status).toBe(200);
  const askAndLeave = async () => {
    const reply = await fetch(`${whole}?gzip=true`);
    await reply.body?.cancel();
    return reply.status;
  };
  for (let asked = 0; asked < 4; asked++) await expect.poll(askAndLeave).toBe(200);
});

test("an export that breaks off says so by name", async () => {
  const text = await exportText("step-61");
  const torn = await importText(text.slice(0, text.length / 2), "torn");
  expect(torn.code).toBe(1);
  expect(torn.report).toMatch(/not whole: it breaks off after \d+ rollouts/);
  const holed = await importText(
    text
      .split("\n")
      .filter((_, index) => index !== 900)
      .join("\n"),
    "holed",
  );
  expect(holed.report).toMatch(/not whole: it has \d+ rollouts and \d+ records, and says that it should have/);
  const newer = await importText(text.replace('"version":1', '"version":2'), "newer");
  expect(newer.report).toContain("an export of version 2");
});

async function runCommand(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const { code, out, err } = await runProgram([...args, "--url", origin.url], { folder });
  return { code, output: out + err };
}

test("the command writes a file, packed where its name says so, and never over another", async () => {
  const done = await runCommand(["export", "step-61", "--out", "a.ndjson.gz"]);
  expect(done).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^a.ndjson.gz: \d+ rollouts of step-61, and \d+ records/),
  });
  const text = gunzipSync(await readFile(join(folder, "a.ndjson.gz"))).toString("utf8");
  expect(text.trimEnd().split("\n").at(-1)).toContain("falsezero_export_end");
  const refused = await runCommand(["export", "step-61", "--out", "a.ndjson.gz"]);
  expect(refused).toMatchObject({ code: 2, output: expect.stringContaining("is there already") });
  const piped = await runCommand(["export", "step-61", "--step", "61", "--outcome", "masked", "--out", "-"]);
  expect(piped.output.split("\n").filter((line) => line.includes('"exported":1')).length).toBeGreaterThan(40);
  expect(await runCommand(["export", "nobody"])).toMatchObject({
    code: 2,
    output: expect.stringContaining("no run called"),
  });
});
