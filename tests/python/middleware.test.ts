/** A resources server that reports what it answers: a few hundred calls of /verify, and the run's exact counts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send, Talk } from "../http/talk";
import { type RealServer, startServer } from "../real-server";
import { type Program, startPython } from "./python";

const program = fileURLToPath(new URL("programs/resources_server.py", import.meta.url));

let spool: string;
let server: RealServer;
let gym: Program;
let port: number;

beforeAll(async () => {
  spool = mkdtempSync(join(tmpdir(), "falsezero-spool-"));
  server = await startServer();
  gym = startPython([program, "gym"], { FALSEZERO_URL: server.url, FALSEZERO_SPOOL: spool });
  port = Number((await gym.line(/^at (\d+)$/m))[1]);
});

afterAll(async () => {
  gym.child.kill("SIGKILL");
  await gym.ended;
  await server.stop();
  rmSync(spool, { recursive: true, force: true });
});

/** What is asked for, and how many of each in step 61. */
const wanted = { right: 120, wrong: 80, degraded: 20, masked: 40, judge: 12, unscored: 8, bug: 10, key: 6, invalid: 4 };
const statuses: Readonly<Record<string, number>> = { bug: 500, key: 500, invalid: 422 };

test("300 answers of every sort are counted as what they are", { timeout: 60_000 }, async () => {
  const talk = new Talk(server);
  await talk.ask("PUT", "/api/v1/runs/gym/steps/61", { expected: 301 });
  const asks = Object.entries(wanted).flatMap(([what, count]) => Array.from({ length: count }, () => what));
  for (let from = 0; from < asks.length; from += 20) {
    await Promise.all(
      asks.slice(from, from + 20).map(async (what, offset) => {
        const index = from + offset;
        const body = JSON.stringify({
          responses_create_params: { input: [{ role: "user", content: "Book a table." }] },
          response: { output: [{ role: "assistant", content: `Done, ${index}.` }] },
          _ng_task_index: Math.floor(index / 10),
          _ng_rollout_index: index % 10,
          agent_ref: { name: "browser_agent" },
          wanted: what,
        });
        const headers = { "content-type": "application/json", "x-falsezero-step": "61" };
        const reply = await send(port, "/verify", { method: "POST", headers, body });
        expect({ what, status: reply.status }).toEqual({ what, status: statuses[what] ?? 200 });
      }),
    );
  }
  await expect.poll(async () => (await talk.steps("gym"))[0]?.received, { timeout: 20_000 }).toBe(300);
  const [step] = await talk.steps("gym");
  expect(step).toMatchObject({
    step: 61,
    expected: 301,
    received: 300,
    scored: 220,
    degraded: 20,
    masked: 40,
    unscored: 8,
    // 12 of the judge, 10 bugs, 6 without a key, 4 that broke the protocol.
    failed: 32,
    omitted: 0,
    unknown: 1,
    reward: {
      evidence: { n: 220, mean: expect.closeTo(140 / 220, 9) },
      as_scored: { n: 260, mean: expect.closeTo(140 / 260, 9) },
    },
  });
  const kinds = Object.fromEntries(Object.entries(step?.kinds ?? {}).map(([kind, { count }]) => [kind, count]));
  expect(kinds).toEqual({
    judge_unparseable: 20,
    session_lost: 40,
    judge_failed: 12,
    "browser:key_error": 10,
    "browser:configuration": 6,
    protocol_violation: 4,
  });
  const [bug] = (await talk.rollouts("gym", { kind: "browser:key_error", limit: 1 })).rollouts;
  expect(bug).toMatchObject({ environment: "browser_agent", outcome: "failed", failure_reason: "KeyError: 'session'" });
});

test("an answer without a step joins the run's current one, and a retry that worked replaces its failure", async () => {
  const talk = new Talk(server);
  await talk.ask("PUT", "/api/v1/runs/gym/steps/62", { started_at: "2026-08-03T14:04:00Z" });
  for (const what of ["bug", "right"]) {
    const body = JSON.stringify({
      responses_create_params: { input: [] },
      response: { output: [{ role: "assistant", content: "Done." }] },
      _ng_task_index: 0,
      _ng_rollout_index: 0,
      agent_ref: { name: "browser_agent" },
      wanted: what,
    });
    await send(port, "/verify", { method: "POST", headers: { "content-type": "application/json" }, body });
  }
  const current = async () => (await talk.steps("gym")).find(({ step }) => step === 62);
  await expect.poll(async () => (await current())?.scored, { timeout: 20_000 }).toBe(1);
  expect(await current()).toMatchObject({ received: 1, scored: 1, failed: 0 });
});
