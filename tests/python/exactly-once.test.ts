/** Every rollout once: with a server that is killed at random, and with senders that are. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Talk } from "../http/talk";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { runPython, startPython } from "./python";

const programs = fileURLToPath(new URL("programs/", import.meta.url));

let spool: string;
let dataFolder: string;
let server: RealServer;

beforeEach(async () => {
  spool = mkdtempSync(join(tmpdir(), "falsezero-spool-"));
  dataFolder = makeDataFolder();
  server = await startServer({ dataFolder });
});

afterEach(async () => {
  await server.stop();
  for (const folder of [spool, dataFolder]) rmSync(folder, { recursive: true, force: true });
});

/** The same server again: same data, same port. */
async function restart(port: number): Promise<RealServer> {
  return startServer({ dataFolder, environment: { PORT: String(port) } });
}

test("20,000 rollouts of 4 processes are there once each, though the server was killed four times", {
  timeout: 120_000,
}, async () => {
  const { url, port } = server;
  const program = startPython([join(programs, "four_processes.py"), url], { FALSEZERO_SPOOL: spool });
  for (const [upMs, downMs] of [
    [2_000, 300],
    [1_700, 1_500],
    [900, 0],
    [2_300, 700],
  ] as const) {
    await sleep(upMs);
    await server.kill();
    await sleep(downMs);
    server = await restart(port);
  }
  const { code, stderr } = await program.ended;
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  const left = readdirSync(spool, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".spool"));
  expect(left).toEqual([]);
  const talk = new Talk(server);
  const steps = await talk.steps("chaos");
  expect(steps.map(({ step, expected, received, scored }) => ({ step, expected, received, scored }))).toEqual(
    Array.from({ length: 10 }, (_, step) => ({ step, expected: 2_000, received: 2_000, scored: 2_000 })),
  );
  const run = await talk.run("chaos");
  expect(run).toMatchObject({ rollouts: 20_000, state: "finished" });
  expect(run.segments).toHaveLength(1);
});

test("what a killed trainer had logged is sent by its next launch, into the launch it was logged in", async () => {
  const { port, url } = server;
  await server.kill();
  const killed = `
import os, signal, time, falsezero
fz = falsezero.Run("resumed", segment="first try")
for index in range(64):
    fz.log({"step": 1, "reward": 1.0})
while fz._queue or fz._is_draining:
    time.sleep(0.01)
os.kill(os.getpid(), signal.SIGKILL)`;
  const environment = { FALSEZERO_SPOOL: spool, FALSEZERO_URL: url };
  expect((await startPython(["-c", killed], environment).ended).signal).toBe("SIGKILL");
  server = await restart(port);
  const next = `
import time, falsezero
fz = falsezero.Run("resumed", segment="second try")
fz.step(2, expected=8)
for index in range(8):
    fz.log({"group": "a", "sample": index, "reward": 0.0})
until = time.monotonic() + 20
while fz.counts()["accepted"] + fz._adopted["accepted"] < 72 and time.monotonic() < until:
    time.sleep(0.01)
print(fz.finish())`;
  const { stdout } = await runPython(["-c", next], environment);
  expect(stdout).toBe("{'accepted': 8, 'rejected': 0, 'dropped': 0, 'pending': 0}\n");
  const steps = await new Talk(server).steps("resumed");
  expect(steps.map(({ step, segment, received }) => [step, segment, received])).toEqual([
    [1, "first try", 64],
    [2, "second try", 8],
  ]);
});

test("what a killed worker that knew no launch had logged is sent into the one of that moment, not into the next", async () => {
  const { port, url } = server;
  const environment = { FALSEZERO_SPOOL: spool, FALSEZERO_URL: url };
  const first = `
import falsezero
fz = falsezero.Run("rolled back", segment="first try")
fz.log({"step": 1, "group": "a", "sample": 0, "reward": 1.0})
print(fz.finish("crashed"))`;
  await runPython(["-c", first], environment);
  await server.kill();
  const killed = `
import os, signal, time, falsezero
fz = falsezero.Run("rolled back", is_worker=True)
assert fz.segment is None
for index in range(8):
    fz.log({"step": 1, "reward": 1.0})
while fz._queue or fz._is_draining:
    time.sleep(0.01)
os.kill(os.getpid(), signal.SIGKILL)`;
  expect((await startPython(["-c", killed], environment).ended).signal).toBe("SIGKILL");
  server = await restart(port);
  // Rows that are younger than two seconds are taken for those of the newest launch.
  await sleep(2_100);
  const next = `
import time, falsezero
fz = falsezero.Run("rolled back", segment="second try")
for index in range(2):
    fz.log({"step": 2, "group": "a", "sample": index, "reward": 0.0})
until = time.monotonic() + 20
while fz.counts()["accepted"] + fz._adopted["accepted"] < 10 and time.monotonic() < until:
    time.sleep(0.01)
print(fz.finish())`;
  const { stdout } = await runPython(["-c", next], environment);
  expect(stdout).toBe("{'accepted': 2, 'rejected': 0, 'dropped': 0, 'pending': 0}\n");
  const steps = await new Talk(server).steps("rolled back");
  expect(steps.map(({ step, segment, received }) => [step, segment, received])).toEqual([
    [1, "first try", 9],
    [2, "second try", 2],
  ]);
});

test("rows that the server rejects are counted, and the rest is stored", async () => {
  const program = `
import falsezero
fz = falsezero.Run("mixed", segment="s")
for index in range(20):
    fz.log({"step": "one" if index == 7 else 1, "reward": float("nan") if index == 8 else 1.0})
print(fz.finish())`;
  const environment = { FALSEZERO_SPOOL: spool, FALSEZERO_URL: server.url };
  const { stdout, stderr } = await runPython(["-c", program], environment);
  expect(stdout).toBe("{'accepted': 19, 'rejected': 1, 'dropped': 0, 'pending': 0}\n");
  expect(stderr).toContain("the server refused: step is not as expected");
  const [step] = await new Talk(server).steps("mixed");
  expect(step).toMatchObject({ step: 1, received: 19, scored: 18, unscored: 1 });
});
