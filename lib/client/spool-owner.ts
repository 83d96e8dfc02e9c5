/** Whose a spool file is: it is named for the process that holds it, which touches it as long as it lives. */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename } from "node:path";

/** How often an owner touches its files, ms. */
export const touchEveryMs = 20_000;
/** A file that was not touched for this long belongs to nobody, ms: six touches that did not come. */
const leaseMs = 120_000;

function tryRead(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** When a process was started, in the system's own count; "0" where it can't be told. */
function readStart(pid: number): string {
  const text = tryRead(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
  // Behind the name, which may hold anything: field 22 of them all.
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
}

/** Where numbers of processes mean what they mean here: a host since its start, and a container of it. */
function namePlace(): string {
  const parts = [
    hostname(),
    tryRead(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
    tryRead(() => readlinkSync("/proc/self/ns/pid")),
  ];
  return createHash("sha1").update(parts.join("\n")).digest("hex").slice(0, 12);
}

let own: { readonly place: string; readonly name: string } | null = null;

function readOwn() {
  if (own === null) {
    const place = namePlace();
    own = { place, name: `${place}.${process.pid}.${readStart(process.pid)}` };
  }
  return own;
}

/** What files of this process begin with. */
export function nameOwner(): string {
  return readOwn().name;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

/**
 * Whether the process that a file is named for still holds it. Of one in our own place that is known at once; any other,
 * such as a container that has ended and got another name, holds what it has touched lately.
 */
export async function isOwned(path: string, now: number): Promise<boolean> {
  const [place, number = "", start] = basename(path).split(".");
  if (place === readOwn().place && /^\d{1,10}$/.test(number)) {
    const pid = Number(number);
    if (!isRunning(pid)) return false;
    const running = readStart(pid);
    if (start !== "0" && running !== "0") return start === running;
  }
  const found = await stat(path).catch(() => null);
  return found !== null && Math.abs(now - found.mtimeMs) < leaseMs;
}
