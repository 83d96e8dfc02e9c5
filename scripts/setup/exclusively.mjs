import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, say } from "./project.mjs";

const lock = join(root, "dist", "setup.lock");
const HEARTBEAT_MS = 2_000;
const STALE_MS = 30_000;

/** Runs `work` in one process at a time; the others wait. A holder that died is noticed by its id or its silence. */
export async function exclusively(work) {
  let told = false;
  while (!take()) {
    const holder = holderOf();
    if (holder === null) continue;
    if (holder.dead) {
      discard();
      continue;
    }
    if (!told) say(`process ${holder.pid} is installing or building here; waiting for it`);
    told = true;
    await sleep(500);
  }
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), HEARTBEAT_MS);
  const release = () => rmSync(lock, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

function take() {
  mkdirSync(dirname(lock), { recursive: true });
  try {
    const file = openSync(lock, "wx");
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holderOf() {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    const silentMs = Date.now() - statSync(lock).mtimeMs;
    // The id is not there yet for a moment after the file is.
    if (!pid) return { pid, dead: silentMs > HEARTBEAT_MS };
    return { pid, dead: pid === process.pid || silentMs > STALE_MS || !isAlive(pid) };
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

// Renamed first: of several that find the same dead holder, one wins.
function discard() {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
