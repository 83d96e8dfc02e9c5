import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answer, AnsweringServer } from "@/lib/client/answering-server";
import { watchFolder } from "./watch-command";

let root = "";
let server: AnsweringServer;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "falsezero-watch-command-"));
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

/** Watches an empty folder until it follows. */
async function watch(answer: Answer) {
  server = new AnsweringServer(answer);
  const stopping = new AbortController();
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    if (line.startsWith("Following")) stopping.abort();
  };
  const command = { run: "a", pollMs: 50, once: false, json: false };
  const code = await watchFolder(
    root,
    command,
    { url: await server.listen(), token: undefined },
    stopping.signal,
    print,
  );
  return { code, lines };
}

test("a server that is starting is waited for, as one that is not there is", async () => {
  const { code, lines } = await watch((_asked, index) =>
    index === 0 ? { status: 503, body: { detail: "The server is starting." } } : { status: 200, body: { runs: [] } },
  );
  expect(code).toBe(0);
  expect(lines.slice(0, 2)).toEqual([
    expect.stringContaining("The server takes nothing now: The server is starting."),
    "The server answers again.",
  ]);
});

test("a server that refuses us is not", async () => {
  await expect(watch(() => ({ status: 401, body: { detail: "This server needs a token." } }))).rejects.toThrow(
    "needs a token",
  );
});
