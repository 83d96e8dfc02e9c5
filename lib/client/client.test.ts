import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { FalsezeroClient } from "./client";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const open: Server[] = [];

afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** A server that gives the replies one after the other, the last one for ever; null breaks the connection. */
async function serve(replies: readonly (Reply | null)[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const sent = Buffer.concat(chunks);
      const body = (request.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent).toString("utf8");
      const reply = replies[Math.min(seen.length, replies.length - 1)] ?? null;
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      if (reply === null) return request.socket.destroy();
      response.writeHead(reply.status, { connection: "close", ...reply.headers });
      return response.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, seen };
}

function makeClient(url: string, token?: string) {
  const waits: number[] = [];
  const sleep = async (ms: number) => waits.push(ms);
  return { client: new FalsezeroClient({ url, token, tries: 3, compress: true, sleep, random: () => 0 }), waits };
}

const receipt = { run: "r", received: 1, inserted: 1, updated: 0, duplicates: 0, superseded: 0, rejected_count: 0 };

it("posts rows as NDJSON, compressed where it pays, with the query and the token", async () => {
  const { url, seen } = await serve([{ status: 200, body: { ...receipt, rejected: [], warnings: [] } }]);
  const { client } = makeClient(`${url}/`, "secret");
  const rows = ['{"reward":NaN}', `{"payload":"${"ü".repeat(2_000)}"}`];
  const answer = await client.postRollouts("my run/1", rows, { step: 61, format: "native", segment: undefined });
  expect(answer).toMatchObject({ received: 1, inserted: 1, rejectedCount: 0, rejected: [], warnings: [] });
  const [request] = seen;
  expect(request?.url).toBe("/api/v1/runs/my%20run%2F1/rollouts?step=61&format=native");
  expect(request?.body).toBe(`${rows.join("\n")}\n`);
  expect(request?.headers).toMatchObject({
    authorization: "Bearer secret",
    "content-type": "application/x-ndjson",
    "content-encoding": "gzip",
    "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

it("tries again with the same key when it is told to come later, or the connection breaks", async () => {
  const busy = { status: 503, headers: { "retry-after": "2" } };
  const { url, seen } = await serve([busy, null, { status: 200, body: receipt }]);
  const { client, waits } = makeClient(url);
  expect(await client.postRollouts("r", ["{}"], {})).toMatchObject({ inserted: 1 });
  expect(waits).toEqual([2_000, 250]);
  expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
});

it("waits by itself where it is asked for no wait", async () => {
  const replies = ["0", "-1", "Infinity"].map((told) => ({ status: 503, headers: { "retry-after": told } }));
  const { url } = await serve(replies);
  const { client, waits } = makeClient(url);
  await expect(client.putRun("r", {})).rejects.toMatchObject({ status: 503 });
  expect(waits).toEqual([125, 250]);
});

it("sends no key for rows that all have an identity", async () => {
  const { url, seen } = await serve([{ status: 200, body: receipt }]);
  await makeClient(url).client.postRollouts("r", ["{}"], {}, null);
  expect(seen[0]?.headers).not.toHaveProperty("idempotency-key");
});

it("gives up on a server that stays busy, or asks for an hour, with its words", async () => {
  const problem = { title: "Too busy", detail: "the queue is full; try again", code: "too_busy" };
  const busy = await serve([{ status: 429, body: problem }]);
  const told = { name: "RequestError", message: "the queue is full; try again", status: 429, code: "too_busy" };
  await expect(makeClient(busy.url).client.postRollouts("r", ["{}"], {})).rejects.toMatchObject(told);
  expect(busy.seen).toHaveLength(3);
  const later = await serve([{ status: 429, headers: { "retry-after": "3600" }, body: problem }]);
  await expect(makeClient(later.url).client.postRollouts("r", ["{}"], {})).rejects.toMatchObject(told);
  expect(later.seen).toHaveLength(1);
});

it("does not repeat what is refused", async () => {
  const { url, seen } = await serve([{ status: 400, body: { title: "Bad request", code: "invalid_request" } }]);
  await expect(makeClient(url).client.putRun("r", { name: "x" })).rejects.toThrow("Bad request");
  expect(seen).toHaveLength(1);
});

it("reads the receipt of a request of which every row was rejected", async () => {
  const rejected = [{ index: 0, code: "step_missing", path: "step", message: "no step" }];
  const { url } = await serve([{ status: 422, body: { ...receipt, inserted: 0, rejected_count: 1, rejected } }]);
  const answer = await makeClient(url).client.postRollouts("r", ["{}"], {});
  expect(answer).toMatchObject({
    rejectedCount: 1,
    rejected: [{ index: 0, code: "step_missing", message: "no step" }],
  });
});

it("tells a server from none and from another", async () => {
  const { url } = await serve([{ status: 200, body: { runs: [] } }]);
  await expect(makeClient(url).client.checkServer()).resolves.toBeUndefined();
  const other = await serve([{ status: 200, body: { hello: 1 } }]);
  await expect(makeClient(other.url).client.checkServer()).rejects.toThrow("is no Falsezero server");
  const gone = await serve([]);
  for (const server of open.splice(0)) await new Promise((resolve) => server.close(resolve));
  await expect(makeClient(gone.url).client.checkServer()).rejects.toMatchObject({
    name: "UnreachableError",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

it("writes a step's expected set and a producer's counts", async () => {
  const { url, seen } = await serve([{ status: 200, body: {} }]);
  const { client } = makeClient(url);
  const expected = { environment: "a", group: "1", sample: 0 };
  await client.putStep("r", 61, { expected_ids: [expected] }, { split: "eval" });
  await client.postProducerCounts("r", { source: "nemo-gym", file: "c.json", step: 61, counts: { expected: 1 } });
  expect(seen.map(({ method, url: path, body }) => [method, path, JSON.parse(body)])).toEqual([
    ["PUT", "/api/v1/runs/r/steps/61?split=eval", { expected_ids: [expected] }],
    [
      "POST",
      "/api/v1/runs/r/producer-counts",
      { source: "nemo-gym", file: "c.json", step: 61, counts: { expected: 1 } },
    ],
  ]);
});
