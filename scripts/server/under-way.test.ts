import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { RequestsUnderWay } from "./under-way";

const minuteMs = 60_000;

let underWay: RequestsUnderWay;
let client: Socket;
/** Answers at once, whether or not the request is there whole. */
const server = createServer((request, response) => {
  underWay.add(request, response);
  response.end("early");
});

beforeEach(async () => {
  underWay = new RequestsUnderWay();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  client = connect(address !== null && typeof address === "object" ? address.port : 0, "127.0.0.1");
  await once(client, "connect");
});

afterEach(() => {
  client.destroy();
  server.close();
});

async function send(head: string): Promise<void> {
  client.write(`${head} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\n\r\nab`);
  await once(client, "data");
}

test("a request that was answered early has ten minutes to be there whole all the same", async () => {
  await send("POST /api/v1/runs/a/rollouts");
  underWay.endSlow(performance.now() + 9 * minuteMs);
  expect(underWay.listResponses()).toHaveLength(1);
  const closed = once(client, "close");
  underWay.endSlow(performance.now() + 11 * minuteMs);
  await closed;
  expect(underWay.listResponses()).toEqual([]);
});

test("a request that was answered, and is there whole, is under way no more", async () => {
  await send("POST /api/v1/runs/a/rollouts");
  client.write("cd");
  await expect.poll(() => underWay.listResponses()).toEqual([]);
  underWay.endSlow(performance.now() + 11 * minuteMs);
  client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  expect(String(await once(client, "data"))).toContain("200 OK");
});
