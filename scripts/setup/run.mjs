import { spawn } from "node:child_process";
import { root } from "./project.mjs";

const GRACE_MS = 5_000;
const running = new Set();

/**
 * Runs a program in the project folder and resolves to its exit code and output. `show` lets the output through;
 * otherwise it is kept for the case of failure. The program leads a process group, so that what it started ends with it
 * when we are stopped or `limitMs` is over; npm, for one, goes on writing for a while after it is told to stop.
 */
export function run(command, args, { env = process.env, show = false, shell = false, limitMs = 0, onStart } = {}) {
  return new Promise((resolve, reject) => {
    const stream = show ? "inherit" : "pipe";
    const child = spawn(command, args, { cwd: root, env, shell, detached: true, stdio: ["ignore", stream, stream] });
    const chunks = [];
    for (const pipe of [child.stdout, child.stderr]) pipe?.on("data", (chunk) => chunks.push(chunk));
    const limit = limitMs > 0 ? setTimeout(() => stop(child, "SIGTERM"), limitMs) : undefined;
    const done = () => {
      clearTimeout(limit);
      running.delete(child);
      if (running.size === 0) for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, stopAll);
    };
    if (running.size === 0) for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stopAll);
    running.add(child);
    child.on("error", (error) => {
      done();
      reject(error);
    });
    child.on("close", (code, signal) => {
      done();
      resolve({ code: code ?? 1, signal, output: Buffer.concat(chunks).toString("utf8") });
    });
    if (child.pid) onStart?.(child.pid);
  });
}

/** Variables that keep colours out of a log. */
export const plainOutput = () => (process.stdout.isTTY ? {} : { NO_COLOR: "1", FORCE_COLOR: undefined });

/** The beginning of a failed program's output: what follows the first errors seldom says more. */
export function firstLines(output, count = 60) {
  const lines = output.trim().split("\n");
  const more = lines.length > count ? [`… ${lines.length - count} more lines`] : [];
  return [...lines.slice(0, count), ...more].join("\n");
}

function stopAll(signal) {
  const left = [...running].map((child) => new Promise((resolve) => child.once("exit", resolve)));
  for (const child of running) stop(child, signal);
  Promise.all(left).then(() => process.exit(signal === "SIGINT" ? 130 : 143));
}

function stop(child, signal) {
  signalGroup(child.pid, signal);
  setTimeout(() => signalGroup(child.pid, "SIGKILL"), GRACE_MS).unref();
  child.once("exit", () => signalGroup(child.pid, "SIGKILL"));
}

function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH" && error.code !== "EPERM") throw error;
  }
}
