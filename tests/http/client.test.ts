/** The TypeScript client against a real server: what it logs is there exactly once, whatever happens to either side. */
import { spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Run, type RunOptions } from "@/lib/client/run";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";
import { pause, rewardsOf, upTo } from "./watched-folder";

const program = fileURLToPath(new URL("client-process.ts", import.meta.url));

/** Servers and processes start many times over in these, on machines that may be busy. */
const restartMs = 90_000;

let server: RealServer;
let spool = "";

beforeAll(async () => {
  server = await startServer();
});

afterAll(async () => {
  await server.stop();
});

beforeEach(async () => {
  spool = await mkdtemp(join(tmpdir(), "falsezero-spool-"));
});

afterEach(async () => rm(spool, { recursive: true }));

function makeRun(name: string, options: RunOptions = {}): { run: Run; warnings: string[] } {
  const warnings: string[] = [];
  const onWarning = (text: string) => warnings.push(text);
  return { run: new Run(name, { url: server.url, spool, onWarning, ...options }), warnings };
}

async function startProcess(name: string, first: number, count: number, end: string) {
  const args = ["--import", "tsx", program, server.url, spool, name, String(first), String(count), end];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, ended, output: () => out };
}

/** Files that are left in the spool. */
async function listSpool(): Promise<string[]> {
  return (await readdir(spool, { recursive: true })).filter((name) => name.endsWith(".rows"));
}

it("tells a run, its launch, steps, rollouts, notes and end, in their order", async () => {
  const { run, warnings } = makeRun("told", { segment: "first", about: { group_size: 2, project: "shop" } });
  run.step(1, { expected: 4 });
  run.log([
    { group: "0", sample: 0, reward: 1 },
    { group: "0", sample: 1, reward: 0 },
  ]);
  run.log({ reward: 0, mask_sample: true, failure_kind: "session_lost" }, { environment: "shop_agent" });
  run.step(2);
  run.log({ responses_create_params: {}, response: { output: [] }, reward: 0.5 });
  run.annotate("a new curriculum", { step: 2, kind: "curriculum" });
  run.step(1, { finished: true, checkpoint: "/ckpt/1" });
  expect(await run.finish()).toEqual({ accepted: 4, rejected: 0, dropped: 0, pending: 0 });
  expect(warnings).toEqual([]);
  const talk = new Talk(server);
  expect(await talk.run("told")).toMatchObject({ group_size: 2, project: "shop", state: "finished" });
  const steps = await talk.steps("told");
  expect(steps).toMatchObject([
    { step: 1, expected: 4, scored: 2, masked: 1, unknown: 1, segment: "first", complete: true },
    { step: 2, scored: 1, segment: "first" },
  ]);
  expect(await listSpool()).toEqual([]);
});

it(
  "has every rollout there exactly once after a server that was killed and restarted while it logged",
  async () => {
    const dataFolder = makeDataFolder();
    let other = await startServer({ dataFolder });
    const { url, port } = other;
    const { run, warnings } = makeRun("killed", { url, segment: "one" });
    const total = 3_000;
    const logging = (async () => {
      for (let reward = 0; reward < total; reward++) {
        run.log({ reward }, { step: 1 });
        if (reward % 10 === 0) await pause(10);
      }
    })();
    for (let kills = 0; kills < 2; kills++) {
      await pause(400);
      await other.kill();
      await pause(200);
      other = await startServer({ dataFolder, environment: { PORT: String(port) } });
    }
    await logging;
    expect(await run.finish()).toEqual({ accepted: total, rejected: 0, dropped: 0, pending: 0 });
    expect(await rewardsOf(other, "killed", 1)).toEqual(upTo(total));
    expect(warnings).toEqual([expect.stringContaining("rows are kept in")]);
    await other.stop();
    await rm(dataFolder, { recursive: true });
  },
  restartMs,
);

it.each(["killed", "exited"])("has the next process send what a process left that %s", async (how) => {
  const name = `left-${how}`;
  const first = await startProcess(name, 0, how === "killed" ? 500 : 30, how === "killed" ? "hang" : "exit");
  if (how === "killed") {
    await expect.poll(() => first.output(), { timeout: 20_000 }).toContain("logged");
    first.child.kill("SIGKILL");
  }
  await first.ended;
  if (how === "exited") expect(await listSpool()).toHaveLength(1);
  const second = await startProcess(name, 500, 100, "finish");
  await second.ended;
  const expected = [...upTo(how === "killed" ? 500 : 30), ...upTo(100, 500)];
  await expect.poll(() => rewardsOf(server, name, 1), { timeout: 20_000 }).toEqual(expected);
  expect(await listSpool()).toEqual([]);
});

it("sends by itself when the process has nothing more to do", async () => {
  const { ended } = await startProcess("by-itself", 0, 120, "nothing");
  expect(await ended).toBe(0);
  expect(await rewardsOf(server, "by-itself", 1)).toEqual(upTo(120));
});

it("costs the caller nothing when a server hangs, and bounds what waits", async () => {
  const hanging = createServer(() => undefined);
  await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
  const address = hanging.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const { run, warnings } = makeRun("hangs", { url, maxDisk: 1_000_000, timeoutMs: 1_000 });
  const took: number[] = [];
  for (let index = 0; index < 5_000; index++) {
    const startedAt = performance.now();
    run.log({ reward: 1, completion: "x".repeat(1_000) }, { step: 1 });
    took.push(performance.now() - startedAt);
    if (index % 100 === 0) await pause(1);
  }
  const counts = await run.finish("finished", 300);
  expect(took.sort((a, b) => a - b)[2_500]).toBeLessThan(0.5);
  expect(counts.accepted).toBe(0);
  expect(counts.dropped).toBeGreaterThan(3_500);
  expect(counts.pending).toBeGreaterThan(0);
  expect(counts.pending).toBeLessThan(1_100_000);
  expect(warnings.join("\n")).toContain("holds more than 1000000 bytes");
  hanging.close();
});

it("waits in memory where the disk takes nothing, and drops only what is beyond it", async () => {
  const { run, warnings } = makeRun("diskless", { spool: "/dev/null/spool" });
  for (let reward = 0; reward < 10; reward++) run.log({ reward }, { step: 1 });
  expect(await run.finish()).toMatchObject({ accepted: 10, dropped: 0, pending: 0 });
  expect(warnings).toEqual([expect.stringContaining("takes nothing")]);
});

it("gives up a row that is refused, and no other; and throws for nothing that it is given", async () => {
  const { run, warnings } = makeRun("refused");
  run.log([
    { reward: 1, step: 1 },
    { reward: 1, step: -1 },
    { reward: 1, step: 1 },
  ]);
  const nothing: object = JSON.parse("null");
  run.log(nothing);
  run.step(Number.NaN);
  expect(await run.finish()).toMatchObject({ accepted: 2, rejected: 1, dropped: 1, pending: 0 });
  expect(warnings.join("\n")).toContain("the server refused");
});
