/** How a server starts, refuses to start, and stops. */
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { makeDataFolder, type RealServer, runToExit, startServer } from "../real-server";
import { openEvents } from "./event-reader";
import { type Reply, Talk } from "./talk";

describe("a server refuses to start, by the name of what is wrong", () => {
  test.each([
    { name: "a port that is none", environment: { PORT: "http" }, words: ['PORT="http"'] },
    {
      name: "an address of all machines without a token",
      environment: { HOST: "0.0.0.0" },
      words: ["HOST=0.0.0.0", "FALSEZERO_TOKEN"],
    },
    {
      name: "an address that is not this machine's",
      environment: { HOST: "192.0.2.1", FALSEZERO_TOKEN: "a secret of some length" },
      words: ["HOST 192.0.2.1 is no address of this machine"],
    },
    {
      name: "a token that is too short",
      environment: { FALSEZERO_TOKEN: "1234567" },
      words: ["FALSEZERO_TOKEN=(not shown)", "at least 8"],
    },
    {
      name: "two at once",
      environment: { PORT: "-1", FALSEZERO_LOG: "loud" },
      words: ['PORT="-1"', 'FALSEZERO_LOG="loud"'],
    },
  ])("$name", async ({ environment, words }) => {
    const { code, output } = await runToExit(environment);
    expect(code).toBe(2);
    for (const word of words) expect(output).toContain(word);
    expect(output).not.toContain("1234567");
    // A sentence for people, not a stack.
    expect(output).not.toMatch(/^\s+at /m);
  });

  test("a port that is taken", async () => {
    const first = await startServer();
    const { code, output } = await runToExit({ PORT: String(first.port) });
    expect(code).toBe(2);
    expect(output).toContain(`PORT ${first.port} is taken by another program`);
    await first.stop();
  });

  test("a folder that another server has open", async () => {
    const first = await startServer();
    // An upload that the first server is taking.
    const upload = join(first.dataFolder, "incoming", "1");
    mkdirSync(dirname(upload), { recursive: true });
    writeFileSync(upload, "{}");
    const { code, output } = await runToExit({ FALSEZERO_DATA: first.dataFolder });
    expect(code).toBe(2);
    expect(output).toContain("is open in another Falsezero");
    expect(existsSync(upload)).toBe(true);
    expect(await new Talk(first).post("still", [{ step: 1 }])).toMatchObject({ inserted: 1 });
    await first.stop();
  });
});

test("with a token it serves on every address", async () => {
  const server = await startServer({ environment: { HOST: "0.0.0.0", FALSEZERO_TOKEN: "a secret of some length" } });
  expect((await new Talk(server).ask("GET", "/api/v1/runs")).status).toBe(401);
  expect((await server.stop("SIGTERM")).code).toBe(0);
});

describe("a server stops cleanly", () => {
  let folder = "";

  afterEach(() => {
    if (folder !== "") rmSync(folder, { recursive: true, force: true });
    folder = "";
  });

  /** A post of which half was sent; `finish` sends the rest and waits for the answer. */
  async function beginPost(server: RealServer, run: string): Promise<{ finish(): Promise<Reply | null> }> {
    const outgoing = request({
      host: "127.0.0.1",
      port: server.port,
      path: `/api/v1/runs/${run}/rollouts`,
      method: "POST",
      headers: { "content-type": "application/json" },
      agent: false,
    });
    const reply = new Promise<Reply | null>((resolve) => {
      outgoing.on("error", () => resolve(null));
      outgoing.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
    });
    outgoing.write('[{"step":1,"id":"a"},');
    // The server has it once it has answered somebody who came later.
    await new Talk(server).get("/api/health");
    return {
      finish() {
        outgoing.end('{"step":1,"id":"b"}]');
        return reply;
      },
    };
  }

  test.each(["SIGINT", "SIGTERM"] as const)("on %s, with live streams open and a post under way", async (signal) => {
    folder = makeDataFolder();
    const server = await startServer({ dataFolder: folder });
    const talk = new Talk(server);
    await talk.post("before", [{ step: 1, id: "x" }]);
    const one = await openEvents(server.port, "/api/v1/runs/before/events");
    const all = await openEvents(server.port, "/api/v1/events");
    await Promise.all([one.next("hello"), all.next("hello")]);
    const half = await beginPost(server, "half");

    const stopped = server.stop(signal);
    await Promise.all([one.ended, all.ended]);
    const reply = await half.finish();
    const { code, output } = await stopped;
    expect(code).toBe(0);
    expect(output).toContain("Everything that was acknowledged is on disk.");

    const again = await startServer({ dataFolder: folder });
    const talkAgain = new Talk(again);
    expect(await talkAgain.steps("before")).toMatchObject([{ step: 1, received: 1 }]);
    const kept = await talkAgain.ask("GET", "/api/v1/runs/half");
    if (reply?.status === 200) expect(await talkAgain.steps("half")).toMatchObject([{ step: 1, received: 2 }]);
    else expect(kept.status).toBe(404);
    await again.stop();
  });

  /** @returns a connection that is there, and that nothing was said over. */
  async function openConnection(server: RealServer): Promise<Socket> {
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  }

  test("without waiting for connections that are kept for later, or for one over which nothing was ever said", async () => {
    const server = await startServer();
    const kept = await openConnection(server);
    kept.write(`GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    let heard = "";
    kept.on("data", (chunk) => {
      heard += chunk;
    });
    await vi.waitUntil(() => heard.includes("event: hello"), { timeout: 20_000 });
    const silent = await openConnection(server);
    silent.resume();
    const half = await beginPost(server, "half");
    const left = [kept, silent].map((socket) => once(socket, "close"));
    const stopped = server.stop();
    await Promise.all(left);
    // A server that had waited for them would have cut this off as well.
    expect(await half.finish()).toMatchObject({ status: 200 });
    expect((await stopped).code).toBe(0);
  });
});
