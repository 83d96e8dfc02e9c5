/** The command line as it was built, as a process of its own. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

export const program = fileURLToPath(new URL("../../dist/falsezero.mjs", import.meta.url));

export interface ProgramSurroundings {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts it with no settings of whoever tests; its server is at an address where nobody answers, unless it is told. */
export function startProgram(
  args: readonly string[],
  { folder, environment }: ProgramSurroundings = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH: process.env["PATH"],
    FALSEZERO_URL: "http://127.0.0.1:9",
    ...environment,
  };
  return spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Runs it to its end. @throws Error where it can't be started. */
export function runProgram(args: readonly string[], surroundings?: ProgramSurroundings): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = startProgram(args, surroundings);
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      err += text;
    });
    child.once("error", reject).once("close", (code) => resolve({ code, out, err }));
  });
}
