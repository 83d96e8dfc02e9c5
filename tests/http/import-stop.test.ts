/** An import that is asked to end: what was taken is told, and the same command goes on from there. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { WireRunDetail } from "@/lib/wire/run";
import { type RealServer, startServer } from "../real-server";
import { type Ended, runProgram, startProgram } from "./program";

const rows = 150_000;
const Report = z.object({
  ok: z.boolean(),
  stopped: z.boolean(),
  failure: z.string().nullable(),
  run_finished: z.boolean(),
  rows: z.int(),
  inserted: z.int(),
  duplicates: z.int(),
  files: z.array(z.object({ finished: z.boolean() })),
});

let server: RealServer;
let folder = "";
let path = "";

beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "falsezero-stop-"));
  path = join(folder, "own.jsonl");
  const lines = Array.from({ length: rows }, (_, sample) => `{"step":1,"group":"g","sample":${sample},"reward":1}\n`);
  await writeFile(path, lines.join(""));
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function countRollouts(run: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/runs/${run}`);
  return answer.status === 200 ? WireRunDetail.parse(await answer.json()).coverage.received : 0;
}

/** Starts an import, and asks it to end when that is due. */
async function stopWhen(
  args: readonly string[],
  signals: readonly ("SIGINT" | "SIGTERM")[],
  isDue: (err: string) => boolean | Promise<boolean>,
): Promise<Ended> {
  const child = startProgram(["import", path, ...args]);
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  for (const [index, signal] of signals.entries()) {
    while (index === 0 ? !(await isDue(err)) : !`${out}${err}`.includes("Stopping:")) await wait(10);
    child.kill(signal);
  }
  return { code: await ended, out, err };
}

it("waits for what is under way, counts it, and goes on from there", async () => {
  const args = ["--run", "stopped", "--url", server.url, "--finished"];
  const hasSome = async () => (await countRollouts("stopped")) > 0;
  const stopped = await stopWhen([...args, "--json"], ["SIGTERM"], hasSome);
  expect(stopped.code).toBe(143);
  const report = Report.parse(JSON.parse(stopped.out));
  const told = { ok: false, stopped: true, failure: "Stopped by SIGTERM.", run_finished: false };
  expect(report).toMatchObject({ ...told, files: [{ finished: false }] });
  const taken = await countRollouts("stopped");
  expect(taken).toBeLessThan(rows);
  expect(report).toMatchObject({ rows: taken, inserted: taken });
  const whole = await runProgram(["import", path, ...args, "--json"]);
  expect(Report.parse(JSON.parse(whole.out))).toMatchObject({
    ok: true,
    stopped: false,
    run_finished: true,
    inserted: rows - taken,
    duplicates: taken,
  });
});

it("says in words what was taken and what to do, and exits as what a signal ended", async () => {
  const hasSome = async () => (await countRollouts("by-hand")) > 0;
  const { code, out } = await stopWhen(["--run", "by-hand", "--url", server.url], ["SIGINT"], hasSome);
  expect(code).toBe(130);
  expect(out.split("\n")).toEqual([
    "Stopping: what is under way is waited for, at most 10 s. Again: at once.",
    "Stopped by Ctrl-C (SIGINT).",
    "What was taken stays; the same command again goes on from there.",
    expect.stringMatching(/^[\d,]+ rows sent: [\d,]+ new[.] http/),
    "",
  ]);
});

/** A server that answers who asks for its runs, and nobody who sends any. */
async function startDeaf(): Promise<{ server: Server; url: string; hasHeard: () => boolean }> {
  let heard = false;
  const deaf = createServer((request, response) => {
    if (request.method === "GET") response.end('{"runs":[],"next":null}');
    else heard = true;
    request.resume();
  });
  await new Promise<void>((resolve) => {
    deaf.listen(0, "127.0.0.1", resolve);
  });
  const address = deaf.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return { server: deaf, url: `http://127.0.0.1:${port}`, hasHeard: () => heard };
}

it("ends where a server never answers: after a while, and at once where it is asked again", async () => {
  const deaf = await startDeaf();
  const args = ["--run", "x", "--url"];
  const startedAt = Date.now();
  const twice = await stopWhen([...args, deaf.url], ["SIGINT", "SIGTERM"], deaf.hasHeard);
  expect(twice.code).toBe(143);
  expect(Date.now() - startedAt).toBeLessThan(8_000);
  const other = await startDeaf();
  const once = await stopWhen([...args, other.url, "--json"], ["SIGINT"], other.hasHeard);
  expect(once.code).toBe(130);
  expect(Report.parse(JSON.parse(once.out))).toMatchObject({ stopped: true, rows: 0 });
  for (const { server: listening } of [deaf, other]) {
    listening.closeAllConnections();
    listening.close();
  }
}, 60_000);

it("does not go on asking for a server that is away", async () => {
  const deaf = await startDeaf();
  const stopped = stopWhen(["--run", "x", "--url", deaf.url, "--json"], ["SIGINT"], async () => {
    if (!deaf.hasHeard()) return false;
    deaf.server.closeAllConnections();
    deaf.server.close();
    await wait(200);
    return true;
  });
  const { code, out } = await stopped;
  expect(code).toBe(130);
  expect(Report.parse(JSON.parse(out))).toMatchObject({ stopped: true, failure: "Stopped by Ctrl-C (SIGINT)." });
});
