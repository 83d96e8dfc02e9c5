/** What a server refuses to take, with limits set low: each is named by its setting, and nothing of the body is kept. */
import { request } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { problemOf, type Reply, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer({
    environment: {
      FALSEZERO_MAX_BODY_BYTES: "4000",
      FALSEZERO_MAX_UNPACKED_BYTES: "20000",
      FALSEZERO_MAX_ROW_BYTES: "1000",
      FALSEZERO_MAX_ROWS: "10",
      FALSEZERO_MAX_DEPTH: "5",
    },
  });
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

const ndjson = { "content-type": "application/x-ndjson" };
const line = (length: number) => `{"step":1,"payload":"${"x".repeat(length - 24)}"}\n`;

async function expectNothingStored(run: string): Promise<void> {
  expect((await talk.ask("GET", `/api/v1/runs/${encodeURIComponent(run)}`)).status).toBe(404);
}

test("a body of exactly the limit is taken, and a byte more is not", async () => {
  const body = line(800).repeat(5);
  expect(body).toHaveLength(4_000);
  expect((await talk.postText("full", body, ndjson)).status).toBe(200);
  const reply = await talk.postText("over", `${body} `, ndjson);
  expect(problemOf(reply)).toMatchObject({
    answered: 413,
    code: "body_too_large",
    detail: expect.stringContaining("FALSEZERO_MAX_BODY_BYTES"),
  });
  await expectNothingStored("over");
});

test("a body that does not say its length is stopped at the limit as well", async () => {
  const reply = await new Promise<Reply>((resolve, reject) => {
    const path = "/api/v1/runs/endless/rollouts";
    const outgoing = request({
      host: "127.0.0.1",
      port: server.port,
      path,
      method: "POST",
      headers: ndjson,
      agent: false,
    });
    let isAnswered = false;
    const pour = (): void => {
      if (isAnswered) return;
      outgoing.write(line(500));
      setImmediate(pour);
    };
    outgoing.on("response", (response) => {
      isAnswered = true;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    outgoing.on("error", (error) => {
      if (!isAnswered) reject(error);
    });
    pour();
  });
  expect(problemOf(reply)).toMatchObject({ answered: 413, code: "body_too_large" });
  expect(reply.headers.connection).toBe("close");
  await expectNothingStored("endless");
});

describe("bombs stop at the limit", () => {
  const bomb = Buffer.alloc(3_000_000, 0x20);
  test.each([
    { encoding: "gzip", body: gzipSync(bomb) },
    { encoding: "deflate", body: deflateSync(bomb) },
    { encoding: "br", body: brotliCompressSync(bomb) },
  ])("$encoding", async ({ encoding, body }) => {
    expect(body.length).toBeLessThan(4_000);
    const reply = await talk.postText(`bomb ${encoding}`, body, { "content-encoding": encoding });
    expect(problemOf(reply)).toMatchObject({
      answered: 413,
      code: "unpacked_body_too_large",
      detail: expect.stringContaining("FALSEZERO_MAX_UNPACKED_BYTES"),
    });
    await expectNothingStored(`bomb ${encoding}`);
  });

  test("what unpacks to less than the limit is taken", async () => {
    const text = line(900).repeat(10);
    const reply = await talk.postText("packed", gzipSync(text), { ...ndjson, "content-encoding": "gzip" });
    expect(JSON.parse(reply.text)).toMatchObject({ inserted: 10 });
  });
});

test("one row too many refuses them all", async () => {
  expect(
    await talk.post(
      "ten",
      Array.from({ length: 10 }, () => ({ step: 1 })),
    ),
  ).toMatchObject({ inserted: 10 });
  const reply = await talk.postText("eleven", '{"step":1}\n'.repeat(11), ndjson);
  expect(problemOf(reply)).toMatchObject({
    answered: 413,
    code: "too_many_rows",
    detail: expect.stringContaining("FALSEZERO_MAX_ROWS"),
  });
  await expectNothingStored("eleven");
});

test("a row that is too large or too deep is refused alone", async () => {
  const rows = [
    { step: 1 },
    { step: 1, payload: "x".repeat(1_000) },
    { step: 1, payload: { a: { b: { c: { d: [] } } } } },
    { step: 2 },
  ];
  expect(await talk.post("rows", rows)).toMatchObject({
    inserted: 2,
    rejected: [
      {
        index: 1,
        code: "row_too_large",
        message: "the row has 1023 bytes; at most 1000 are taken (FALSEZERO_MAX_ROW_BYTES)",
      },
      { index: 2, code: "too_deep", message: "the row is nested deeper than 5 levels (FALSEZERO_MAX_DEPTH)" },
    ],
  });
  const atLimit = { step: 3, payload: { a: { b: { c: [] } } } };
  expect(await talk.post("rows", [atLimit])).toMatchObject({ inserted: 1, rejected_count: 0 });
});

test("the server goes on serving after all that", async () => {
  expect(await talk.post("after", [{ step: 1 }])).toMatchObject({ inserted: 1 });
});
