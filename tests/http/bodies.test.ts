/** Bodies of `POST …/rollouts`: their shapes, their compression, and what one bad row costs. */
import { request } from "node:http";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../real-server";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

const json = { "content-type": "application/json" };
const ndjson = { "content-type": "application/x-ndjson" };
const receipt = (reply: { text: string }): unknown => JSON.parse(reply.text);

describe("shapes of a body", () => {
  const two = '{"step":1,"reward":1}\n{"step":1,"reward":0}';
  test.each([
    { name: "one object", body: '{"step":1,"reward":1}', headers: json, rows: 1 },
    { name: "an array", body: '[{"step":1,"reward":1},\n {"step":1,"reward":0}]', headers: json, rows: 2 },
    { name: "lines", body: two, headers: ndjson, rows: 2 },
    { name: "lines as jsonl", body: `${two}\n`, headers: { "content-type": "application/jsonl" }, rows: 2 },
    {
      name: "lines with CRLF, blanks and a last newline",
      body: `\r\n${two.replace("\n", "\r\n\r\n  \r\n")}\r\n`,
      headers: ndjson,
      rows: 2,
    },
    { name: "one line", body: '{"step":1}', headers: ndjson, rows: 1 },
    { name: "lines that call themselves JSON", body: two, headers: json, rows: 2 },
    { name: "an array that calls itself lines", body: '[{"step":1},{"step":1}]', headers: ndjson, rows: 2 },
    { name: "an object over several lines", body: '{\n "step": 1,\n "reward": 1\n}\n', headers: json, rows: 1 },
    { name: "a byte order mark before it", body: '\ufeff{"step":1}', headers: json, rows: 1 },
    {
      name: "a charset beside its type",
      body: '{"step":1}',
      headers: { "content-type": 'Application/JSON; charset="UTF-8"' },
      rows: 1,
    },
    { name: "an empty array", body: "[ ]", headers: json, rows: 0 },
    { name: "no line", body: "\n \n", headers: ndjson, rows: 0 },
  ])("$name", async ({ name, body, headers, rows }) => {
    const reply = await talk.postText(name, body, headers);
    expect(reply.status).toBe(200);
    expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(receipt(reply)).toMatchObject({
      run: name,
      received: rows,
      inserted: rows,
      rejected_count: 0,
      rejected: [],
    });
  });

  test("no content type at all is JSON", async () => {
    const path = "/api/v1/runs/untyped/rollouts";
    const reply = await fetch(`${server.url}${path}`, { method: "POST", body: new TextEncoder().encode('{"step":1}') });
    expect(await reply.json()).toMatchObject({ inserted: 1 });
  });
});

describe("how a body travels", () => {
  const text = '[{"step":1,"failure_reason":"é🧪 \\"NaN\\"","reward":NaN},\n{"step":1,"reward":0.5}]';

  /** Sends a body in pieces of so many bytes. */
  function postInPieces(run: string, body: Buffer, size: number, headers: Record<string, string>): Promise<string> {
    return new Promise((resolve, reject) => {
      const path = `/api/v1/runs/${run}/rollouts`;
      const options = { host: "127.0.0.1", port: server.port, path, method: "POST", agent: false };
      const outgoing = request({ ...options, headers: { ...json, ...headers } }, (response) => {
        let answer = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          answer += chunk;
        });
        response.on("end", () => resolve(answer));
      });
      outgoing.on("error", reject);
      for (let from = 0; from < body.length; from += size) outgoing.write(body.subarray(from, from + size));
      outgoing.end();
    });
  }

  test.each([1, 2, 3, 7, 1_000])("in pieces of %i bytes it is the same body", async (size) => {
    expect(JSON.parse(await postInPieces(`pieces-${size}`, Buffer.from(text), size, {}))).toMatchObject({
      inserted: 2,
    });
    const packed = await postInPieces(`packed-${size}`, gzipSync(text), size, { "content-encoding": "gzip" });
    expect(JSON.parse(packed)).toMatchObject({ inserted: 2 });
    for (const run of [`pieces-${size}`, `packed-${size}`]) {
      const { rollouts } = await talk.rollouts(run);
      expect(rollouts).toMatchObject([{ failure_reason: 'é🧪 "NaN"', reward_state: "nan" }, { reward: 0.5 }]);
    }
  });

  test("a sender who asks first is told to go on", async () => {
    const answer = await postInPieces("asked", Buffer.from(text), 10, { expect: "100-continue" });
    expect(JSON.parse(answer)).toMatchObject({ inserted: 2 });
  });
});

describe("compression", () => {
  const text = JSON.stringify([{ step: 1, reward: 1, payload: { note: "é".repeat(5_000) } }]);
  test.each([
    { encoding: "gzip", body: gzipSync(text) },
    { encoding: "x-gzip", body: gzipSync(text) },
    { encoding: "GZIP ", body: gzipSync(text) },
    { encoding: "deflate", body: deflateSync(text) },
    { encoding: "br", body: brotliCompressSync(text) },
    { encoding: "identity", body: Buffer.from(text) },
  ])("$encoding is unpacked", async ({ encoding, body }) => {
    const reply = await talk.postText(`packed ${encoding}`, body, { "content-encoding": encoding });
    expect(receipt(reply)).toMatchObject({ received: 1, inserted: 1 });
  });

  test.each([
    { name: "no gzip at all", encoding: "gzip", body: Buffer.from(text) },
    { name: "gzip cut short", encoding: "gzip", body: gzipSync(text).subarray(0, 40) },
    { name: "gzip with a flipped bit", encoding: "gzip", body: flip(gzipSync(text)) },
    { name: "raw deflate", encoding: "deflate", body: deflateRawSync(text) },
    { name: "no brotli", encoding: "br", body: Buffer.from(text) },
    { name: "nothing", encoding: "gzip", body: Buffer.alloc(0) },
  ])("$name is refused, and nothing is stored", async ({ name, encoding, body }) => {
    const reply = await talk.postText(name, body, { "content-encoding": encoding });
    expect(problemOf(reply)).toMatchObject({ answered: 400, status: 400, path: "Content-Encoding" });
    expect((await talk.ask("GET", `/api/v1/runs/${encodeURIComponent(name)}`)).status).toBe(404);
  });

  test("a compressed body that does not say so is told what it looks like", async () => {
    const reply = await talk.postText("unsaid", gzipSync(text));
    expect(problemOf(reply)).toMatchObject({
      status: 400,
      code: "invalid_json",
      detail: expect.stringContaining("gzip"),
    });
  });

  test("an unknown encoding is named, with those that are known", async () => {
    const reply = await talk.postText("zstd", text, { "content-encoding": "zstd" });
    expect(problemOf(reply)).toMatchObject({ answered: 415, code: "unsupported_encoding", path: "Content-Encoding" });
  });
});

function flip(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  return bytes;
}

describe("one bad row costs no neighbour", () => {
  test("rejected rows are told by index, code and path", async () => {
    const rows = [
      { step: 1, reward: 1 },
      { step: "soon" },
      7,
      { reward: 1 },
      { step: 1, failure_kind: 3 },
      { step: 1, labels: { host: { name: "gpu" } } },
      { step: -1 },
      { step: 1, reward: 0 },
    ];
    const reply = await talk.postText("rows", JSON.stringify(rows));
    expect(reply.status).toBe(200);
    expect(receipt(reply)).toMatchObject({
      received: 8,
      inserted: 2,
      rejected_count: 6,
      rejected: [
        { index: 1, code: "wrong_type", path: "step" },
        { index: 2, code: "not_an_object", path: "" },
        { index: 3, code: "step_missing", path: "step" },
        { index: 4, code: "wrong_type", path: "failure_kind" },
        { index: 5, code: "wrong_type", path: "labels.host" },
        { index: 6, path: "step" },
      ],
    });
    expect(await talk.steps("rows")).toMatchObject([{ step: 1, received: 2 }]);
  });

  test("lines that can't be read are rejected alone, a torn last one too, with their line and column", async () => {
    const body = '{"step":1,"id":"a"}\n{"step":1,"id" "b"}\n\n{"step":1,"id":"c"}\n{"step":1,"id":"d","reward":0.';
    const reply = await talk.postText("torn", body, ndjson);
    expect(receipt(reply)).toMatchObject({
      received: 4,
      inserted: 2,
      rejected: [
        { index: 1, code: "invalid_json", message: 'line 2, column 16: not JSON: unexpected "\\""' },
        { index: 3, code: "invalid_json", message: expect.stringMatching(/^line 5, column 31: not JSON/) },
      ],
    });
  });

  test("an array is read element by element as far as it can be", async () => {
    const cut = await talk.postText("cut", '[{"step":1,"id":"a"},\n{"step":1,"id":"b"},\n{"step":1,"id');
    expect(receipt(cut)).toMatchObject({ received: 3, inserted: 2, rejected: [{ index: 2, code: "invalid_json" }] });
    const bad = await talk.postText("bad element", '[{"step":1,"id":"a"},{"step":oops},{"step":1,"id":"c"}]');
    expect(receipt(bad)).toMatchObject({ received: 3, inserted: 2, rejected: [{ index: 1, code: "invalid_json" }] });
    const glued = await talk.postText("glued", '[{"step":1,"id":"a"} {"step":1,"id":"b"}]');
    expect(receipt(glued)).toMatchObject({ received: 2, inserted: 1, rejected: [{ index: 1, code: "invalid_json" }] });
  });

  test("where every row is rejected nothing is stored, and the answer is 422 with the rows", async () => {
    const reply = await talk.postText("all bad", JSON.stringify([{ reward: 1 }, { step: "x" }]));
    expect(problemOf(reply)).toMatchObject({
      answered: 422,
      code: "rejected",
      received: 2,
      rejected_count: 2,
      rejected: [
        { index: 0, code: "step_missing", path: "step" },
        { index: 1, code: "wrong_type", path: "step" },
      ],
    });
    expect((await talk.ask("GET", "/api/v1/runs/all%20bad")).status).toBe(404);
  });

  test("rejections are all counted, and the first hundred listed", async () => {
    const rows = [...Array.from({ length: 150 }, () => ({ step: "x" })), { step: 1 }];
    const answer = await talk.post("many", rows);
    expect(answer).toMatchObject({ received: 151, inserted: 1, rejected_count: 150 });
    expect(answer).toHaveProperty("rejected.length", 100);
    expect(answer).toHaveProperty("rejected.99.index", 99);
  });

  test.each([
    { name: "text", body: "hello", line: 1, column: 1 },
    { name: "a number further down", body: "\n\n   42", line: 3, column: 4 },
    { name: "an object that never ends", body: '{"step":1,\n"reward":', line: 2, column: 10 },
    { name: "nothing", body: "", line: 1, column: 1 },
  ])("$name holds no row: 400 with line and column", async ({ body, line, column }) => {
    const reply = await talk.postText("boundless", body);
    expect(problemOf(reply)).toMatchObject({ answered: 400, code: "invalid_json", line, column });
  });

  test.each([
    "text/plain",
    "text/csv",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "application/json; charset=latin1",
  ])("%s is not taken", async (type) => {
    const reply = await talk.postText("typed", '{"step":1}', { "content-type": type });
    expect(problemOf(reply)).toMatchObject({ answered: 415, code: "unsupported_media_type", path: "Content-Type" });
  });

  test("bare NaN and infinities are taken outside strings, and words stay words", async () => {
    const body = [
      '{"step":1,"id":"nan","reward":NaN,"failure_reason":"reward was NaN, not -Infinity"}',
      '{"step":1,"id":"inf","reward":Infinity,"reward_components":{"style":NaN,"wit":0.5}}',
      '{"step":1,"id":"neg","reward":-Infinity,"payload":{"NaN":"Infinity","list":[NaN,1]}}',
      '{"step":1,"id":"bad","reward":nan}',
      '{"step":1,"id":"worse","reward":NaNa}',
    ].join("\n");
    expect(receipt(await talk.postText("nan", body, ndjson))).toMatchObject({
      inserted: 3,
      rejected: [
        { index: 3, code: "invalid_json" },
        { index: 4, code: "invalid_json" },
      ],
    });
    const { rollouts } = await talk.rollouts("nan");
    expect(rollouts.map(({ id, outcome, reward, reward_state }) => [id, outcome, reward, reward_state])).toEqual([
      ["nan", "unscored", null, "nan"],
      ["inf", "unscored", null, "infinite"],
      ["neg", "unscored", null, "infinite"],
    ]);
    expect(rollouts[0]?.failure_reason).toBe("reward was NaN, not -Infinity");
    expect(rollouts[1]?.reward_components).toEqual({ wit: 0.5 });
    const { payload } = await talk.rollout(rollouts[2]?.rollout ?? 0);
    expect(payload).toMatchObject({ reward: "-Infinity", payload: { NaN: "Infinity", list: ["NaN", 1] } });
  });
});
