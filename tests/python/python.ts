/** Programs in Python that use the client as it is served, each with a spool of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ending>;
  /** Waits for a line of its standard output that matches. @throws Error where it ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts `python3` with these arguments, the client importable, and none of our settings but those that are told. */
export function startPython(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd: string = root,
): Program {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(FALSEZERO_|PYTHON|SLURM_|RANK$|LOCAL_RANK$)/.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    NODE_ENV: "production" as const,
    PYTHONPATH: `${root}public`,
    PYTHONDONTWRITEBYTECODE: "1",
    PYTHONUNBUFFERED: "1",
    ...environment,
  };
  const child = spawn("python3", [...args], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("exit", end);
      resolve({ code, signal, stdout, stderr });
    });
  });
  const line = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(stdout);
        if (found !== null) resolve(found);
      };
      child.stdout.on("data", look);
      look();
      ended.then(
        (ending) =>
          reject(new Error(`it ended with ${ending.code ?? ending.signal} before ${pattern}:\n${ending.stderr}`)),
        reject,
      );
    });
  return { child, ended, line };
}

/** Runs a program to its end. @throws Error with what it printed, where it fails. */
export async function runPython(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Ending> {
  const ending = await startPython(args, environment, cwd).ended;
  if (ending.code !== 0) {
    throw new Error(`python3 ended with ${ending.code ?? ending.signal}:\n${ending.stdout}${ending.stderr}`);
  }
  return ending;
}
