import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface ServerProcess {
  readonly url: string;
  readonly folder: string;
  readonly pid: number | undefined;
  /** Processor time that it has used, ms, all threads; what a busy machine disturbs least. NaN beyond Linux. */
  cpuMs(): number;
  stop(): Promise<void>;
}

/** From proc(5): utime and stime, in ticks of 10 ms. */
function readCpuMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Starts a command, waits until it prints its address, and ends it with its data. */
async function start(command: readonly string[], environment: Record<string, string>, folder: string, keep: boolean) {
  const [program = "", ...args] = command;
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let seen = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      seen += chunk.toString();
      const found = /is at (http:\/\/[^\s]+)/.exec(seen)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", (code) =>
      reject(new Error(`${command.join(" ")} ended with ${code} before it listened\n${seen}`)),
    );
  });
  return {
    url,
    folder,
    pid: child.pid,
    cpuMs: () => readCpuMs(child.pid),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "falsezero-bench-"));
}

/** The product's own server, as `npm start` runs it, on data of its own or on a folder that is kept. */
export function startFalsezero(folder?: string): Promise<ServerProcess> {
  const data = folder ?? makeFolder();
  const environment = { PORT: "0", FALSEZERO_DATA: data, FALSEZERO_LOG: "warn", NODE_ENV: "production", HOST: "" };
  const command = [
    process.execPath,
    "--single-threaded-gc",
    "--initial-old-space-size=64",
    "--min-semi-space-size=32",
    "--max-semi-space-size=32",
    join(root, "dist/serve.mjs"),
  ];
  return start(command, environment, data, folder !== undefined);
}

export function startBare(): Promise<ServerProcess> {
  const folder = makeFolder();
  return start(
    [process.execPath, "--import", "tsx", join(root, "scripts/bench/bare-server.ts"), folder],
    {},
    folder,
    false,
  );
}
