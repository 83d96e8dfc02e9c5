import { constants, openSync, writeSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rmdir, stat, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import type { SpoolRecord } from "./row";

/** The first line of a file: the place up to which everything is acknowledged. */
const headBytes = 17;
/** Of one look: well below what a server takes at once. */
const windowRecords = 512;
const windowBytes = 4 * 1024 * 1024;
const newline = 0x0a;
/** Another one than that of the Python client, which reads what it finds. */
export const spoolEnding = ".rows";

/** The next records that are not acknowledged, and the place behind them. */
export interface SpoolWindow {
  readonly records: readonly SpoolRecord[];
  readonly end: number;
}

/** Records in their order, from being logged to being acknowledged. */
export interface Spool {
  readonly size: number;
  /** Bytes that are not acknowledged. */
  readonly pending: number;
  /** All or none. @throws Error where the disk takes no more. */
  append(bytes: Buffer): Promise<void>;
  /** The same at the end of the process, when nothing is waited for. */
  appendSync(bytes: Buffer): void;
  readWindow(): Promise<SpoolWindow>;
  acknowledge(end: number): Promise<void>;
  /** Lets go of it, and removes it where nothing is left to send. */
  close(): Promise<void>;
}

export function toSpoolLine({ method, path, body }: SpoolRecord): string {
  return `${method}\t${path}\t${body}\n`;
}

/** null for what nobody can read: half of a line that was torn. */
function parseLine(line: string): SpoolRecord | null {
  const match = /^([A-Z]+)\t([^\t]+)\t(.*)$/s.exec(line);
  if (match === null) return null;
  const [, method = "", path = "", body = ""] = match;
  return { method, path, body };
}

function toHead(acknowledged: number): Buffer {
  return Buffer.from(`${String(acknowledged).padStart(headBytes - 1, "0")}\n`);
}

/** Complete lines of what was read, at most so many. */
function takeLines(bytes: Buffer): { readonly records: SpoolRecord[]; readonly length: number } {
  const records: SpoolRecord[] = [];
  let at = 0;
  for (let end = bytes.indexOf(newline); end >= 0 && records.length < windowRecords; end = bytes.indexOf(newline, at)) {
    const record = parseLine(bytes.toString("utf8", at, end));
    if (record !== null) records.push(record);
    at = end + 1;
  }
  return { records, length: at };
}

/** A file of one process. It is named for its owner, so that others see when that is gone. */
export class DiskSpool implements Spool {
  readonly path: string;
  readonly #file: FileHandle;
  #size: number;
  #acknowledged: number;

  private constructor(path: string, file: FileHandle, size: number, acknowledged: number) {
    this.path = path;
    this.#file = file;
    this.#size = size;
    this.#acknowledged = acknowledged;
  }

  static async create(path: string): Promise<DiskSpool> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    await file.write(toHead(headBytes), 0, headBytes, 0);
    return new DiskSpool(path, file, headBytes, headBytes);
  }

  /** Takes over a file whose owner is gone; null where another process was faster. */
  static async adopt(path: string, own: string): Promise<DiskSpool | null> {
    try {
      await rename(path, own);
      const file = await open(own, "r+");
      const { size } = await file.stat();
      const head = Buffer.alloc(headBytes);
      await file.read(head, 0, headBytes, 0);
      const told = Number(head.toString("latin1"));
      const isPlace = Number.isSafeInteger(told) && told >= headBytes && told <= size;
      return new DiskSpool(own, file, Math.max(size, headBytes), isPlace ? told : headBytes);
    } catch {
      return null;
    }
  }

  get size(): number {
    return this.#size;
  }

  get pending(): number {
    return this.#size - this.#acknowledged;
  }

  async append(bytes: Buffer): Promise<void> {
    const at = this.#size;
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, at + written);
      if (bytesWritten === 0) throw new Error("nothing was written");
      written += bytesWritten;
    }
    this.#size = at + bytes.length;
  }

  appendSync(bytes: Buffer): void {
    writeSync(this.#file.fd, bytes, 0, bytes.length, this.#size);
    this.#size += bytes.length;
  }

  async readWindow(): Promise<SpoolWindow> {
    for (let length = windowBytes; ; length *= 4) {
      const start = this.#acknowledged;
      const buffer = Buffer.alloc(Math.min(length, this.#size - start));
      const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, start);
      const taken = takeLines(buffer.subarray(0, bytesRead));
      if (taken.length > 0) return { records: taken.records, end: start + taken.length };
      // A process that died in the middle of a line leaves half of one, and nothing behind it.
      if (buffer.length === this.#size - start) return { records: [], end: this.#size };
    }
  }

  async acknowledge(end: number): Promise<void> {
    this.#acknowledged = end;
    // Where this fails it is sent again by whoever adopts the file, and counts once all the same.
    await this.#file.write(toHead(end), 0, headBytes, 0).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.#file.close();
    if (this.pending > 0) return;
    await unlink(this.path).catch(() => undefined);
    await rmdir(dirname(this.path)).catch(() => undefined);
  }
}

/** Stands in where the disk takes nothing. */
export class MemorySpool implements Spool {
  readonly size = 0;
  #chunks: Buffer[] = [];
  #pending = 0;

  get pending(): number {
    return this.#pending;
  }

  async append(bytes: Buffer): Promise<void> {
    this.appendSync(bytes);
  }

  appendSync(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#pending += bytes.length;
  }

  async readWindow(): Promise<SpoolWindow> {
    const { records, length } = takeLines(this.#chunks[0] ?? Buffer.alloc(0));
    return { records, end: length };
  }

  async acknowledge(end: number): Promise<void> {
    const [first, ...others] = this.#chunks;
    if (first === undefined) return;
    this.#chunks = end < first.length ? [first.subarray(end), ...others] : others;
    this.#pending -= end;
  }

  async close(): Promise<void> {}
}

/** Writes what is left where no file is open any more. @throws Error where the disk takes nothing. */
export function writeLast(path: string, bytes: Buffer): void {
  const fd = openSync(path, "wx", 0o600);
  writeSync(fd, Buffer.concat([toHead(headBytes), bytes]));
}

/** When a process was started, in the system's own count; where it can't be told, nothing. */
async function readStart(pid: number): Promise<string> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, "latin1");
    // Behind the name, which may hold anything: field 22 of them all.
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
  } catch {
    return "0";
  }
}

function toPart(text: string): string {
  return text.replace(/[^\w-]+/g, "_").slice(0, 80) || "_";
}

/** What a file begins with that is written when there is no time to look up more. */
export function nameOwnerNow(): string {
  return `${toPart(hostname())}.${process.pid}.0`;
}

/** What files of this process begin with. */
export async function nameOwner(): Promise<string> {
  return `${toPart(hostname())}.${process.pid}.${await readStart(process.pid)}`;
}

/** Whether the process that a file is named for still lives; those of other machines do. */
async function isOwned(path: string): Promise<boolean> {
  const [host, pid, start] = basename(path).split(".");
  if (host !== toPart(hostname()) || pid === undefined || !/^\d+$/.test(pid)) return true;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
  const now = await readStart(Number(pid));
  return start === undefined || start === "0" || now === "0" || now === start;
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .filter((name) => name.endsWith(spoolEnding))
    .sort()
    .map((name) => join(folder, name));
}

/** Files in the folder whose owners are gone. */
export async function listOrphans(folder: string): Promise<string[]> {
  const orphans: string[] = [];
  for (const path of await listFiles(folder)) if (!(await isOwned(path))) orphans.push(path);
  return orphans;
}

/** Bytes of all files in the folder, whoever's they are. */
export async function measureSpool(folder: string): Promise<number> {
  const sizes = (await listFiles(folder)).map(async (path) => (await stat(path).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
