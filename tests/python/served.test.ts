/** The client as the server hands it out. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { send } from "../http/talk";
import { startServer } from "../real-server";

const file = readFileSync("public/falsezero.py", "utf8");

test("the server hands out the client that fits it, by curl -O", async () => {
  const server = await startServer();
  const reply = await send(server.port, "/falsezero.py");
  await server.stop();
  expect(reply.status).toBe(200);
  expect(reply.text).toBe(file);
});

test("a server with a token hands it out too: it holds no secret, and is needed before there is one", async () => {
  const server = await startServer({ environment: { FALSEZERO_TOKEN: "a-long-secret" } });
  const statuses: [string, number, boolean][] = [];
  for (const path of ["/falsezero.py", "/falsezero.py/", "/falsezero.pyc", "/falsezero.py/../api/v1/runs"]) {
    const reply = await send(server.port, path);
    statuses.push([path, reply.status, reply.text === file]);
  }
  await server.stop();
  expect(statuses).toEqual([
    ["/falsezero.py", 200, true],
    ["/falsezero.py/", 401, false],
    ["/falsezero.pyc", 401, false],
    ["/falsezero.py/../api/v1/runs", 401, false],
  ]);
});
