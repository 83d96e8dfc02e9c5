import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, say } from "./project.mjs";

const lock = join(root, "dist", "setup.lock");
const HEARTBEAT_MS = 2_000;
const STALE_MS = 30_000;
// A program that outlives the launcher that was killed may finish first, within this time.
const ORPHAN_MS = 300_000;

/**
 * Runs `work` in one process at a time; the others wait. `work` is given a function to name the program that it runs,
 * because killing a launcher does not stop its npm. A holder that died is noticed by its id, or by its silence.
 */
export async function exclusively(work) {
  let told = false;
  while (!take()) {
    const waitFor = holder();
    if (waitFor === null) continue;
    if (!told) say(`process ${waitFor} is installing or building here; waiting for it`);
    told = true;
    await sleep(500);
  }
  const heartbeat = setInterval(touch, HEARTBEAT_MS);
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work((program) => writeFileSync(lock, `${process.pid} ${program}`));
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

function touch() {
  try {
    utimesSync(lock, new Date(), new Date());
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}

function take() {
  mkdirSync(dirname(lock), { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** The process to wait for, or null when there is none and the lock may be taken. */
function holder() {
  try {
    const text = readFileSync(lock, "utf8");
    const [launcher, program] = text.split(" ").map(Number);
    const silentMs = Date.now() - statSync(lock).mtimeMs;
    // The ids are not there yet for a moment after the file is.
    if (!launcher && silentMs < HEARTBEAT_MS) return "another";
    if (launcher && launcher !== process.pid && silentMs < STALE_MS && isAlive(launcher)) return launcher;
    if (program && silentMs < ORPHAN_MS && isAlive(-program)) return program;
    discard(text);
    return null;
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// Renamed first: of several that find the same dead holder one wins, and a lock taken meanwhile is given back.
function discard(text) {
  const aside = `${lock}.${process.pid}`;
  renameSync(lock, aside);
  if (readFileSync(aside, "utf8") === text) rmSync(aside);
  else renameSync(aside, lock);
}
