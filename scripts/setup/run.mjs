import { spawn } from "node:child_process";
import { root } from "./project.mjs";

const running = new Set();

function stopChildren(signal) {
  for (const child of running) child.kill(signal);
}

const onSignal = (signal) => {
  stopChildren(signal);
  process.exit(signal === "SIGINT" ? 130 : 143);
};

/**
 * Runs a program in the project folder and resolves to its exit code and output. `show` lets the output through;
 * otherwise it is kept for the case of failure. Stopping us stops the program, and so does the limit.
 */
export function run(command, args, { env = process.env, show = false, shell = false, limitMs = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const stream = show ? "inherit" : "pipe";
    const child = spawn(command, args, { cwd: root, env, shell, stdio: ["ignore", stream, stream] });
    if (running.size === 0) for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, onSignal);
    running.add(child);
    const chunks = [];
    for (const pipe of [child.stdout, child.stderr]) pipe?.on("data", (chunk) => chunks.push(chunk));
    const limit = limitMs > 0 ? setTimeout(() => child.kill("SIGTERM"), limitMs) : undefined;
    const done = () => {
      clearTimeout(limit);
      running.delete(child);
      if (running.size === 0) for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, onSignal);
    };
    child.on("error", (error) => {
      done();
      reject(error);
    });
    child.on("close", (code, signal) => {
      done();
      resolve({ code: code ?? 1, signal, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
