/** Webhooks over HTTP: what is kept of them, what is shown, and what a test of one says. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WireWebhookKept, WireWebhookList, WireWebhookTest } from "@/lib/wire/webhook";
import { type RealServer, runToExit, startServer } from "../real-server";
import { first } from "../tested-store";
import { type Manner, Receiver, takes } from "./receiver";
import { problemOf, Talk } from "./talk";

const given = "a secret of the environment";
let ops: Receiver;
let server: RealServer;
let talk: Talk;
const receivers: Receiver[] = [];

beforeAll(async () => {
  ops = await Receiver.listen();
  server = await startServer({
    environment: {
      FALSEZERO_PUBLIC_URL: "https://rl.example.com/",
      FALSEZERO_LOG: "info",
      FALSEZERO_WEBHOOK_URL_OPS: ops.url("/hidden-path-of-the-environment"),
      FALSEZERO_WEBHOOK_SECRET_OPS: given,
      FALSEZERO_WEBHOOK_SEVERITY_OPS: "critical",
    },
  });
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
  await ops.close();
});

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

async function receive(manner: Manner = takes): Promise<Receiver> {
  const receiver = await Receiver.listen(manner);
  receivers.push(receiver);
  return receiver;
}

const list = async () => WireWebhookList.parse(await talk.get("/api/v1/webhooks")).webhooks;

async function add(told: object): Promise<WireWebhookKept> {
  const reply = await talk.ask("POST", "/api/v1/webhooks", { name: "On call", ...told });
  if (reply.status !== 200) throw new Error(reply.text);
  return WireWebhookKept.parse(JSON.parse(reply.text));
}

async function sendTest(webhook: string): Promise<WireWebhookTest> {
  const reply = await talk.ask("POST", `/api/v1/webhooks/${webhook}/test`);
  return WireWebhookTest.parse(JSON.parse(reply.text));
}

describe("a webhook", () => {
  test("gets a secret, told once; is changed, paused and removed", async () => {
    const kept = await add({ url: "https://alerts.example/a/long/secret/path" });
    expect(kept.new_secret).toMatch(/^whsec_[\w-]{32}$/);
    expect(kept).toMatchObject({
      kind: "generic",
      severity: "major",
      url: "https://alerts.example/…path",
      paused: false,
    });
    expect(kept.secret).toBe(`…${kept.new_secret?.slice(-4)}`);
    const path = `/api/v1/webhooks/${kept.webhook}`;
    const paused = await talk.ask("PATCH", path, { paused: true, runs: ["a-*"], severity: "minor" });
    expect(JSON.parse(paused.text)).toMatchObject({
      paused: true,
      runs: ["a-*"],
      severity: "minor",
      new_secret: null,
      secret: kept.secret,
    });
    const renewed = WireWebhookKept.parse(JSON.parse((await talk.ask("PATCH", path, { secret: null })).text));
    expect(renewed.new_secret).not.toBe(kept.new_secret);
    expect(renewed.secret).toBe(`…${renewed.new_secret?.slice(-4)}`);
    expect(renewed.paused).toBe(true);
    expect(JSON.parse((await talk.ask("DELETE", path)).text)).toEqual({ webhook: kept.webhook, deleted: true });
    expect(problemOf(await talk.ask("DELETE", path))).toMatchObject({ answered: 404, code: "not_found" });
    expect((await list()).map(({ webhook }) => webhook)).not.toContain(kept.webhook);
  });

  test("of the environment stands first and is changed there only", async () => {
    expect(first(await list())).toMatchObject({
      webhook: "environment-ops",
      name: "OPS",
      source: "environment",
      severity: "critical",
      secret: "…ment",
    });
    for (const [method, body] of [["PATCH", { paused: true }], ["DELETE"]] as const) {
      const reply = await talk.ask(method, "/api/v1/webhooks/environment-ops", body);
      expect(problemOf(reply)).toMatchObject({ answered: 409, code: "conflict" });
    }
    expect(await sendTest("environment-ops")).toMatchObject({
      delivered: true,
      status: 200,
      answer: "ok",
      error: null,
    });
    expect(first(ops.bodies())).toMatchObject({
      event: "test",
      link: "https://rl.example.com/settings",
      incident: null,
    });
  });

  test.each([
    ["ftp://alerts.example/x", "has to begin with https:// or http://"],
    ["alerts.example/x", "is no address"],
    ["https://user:password@alerts.example/x", "user name or a password"],
    ["http://169.254.169.254/latest/meta-data", "link-local"],
    ["http://[fe80::1]/x", "link-local"],
    ["http://[::ffff:169.254.169.254]/x", "link-local"],
    ["http://0xa9fea9fe/x", "link-local"],
    ["http://[64:ff9b::169.254.169.254]/x", "link-local"],
    ["http://[2002:a9fe:a9fe::]/x", "link-local"],
  ])("can't lead to %s", async (url, words) => {
    const problem = problemOf(await talk.ask("POST", "/api/v1/webhooks", { name: "x", url }));
    expect(problem).toMatchObject({
      answered: 400,
      code: "invalid_request",
      path: "url",
      detail: expect.stringContaining(words),
    });
    expect(JSON.stringify(problem)).not.toContain("password@");
  });

  test("of a host that FALSEZERO_WEBHOOK_HOSTS does not name keeps the server from starting, its address unseen", async () => {
    const { code, output } = await runToExit({
      FALSEZERO_WEBHOOK_URL: "https://elsewhere.example/hidden-path",
      FALSEZERO_WEBHOOK_HOSTS: "hooks.slack.com, *.example.com",
    });
    expect(code).toBe(2);
    expect(output).toContain(
      "FALSEZERO_WEBHOOK_URL (not shown) leads to a host that FALSEZERO_WEBHOOK_HOSTS does not name",
    );
    expect(output).not.toContain("hidden-path");
  });

  test("without a secret worth the name keeps the server from starting, the secret unseen", async () => {
    const { code, output } = await runToExit({
      FALSEZERO_WEBHOOK_URL: "https://a.example/x",
      FALSEZERO_WEBHOOK_SECRET: "tooshort",
    });
    expect(code).toBe(2);
    expect(output).toContain("FALSEZERO_WEBHOOK_SECRET: must have at least 16 characters");
    expect(output).not.toContain("tooshort");
  });
});

describe("a test tells that", () => {
  test("a redirect is not followed", async () => {
    const elsewhere = await receive();
    const receiver = await receive((response) => {
      response.writeHead(302, { location: elsewhere.url("/") });
      response.end();
    });
    const { webhook } = await add({ url: receiver.url("/") });
    expect(await sendTest(webhook)).toMatchObject({
      delivered: false,
      status: 302,
      error: expect.stringContaining("not followed"),
    });
    expect(elsewhere.received).toEqual([]);
  });

  test("an answer is huge, of which only the beginning is read", async () => {
    const receiver = await receive((response) => {
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    const { webhook } = await add({ url: receiver.url("/") });
    const result = await sendTest(webhook);
    expect(result).toMatchObject({ delivered: true, status: 200, answer: "x".repeat(200) });
    expect(result.took_ms).toBeLessThan(5_000);
  });

  test("nobody answers in time", async () => {
    const receiver = await receive(() => {});
    const { webhook } = await add({ url: receiver.url("/") });
    expect(await sendTest(webhook)).toMatchObject({ delivered: false, status: null, error: "No answer came in 10 s." });
  });

  test("nothing listens", async () => {
    const receiver = await receive();
    const { webhook } = await add({ url: receiver.url("/hidden-path") });
    await receiver.close();
    receivers.splice(0);
    expect(await sendTest(webhook)).toMatchObject({
      delivered: false,
      status: null,
      error: "Nothing listens at its address.",
    });
  });
});

test("no answer, page or log holds an address or a secret, even where a receiver repeats them", async () => {
  const path = "/services/T0/B0/hidden-path-of-a-chat";
  const query = "?token=hidden%20token%2B1&key=hidden-key";
  const receiver = await receive((response) => {
    response.statusCode = 403;
    response.end(
      `${path} may not, said ${receiver.url(path)}: hidden-path-of-a-chat, "hidden token+1", hidden%20token%2B1, hidden-key`,
    );
  });
  const own = "a secret that was brought along";
  const { webhook, new_secret } = await add({ url: receiver.url(`${path}${query}`), secret: own });
  expect(new_secret).toBeNull();
  const seen = [
    JSON.stringify(await sendTest(webhook)),
    JSON.stringify(await list()),
    (await talk.ask("GET", "/api/v1/notices")).text,
    (await talk.ask("GET", "/settings", undefined, { accept: "text/html" })).text,
    (await talk.ask("GET", "/api/health")).text,
    server.output(),
  ].join("\n");
  expect(seen).toContain("… may not");
  for (const hidden of ["hidden-path-of", "hidden%20token", "hidden token", "hidden-key", own, given])
    expect(seen).not.toContain(hidden);
});
