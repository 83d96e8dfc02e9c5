import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { startFalsezero } from "./server-process";

const root = fileURLToPath(new URL("../..", import.meta.url));

const Measured = z.object({
  p50: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
  finish: z.number(),
  accepted: z.number(),
  dropped: z.number(),
  pending: z.number(),
});

const shapes = [
  { kind: "slim", rows: 20_000 },
  { kind: "conversation", rows: 10_000 },
  { kind: "token ids", rows: 3_000 },
] as const;

/** Takes connections and never answers. */
async function startHanging(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(() => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
    },
  };
}

/** What a call of `log` of the Python client costs its caller, with a server that answers and with one that hangs. */
export async function benchPython(): Promise<void> {
  console.log("µs of the caller for a call of log; the trainer computes 100 µs after each and waits 50 ms after 64");
  console.log("server   row            calls     p50     p99   p99.9      max   finish s   accepted  dropped");
  for (const server of ["answers", "hangs"] as const) {
    const started = server === "answers" ? await startFalsezero() : await startHanging();
    try {
      for (const { kind, rows } of shapes) {
        const spool = mkdtempSync(join(tmpdir(), "falsezero-bench-spool-"));
        const args = [join(root, "scripts/bench/python_caller.py"), started.url, kind, "100", String(rows), server];
        const env = { ...process.env, PYTHONPATH: join(root, "public"), FALSEZERO_SPOOL: spool };
        const { stdout } = await promisify(execFile)("python3", args, { env });
        rmSync(spool, { recursive: true, force: true });
        const one = Measured.parse(JSON.parse(stdout));
        const cells = [server.padEnd(9), kind.padEnd(13), String(rows).padStart(7)];
        for (const value of [one.p50, one.p99, one.p999]) cells.push(value.toFixed(1).padStart(8));
        cells.push(one.max.toFixed(0).padStart(9), one.finish.toFixed(2).padStart(11));
        console.log([...cells, String(one.accepted).padStart(11), String(one.dropped).padStart(9)].join(""));
      }
    } finally {
      await started.stop();
    }
  }
}
