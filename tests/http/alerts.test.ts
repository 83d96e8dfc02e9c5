/** Incidents that come in as everyone's rows do, and what receivers are told of them. */
import { createHmac } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, describe, expect, test } from "vitest";
import { WireNoticeList } from "@/lib/wire/notice";
import { makeDataFolder, type RealServer, startServer } from "../real-server";
import { first } from "../tested-store";
import { Receiver } from "./receiver";
import { Talk } from "./talk";

const secret = "a secret of some length";
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function serve(folder?: string, environment: Record<string, string> = {}): Promise<RealServer & { talk: Talk }> {
  const server = await startServer({ environment, ...(folder === undefined ? {} : { dataFolder: folder }) });
  cleanups.push(() => server.stop());
  return { ...server, talk: new Talk(server) };
}

async function receive(...told: Parameters<typeof Receiver.listen>): Promise<Receiver> {
  const receiver = await Receiver.listen(...told);
  cleanups.push(() => receiver.close());
  return receiver;
}

function keepFolder(): string {
  const folder = makeDataFolder();
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function addWebhook(talk: Talk, url: string, more: object = {}): Promise<string> {
  const reply = await talk.ask("POST", "/api/v1/webhooks", { name: "On call", url, secret, ...more });
  expect({ status: reply.status, text: reply.status === 200 ? "" : reply.text }).toEqual({ status: 200, text: "" });
  return String(JSON.parse(reply.text).webhook);
}

/** Steps of 64 rollouts that all lose their session, or all are solved. */
async function play(
  talk: Talk,
  run: string,
  from: number,
  to: number,
  isLost: boolean,
  at = Date.now(),
): Promise<void> {
  await talk.ask("PUT", `/api/v1/runs/${run}`, { expected_per_step: 64 });
  for (let step = from; step <= to; step++) {
    const row = isLost ? { reward: 0, mask_sample: true, failure_kind: "session_lost" } : { reward: 1 };
    const finished_at = new Date(at).toISOString();
    const rows = Array.from({ length: 64 }, (_, sample) => ({ step, group: "0", sample, finished_at, ...row }));
    await talk.post(run, rows);
  }
}

const readLog = async (talk: Talk, query = "") =>
  WireNoticeList.parse(await talk.get(`/api/v1/notices${query}`)).notices;

/** Long enough for whatever would be sent by mistake. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 3_000));

describe("an incident", () => {
  test("is told once when it opens and once when it ends, signed, with a link to what it is about; a restart repeats nothing", async () => {
    const folder = keepFolder();
    const receiver = await receive();
    let server = await serve(folder);
    await addWebhook(server.talk, receiver.url("/hook"));
    await play(server.talk, "browser-7", 1, 10, false);
    await play(server.talk, "browser-7", 11, 13, true);
    const opened = first(await receiver.wait(1));
    const body = first(receiver.bodies());
    expect(body).toMatchObject({
      version: 1,
      event: "opened",
      notice: opened.headers["idempotency-key"],
      run: { run: "browser-7", state: "live" },
      incident: { severity: "critical", state: "open", series: "kind:session_lost", onset: 11 },
      verdict: { verdict: "stop" },
      incident_count: 1,
    });
    expect(body.text).toContain(
      "browser-7: critical incident. Critical since step 11: 100% of rollouts come back masked as session_lost",
    );
    expect(body.link).toMatch(new RegExp(`^${server.url}/runs/browser-7[?]from=0&to=1[1-3]$`));
    const page = await server.talk.ask("GET", body.link.slice(server.url.length), undefined, { accept: "text/html" });
    expect(page.status).toBe(200);
    const [, time = "", signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(opened.headers["falsezero-signature"])) ?? [];
    expect(createHmac("sha256", secret).update(`${time}.${opened.body}`).digest("hex")).toBe(signature);
    expect(Math.abs(Number(time) * 1_000 - opened.at)).toBeLessThan(5_000);

    await play(server.talk, "browser-7", 14, 22, false);
    await receiver.wait(2);
    expect(receiver.bodies()[1]).toMatchObject({
      event: "ended",
      incident: { id: body.incident?.id, state: "ended", onset: 11, end: 13 },
    });
    await server.stop();
    server = await serve(folder);
    await server.talk.get("/api/v1/runs");
    await settle();
    expect(receiver.events()).toEqual(["opened", "ended"]);
    expect(await readLog(server.talk)).toMatchObject([
      { event: "ended", state: "sent", attempts: 1, last_attempt: { status: 200, answer: "ok" } },
      { event: "opened", state: "sent", attempts: 1 },
    ]);
  }, 90_000);

  test("of a finished run that is imported pages nobody, and stands in the log", async () => {
    const receiver = await receive();
    const { talk } = await serve();
    await addWebhook(talk, receiver.url("/hook"));
    const longAgo = Date.UTC(2026, 1, 3, 12);
    await play(talk, "old", 1, 10, false, longAgo);
    await play(talk, "old", 11, 13, true, longAgo);
    await play(talk, "old", 14, 22, false, longAgo);
    await settle();
    expect(receiver.events()).toEqual([]);
    expect(await readLog(talk)).toMatchObject([
      { event: "opened", state: "skipped", why: expect.stringContaining("history") },
    ]);
  }, 90_000);

  test("goes only to who wants to hear of the run, and to chats in their own form", async () => {
    const [browser, code, chat] = [await receive(), await receive(), await receive()];
    const { talk } = await serve();
    await addWebhook(talk, browser.url("/"), { runs: ["browser-*"] });
    await addWebhook(talk, code.url("/"), { runs: ["code-*"] });
    await addWebhook(talk, chat.url("/services/T0/B0/abcdefghij"), { kind: "slack", secret: null });
    await play(talk, "browser-8", 1, 3, true);
    await Promise.all([browser.wait(1), chat.wait(1)]);
    const message = first(chat.received);
    expect(message.headers["falsezero-signature"]).toBeUndefined();
    expect(JSON.parse(message.body)).toMatchObject({
      text: expect.stringMatching(/^[*]browser-8: critical incident[*]\nCritical since step 1/),
      blocks: [
        { type: "header" },
        { type: "section", text: { type: "mrkdwn", text: expect.stringContaining("|Open the run>") } },
      ],
    });
    await settle();
    expect(code.received).toEqual([]);
  }, 90_000);
});

describe("a receiver", () => {
  test("that fails is asked again after a pause, with the same key", async () => {
    const receiver = await receive((response, number) => {
      response.statusCode = number === 1 ? 500 : 200;
      response.end(number === 1 ? "try later" : "ok");
    });
    const { talk } = await serve();
    await addWebhook(talk, receiver.url("/hook"));
    await play(talk, "retried", 1, 3, true);
    const [one, two] = await receiver.wait(2);
    expect(two?.headers["idempotency-key"]).toBe(one?.headers["idempotency-key"]);
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(1_900);
    await expect.poll(() => readLog(talk)).toMatchObject([{ state: "sent", attempts: 2 }]);
    await settle();
    expect(receiver.received).toHaveLength(2);
  }, 90_000);

  test("that was dead, while the server was killed too, hears how things stand, in few words", async () => {
    const folder = keepFolder();
    const receiver = await receive();
    const { port } = receiver;
    await receiver.close();
    const before = await serve(folder);
    await addWebhook(before.talk, `http://127.0.0.1:${port}/hook`);
    for (const run of ["a", "b"]) {
      await play(before.talk, run, 1, 10, false);
      await play(before.talk, run, 11, 13, true);
      await play(before.talk, run, 14, 22, false);
    }
    await play(before.talk, "c", 1, 10, false);
    await play(before.talk, "c", 11, 13, true);
    await expect
      .poll(
        async () =>
          (await readLog(before.talk, "?state=waiting")).some(({ run, attempts }) => run === "c" || attempts > 0),
        { timeout: 15_000 },
      )
      .toBe(true);
    await expect
      .poll(async () => new Set((await readLog(before.talk)).map(({ run }) => run)).has("c"), { timeout: 15_000 })
      .toBe(true);
    await before.kill();
    const back = await receive(undefined, port);
    const after = await serve(folder);
    await back.wait(2, 40_000);
    await settle();
    const bodies = back.bodies();
    expect(bodies.map(({ event }) => event).sort()).toEqual(["opened", "summary"]);
    expect(bodies.find(({ event }) => event === "opened")).toMatchObject({ run: { run: "c" } });
    const summary = bodies.find(({ event }) => event === "summary");
    expect(summary?.incidents?.map(({ run, event }) => `${run.run} ${event}`).sort()).toEqual(["a ended", "b ended"]);
    expect(await readLog(after.talk, "?state=waiting")).toEqual([]);
  }, 90_000);

  test("that can't be written, or waits for a clock that was wrong, keeps nothing else from being told", async () => {
    const folder = keepFolder();
    const receiver = await receive();
    let server = await serve(folder);
    await addWebhook(server.talk, receiver.url("/hook"));
    for (const run of ["first", "second"]) {
      await play(server.talk, run, 1, 10, false);
      await play(server.talk, run, 11, 13, true);
      await server.talk.get(`/api/v1/runs/${run}/verdict`);
    }
    await receiver.wait(2);
    await settle();
    await server.kill();
    const db = new Database(join(folder, "falsezero.db"));
    const far = Date.now() + 400 * 24 * 3_600_000;
    // The first incident's text can't be made any more; of the second a notice waits that nobody can read, and one for 2027.
    db.exec(`
      UPDATE incident SET body = json_set(body, '$.severity', 'unheard of') WHERE run_id = (SELECT min(id) FROM run);
      INSERT INTO incident_event (run_id, ledger_id, event, severity, step, at)
        SELECT run_id, id, 'severity_rose', 'critical', 13, ${Date.now()} FROM incident_ledger WHERE run_id = (SELECT min(id) FROM run);
      UPDATE notice SET state = 'waiting', settled_at = NULL, body = '{}' WHERE id = (SELECT min(id) FROM notice);
      UPDATE notice SET state = 'waiting', settled_at = NULL, next_try_at = ${far} WHERE id = (SELECT max(id) FROM notice);
      UPDATE webhook SET next_try_at = ${far}`);
    db.close();
    server = await serve(folder);
    await receiver.wait(3);
    await settle();
    expect(receiver.bodies().map(({ run }) => run?.run)).toEqual(["first", "second", "second"]);
    expect(
      server
        .output()
        .match(/a notice could not be written[^"]*/g)
        ?.sort(),
    ).toEqual([
      "a notice could not be written, and is told to nobody",
      "a notice could not be written; it is given up",
    ]);
  });
});
