import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { sendAll } from "./load";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** @returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
}

const bodies = ["a", "bc", "def"].map((text) => Buffer.from(text));

test("each body is sent once, to the whole of the address", async () => {
  const seen: string[] = [];
  const url = await serve((request, response) => {
    request.on("data", (chunk: Buffer) => seen.push(`${request.url} ${chunk}`));
    request.on("end", () => response.end("{}"));
  });
  await sendAll({ url: `${url}/rollouts?segment=7`, bodies, gzip: false, connections: 2 });
  expect(seen.sort()).toEqual(["/rollouts?segment=7 a", "/rollouts?segment=7 bc", "/rollouts?segment=7 def"]);
});

test("a server that hangs up, or refuses, ends the sending", async () => {
  const load = { bodies, gzip: false, connections: 1 };
  const dying = await serve((request) => request.socket.end());
  await expect(sendAll({ ...load, url: dying })).rejects.toThrow("closed a connection");
  const refusing = await serve((_, response) => response.writeHead(503, { "content-length": 4 }).end("busy"));
  await expect(sendAll({ ...load, url: refusing })).rejects.toThrow("answered 503: busy");
});
