/** The built server as a process of its own, with data of its own: what tests over HTTP and in a browser talk to. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = join(root, "dist", "serve.mjs");

/** A server that says nothing for this long while it starts is broken. */
const startMs = 60_000;

export interface ServerOptions {
  /** Folder of the data; absent: one of its own, gone when the server is stopped. */
  readonly dataFolder?: string;
  /** Settings beside the usual ones, such as FALSEZERO_TOKEN. */
  readonly environment?: Readonly<Record<string, string>>;
  /** No file of the server grows beyond so many kB: what a full disk is like. */
  readonly fileLimitKb?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Everything the process printed. */
  readonly output: string;
}

export interface RealServer {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly dataFolder: string;
  /** Everything it has printed so far. */
  output(): string;
  /** Asks it to stop, waits until it has, and removes data that was its own. */
  stop(signal?: "SIGINT" | "SIGTERM"): Promise<Exit>;
  /** Ends it in the middle of whatever it does (SIGKILL). Its data stays. */
  kill(): Promise<Exit>;
}

/** A temporary folder for data that outlives a server. The caller removes it. */
export function makeDataFolder(): string {
  return mkdtempSync(join(tmpdir(), "falsezero-data-"));
}

/** Servers that run, each with the data that goes with it, if any: a test that fails halfway leaves neither behind. */
const running = new Map<ChildProcess, string | null>();
process.on("exit", () => {
  for (const [child, ownFolder] of running) {
    child.kill("SIGKILL");
    if (ownFolder !== null) rmSync(ownFolder, { recursive: true, force: true });
  }
});
// Whoever ends the tests' process asks it first; without an answer of its own it would skip what is above.
process.once("SIGTERM", () => process.exit(143));

function toEnvironment(dataFolder: string, told: ServerOptions["environment"]): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(FALSEZERO_|PORT$|HOST$|NODE_OPTIONS$)/.test(name));
  return {
    ...Object.fromEntries(kept),
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: "0",
    FALSEZERO_DATA: dataFolder,
    FALSEZERO_LOG: "error",
    ...told,
  };
}

interface Spawned {
  readonly child: ChildProcess;
  readonly exited: Promise<Exit>;
  output(): string;
}

function spawnServer(environment: NodeJS.ProcessEnv, ownFolder: string | null, fileLimitKb?: number): Spawned {
  if (!existsSync(entry) || !existsSync(join(root, ".next", "BUILD_ID"))) {
    throw new Error("the server is not built: `npm test` builds it first, and so does `npm start`");
  }
  // POSIX counts file sizes in blocks of 512 bytes.
  const limit = fileLimitKb === undefined ? "" : `ulimit -f ${fileLimitKb * 2} && `;
  const command = [`${limit}exec "$0" "$1"`, process.execPath, entry];
  const child = spawn("sh", ["-c", ...command], { cwd: root, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  running.set(child, ownFolder);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal, output });
    });
  });
  return { child, exited, output: () => output };
}

/** Waits for the line that says where the server is. @throws Error with what it printed, where it never comes. */
async function readAddress({ child, exited, output }: Spawned): Promise<{ url: string; port: number }> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = /Falsezero is at (http:\/\/\S+:(\d+)) /.exec(output());
      if (match?.[1] === undefined) return;
      end();
      resolve({ url: match[1], port: Number(match[2]) });
    };
    const late = setTimeout(() => {
      end();
      child.kill("SIGKILL");
      reject(new Error(`the server did not start in ${startMs} ms:\n${output()}`));
    }, startMs);
    const end = () => {
      clearTimeout(late);
      child.stdout?.off("data", look);
    };
    child.stdout?.on("data", look);
    exited.then((exit) => {
      end();
      reject(new Error(`the server ended with code ${exit.code} before it was ready:\n${exit.output}`));
    }, reject);
  });
}

/**
 * Starts the built server on a free port and waits until it answers.
 *
 * @throws Error with its output, where it does not start.
 */
export async function startServer(options: ServerOptions = {}): Promise<RealServer> {
  const dataFolder = options.dataFolder ?? makeDataFolder();
  const ownFolder = options.dataFolder === undefined ? dataFolder : null;
  const spawned = spawnServer(toEnvironment(dataFolder, options.environment), ownFolder, options.fileLimitKb);
  const { child, exited, output } = spawned;
  const { url, port } = await readAddress(spawned);
  return {
    url,
    port,
    dataFolder,
    output,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const exit = await exited;
      if (ownFolder !== null) rmSync(ownFolder, { recursive: true, force: true });
      return exit;
    },
    async kill() {
      child.kill("SIGKILL");
      return exited;
    },
  };
}

/** Starts the server where it is to refuse, and waits for its end. Its data, if any, is removed. */
export async function runToExit(environment: Readonly<Record<string, string>>): Promise<Exit> {
  const dataFolder = makeDataFolder();
  try {
    const { child, exited } = spawnServer(toEnvironment(dataFolder, environment), dataFolder);
    const late = setTimeout(() => child.kill("SIGKILL"), startMs);
    const exit = await exited;
    clearTimeout(late);
    return exit;
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
