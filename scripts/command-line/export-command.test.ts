import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AnsweringServer, type Reply } from "@/lib/client/answering-server";
import { UnreachableError } from "@/lib/client/client-error";
import { exportRun } from "./export-command";

const whole = '{"id":1}\n{"falsezero_export_end":{"rollouts":1,"records":0}}\n';
let folder = "";
let open: AnsweringServer[] = [];
let interrupted = new AbortController();
let onWait = () => {};

beforeEach(async () => {
  interrupted = new AbortController();
  onWait = () => {};
  folder = await mkdtemp(join(tmpdir(), "falsezero-export-"));
});

afterEach(async () => {
  for (const server of open) await server.close();
  open = [];
  await rm(folder, { recursive: true });
});

/** @param replies to the export, in their order, the last one for good; null breaks the connection. */
async function startExport(out: string, ...replies: readonly (Reply | null)[]) {
  let told = 0;
  const server = new AnsweringServer(({ path }) =>
    path.endsWith("/export")
      ? (replies[Math.min(told++, replies.length - 1)] ?? null)
      : { status: 200, body: { rollouts: 1 } },
  );
  open.push(server);
  const url = await server.listen();
  const lines: string[] = [];
  const command = { run: "r", out, filter: new URLSearchParams() };
  const ended = await exportRun(command, {
    connection: { url, token: undefined },
    stopping: interrupted.signal,
    print: (line) => {
      lines.push(line);
      if (line.includes("asked again")) onWait();
    },
  }).catch((error: unknown) => error);
  return { ended, lines, asked: server.seen.map(({ path }) => path) };
}

it("writes what comes, and says what it is", async () => {
  const out = join(folder, "r.ndjson");
  const { ended, lines } = await startExport(out, { status: 200, body: whole });
  expect(ended).toBe(0);
  expect(lines).toEqual([`${out}: 1 rollouts of r, and 0 records of what is told beside them.`]);
  expect(readFileSync(out, "utf8")).toBe(whole);
});

it("leaves a file that is there as it is, and asks no server for it", async () => {
  const out = join(folder, "mine.ndjson");
  await writeFile(out, "mine");
  const { ended, asked } = await startExport(out, { status: 200, body: whole });
  expect(ended).toBeInstanceOf(RangeError);
  expect(String(ended)).toContain("is there already");
  expect(asked).toEqual([]);
  expect(readFileSync(out, "utf8")).toBe("mine");
});

it.each([
  ["a folder that is not there", "nowhere/r.ndjson", "ENOENT"],
  ["a file in the place of a folder", "file/r.ndjson", "ENOTDIR"],
])("calls %s by its name, and no server unreachable", async (_what, name, code) => {
  await writeFile(join(folder, "file"), "mine");
  const { ended, asked } = await startExport(join(folder, name), { status: 200, body: whole });
  expect(ended).toBeInstanceOf(RangeError);
  expect(String(ended)).toContain(code);
  expect(asked).toEqual([]);
  expect(readFileSync(join(folder, "file"), "utf8")).toBe("mine");
});

it("keeps nothing of an export that is refused, or that breaks off", async () => {
  const out = join(folder, "r.ndjson");
  const refused = await startExport(out, { status: 404, body: { detail: "No run r." } });
  expect(refused.ended).toMatchObject({ name: "RequestError", status: 404, message: "No run r." });
  expect(existsSync(out)).toBe(false);
  const half = await startExport(out, { status: 200, body: '{"id":1}\n' });
  expect(half.ended).toMatchObject({ name: "RequestError" });
  expect(existsSync(out)).toBe(false);
  const cut = await startExport(out, { status: 200, headers: { "content-length": "9000" }, body: whole });
  expect(cut.ended).toBeInstanceOf(UnreachableError);
  expect(existsSync(out)).toBe(false);
});

it("waits for a server that is busy, asks for the run's size first, and for the export until it comes", async () => {
  const out = join(folder, "r.ndjson");
  const busy = { status: 429, headers: { "retry-after": "0.3" }, body: { detail: "Two exports are being sent." } };
  const begun = performance.now();
  const { ended, lines, asked } = await startExport(out, busy, busy, { status: 200, body: whole });
  expect(ended).toBe(0);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(600);
  expect(asked).toEqual(["/api/v1/runs/r", ...Array(3).fill("/api/v1/runs/r/export")]);
  expect(lines[0]).toBe("Two exports are being sent. It is asked again, 8 times in all.");
  expect(readFileSync(out, "utf8")).toBe(whole);
});

it("waits for nobody who asks for more than two minutes", async () => {
  const busy = { status: 503, headers: { "retry-after": "121" } };
  const { ended, asked } = await startExport(join(folder, "r.ndjson"), busy);
  expect(ended).toMatchObject({ name: "RequestError", status: 503, retryAfterMs: 121_000 });
  expect(asked).toHaveLength(2);
});

it("keeps nothing where it is interrupted while it waits, and may be asked again", async () => {
  const out = join(folder, "r.ndjson");
  const busy = { status: 503, headers: { "retry-after": "60" } };
  onWait = () => interrupted.abort();
  const { ended, lines } = await startExport(out, busy);
  expect(ended).toBe(130);
  expect(lines.at(-1)).toBe(`Interrupted: ${out} is not kept.`);
  expect(existsSync(out)).toBe(false);
  interrupted = new AbortController();
  expect((await startExport(out, { status: 200, body: whole })).ended).toBe(0);
});
