import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Answer, AnsweringServer } from "./answering-server";
import { Outbox, type OutboxOptions } from "./outbox";
import { toSpoolLine, writeLast } from "./spool";

const path = "/api/v1/runs/r/rollouts?segment=s";
let folder = "";
const servers: AnsweringServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "falsezero-outbox-"));
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function makeOutbox(answer: Answer, options: Partial<OutboxOptions> = {}) {
  const server = new AnsweringServer(answer);
  servers.push(server);
  const warned: string[] = [];
  const outbox = new Outbox({
    url: await server.listen(),
    token: undefined,
    timeoutMs: 5_000,
    folder,
    maxMemory: 1_000_000,
    maxDisk: 10_000_000,
    warn: (key) => warned.push(key),
    ...options,
  });
  return { outbox, server, warned };
}

function row(id: string, size = 0) {
  return { method: "ROWS", path, body: JSON.stringify({ id, text: "x".repeat(size) }) };
}

/** Files of processes on another machine that are long gone, a row each. */
async function leave(count: number): Promise<void> {
  const old = new Date(Date.now() - 600_000);
  for (let index = 0; index < count; index++) {
    const file = join(folder, `other.1.2.${String(index).padStart(3, "0")}.0.rows`);
    writeLast(file, Buffer.from(toSpoolLine(row(`left ${index}`))));
    await utimes(file, old, old);
  }
}

/** Names of our own that stand for files that are held open. */
async function countHeld(): Promise<number> {
  return (await readdir(folder)).filter((name) => !name.startsWith("other")).length;
}

it("sends what is put in, in its order, and removes it from the disk", async () => {
  const { outbox, server } = await makeOutbox(() => ({ status: 200 }));
  for (let index = 0; index < 600; index++) outbox.put(row(String(index)));
  expect(await outbox.flush(10_000, false)).toBe(true);
  await outbox.close();
  expect(server.rows().map((text) => JSON.parse(text).id)).toEqual(Array.from({ length: 600 }, (_, id) => String(id)));
  expect(outbox.counts).toEqual({ accepted: 600, rejected: 0, dropped: 0 });
  expect(await readdir(folder).catch(() => [])).toEqual([]);
});

it.each(["0", "-1", "nan", "Infinity"])(
  "asks a busy server that says to come after %s no oftener than it would",
  async (told) => {
    const { outbox, server } = await makeOutbox(() => ({ status: 503, headers: { "retry-after": told } }));
    outbox.put(row("a"));
    await expect.poll(() => server.seen.length).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(server.seen.length).toBeLessThanOrEqual(4);
    server.answer = () => ({ status: 200 });
    expect(await outbox.flush(10_000, false)).toBe(true);
  },
);

it("takes over one file of the many that were left while the server is away, and a few at a time when it is there", async () => {
  await leave(60);
  const { outbox, server } = await makeOutbox(() => ({ status: 503 }));
  outbox.put(row("own"));
  await expect.poll(() => server.seen.length).toBeGreaterThan(1);
  expect(await countHeld()).toBe(1);
  let most = 0;
  server.answer = () => {
    most = Math.max(most, readdirSync(folder).filter((name) => !name.startsWith("other")).length);
    return { status: 200 };
  };
  await expect.poll(() => new Set(server.rows()).size, { timeout: 20_000 }).toBe(61);
  // Its own file, and four.
  expect(most).toBeLessThanOrEqual(5);
  // What others left is not what this process logged.
  expect(outbox.counts).toEqual({ accepted: 1, rejected: 0, dropped: 0 });
});

it("waits in memory where a full disk takes no bytes, within the bound of the queue, and leaves no file", async () => {
  const probe = await open(join(folder, "probe"), "w");
  await probe.close();
  await rm(join(folder, "probe"));
  const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  vi.spyOn(Object.getPrototypeOf(probe), "write").mockRejectedValue(full);
  const { outbox, server, warned } = await makeOutbox(() => ({ status: 503 }), { maxMemory: 20_000 });
  let most = 0;
  for (let index = 0; index < 100; index++) {
    outbox.put(row(String(index), 1_000));
    if (index % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 40));
    most = Math.max(most, outbox.pending);
  }
  expect(most).toBeLessThanOrEqual(20_000);
  expect(await readdir(folder)).toEqual([]);
  expect(warned.filter((key) => !key.startsWith("drop:"))).toEqual(expect.arrayContaining(["disk", "away"]));
  const { dropped } = outbox.counts;
  expect(dropped).toBeGreaterThan(75);
  server.answer = () => ({ status: 200 });
  expect(await outbox.flush(10_000, false)).toBe(true);
  expect(outbox.counts).toEqual({ accepted: 100 - dropped, rejected: 0, dropped });
});

it("holds a long backlog in few files", async () => {
  const { outbox } = await makeOutbox(() => ({ status: 503 }), { maxDisk: 800_000, maxMemory: 10_000_000 });
  for (let index = 0; index < 60; index++) {
    outbox.put(row(String(index), 100_000));
    await new Promise((resolve) => setTimeout(resolve, 25));
    if (outbox.counts.dropped > 0) break;
  }
  // Of 100,000, 200,000 and so on, up to 800,000 bytes.
  expect(await countHeld()).toBeLessThanOrEqual(4);
});

it("gives a row that named no launch and had to wait the one that it was logged in", async () => {
  const segments = [
    { segment: "try 1", started_at: "2026-08-01T00:00:00Z" },
    { segment: "try 2", started_at: "2026-08-02T00:00:00Z" },
  ];
  const at = Date.parse("2026-08-01T12:00:00Z");
  await mkdir(folder, { recursive: true });
  const bare = { method: "ROWS", path: "/api/v1/runs/r/rollouts", body: "{}", loggedAt: at };
  const left = join(folder, "other.1.2.left.0.rows");
  writeLast(left, Buffer.from(toSpoolLine(bare)));
  await utimes(left, new Date(at), new Date(at));
  await writeFile(join(folder, "other.txt"), "");
  const { outbox, server } = await makeOutbox(({ method }) =>
    method === "GET" ? { status: 200, body: { segments } } : { status: 200 },
  );
  outbox.begin();
  await expect
    .poll(() => server.seen.map(({ path: asked }) => asked))
    .toEqual(["/api/v1/runs/r", "/api/v1/runs/r/rollouts?segment=try%201"]);
});
