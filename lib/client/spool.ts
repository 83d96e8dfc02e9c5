import { closeSync, constants, fstatSync, ftruncateSync, openSync, unlinkSync, writeSync } from "node:fs";
import { type FileHandle, open, rename, rmdir, unlink, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder, makeFolderSync } from "./make-folder";
import type { SpoolRecord } from "./row";

/** The first line of a file: the place up to which everything is acknowledged. */
const headBytes = 17;
/** Of one look: well below what a server takes at once. */
const windowRecords = 512;
const windowBytes = 4 * 1024 * 1024;
const newline = 0x0a;

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
}

export function toSpoolLine({ method, path, body, loggedAt }: SpoolRecord): string {
  return `${method}${loggedAt === undefined ? "" : `@${loggedAt}`}\t${path}\t${body}\n`;
}

/** null for what nobody can read: half of a line that was torn. */
function parseLine(line: string): SpoolRecord | null {
  const match = /^([A-Z]+)(?:@(\d+))?\t([^\t]+)\t(.*)$/s.exec(line);
  if (match === null) return null;
  const [, method = "", at, path = "", body = ""] = match;
  return { method, path, body, loggedAt: at === undefined ? undefined : Number(at) };
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

/** Whoever empties a folder removes it, maybe just before we make a file in it. */
const triesToCreate = 5;

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function openNew(path: string): Promise<FileHandle> {
  for (let tried = 1; ; tried++) {
    try {
      await makeFolder(dirname(path), 0o700);
      return await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600);
    } catch (error) {
      if (!isMissing(error) || tried >= triesToCreate) throw error;
    }
  }
}

function openNewSync(path: string): number {
  for (let tried = 1; ; tried++) {
    try {
      makeFolderSync(dirname(path), 0o700);
      return openSync(path, "wx", 0o600);
    } catch (error) {
      if (!isMissing(error) || tried >= triesToCreate) throw error;
    }
  }
}

/** A disk may take less of a write than it was given. */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written);
    if (bytesWritten === 0) throw new Error("nothing was written");
    written += bytesWritten;
  }
}

function writeAllSync(fd: number, bytes: Buffer, at: number): void {
  for (let written = 0; written < bytes.length; ) {
    const count = writeSync(fd, bytes, written, bytes.length - written, at + written);
    if (count === 0) throw new Error("nothing was written");
    written += count;
  }
}

async function readAll(file: FileHandle, length: number, at: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** A file of one process. It is named for its owner, so that others see when that is gone. */
export class DiskSpool implements Spool {
  readonly path: string;
  readonly #file: FileHandle;
  #size: number;
  #acknowledged: number;
  #isTaken = false;

  private constructor(path: string, file: FileHandle, size: number, acknowledged: number) {
    this.path = path;
    this.#file = file;
    this.#size = size;
    this.#acknowledged = acknowledged;
  }

  /** @throws Error where the disk takes no file; none is left then. */
  static async create(path: string): Promise<DiskSpool> {
    const file = await openNew(path);
    try {
      await writeAll(file, toHead(headBytes), 0);
    } catch (error) {
      await file.close().catch(() => undefined);
      await unlink(path).catch(() => undefined);
      throw error;
    }
    return new DiskSpool(path, file, headBytes, headBytes);
  }

  /** Takes over a file whose owner is gone; null where another process was faster, or it can't be read now. */
  static async adopt(path: string, own: string): Promise<DiskSpool | null> {
    let file: FileHandle | null = null;
    try {
      // It changes its name last: one that was renamed and not opened would wait until we are gone.
      file = await open(path, "r+");
      const { size } = await file.stat();
      const told = Number((await readAll(file, headBytes, 0)).toString("latin1"));
      const isPlace = Number.isSafeInteger(told) && told >= headBytes && told <= size;
      await rename(path, own);
      return new DiskSpool(own, file, Math.max(size, headBytes), isPlace ? told : headBytes);
    } catch {
      await file?.close().catch(() => undefined);
      return null;
    }
  }

  get size(): number {
    return this.#size;
  }

  get pending(): number {
    return this.#size - this.#acknowledged;
  }

  /** Whether somebody took us for dead and has the file now: what is in it is sent by both, and counts once. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Shows that its owner lives. */
  async touch(at: Date): Promise<void> {
    await utimes(this.path, at, at).catch((error: unknown) => {
      this.#isTaken ||= isMissing(error);
    });
  }

  async append(bytes: Buffer): Promise<void> {
    try {
      await writeAll(this.#file, bytes, this.#size);
    } catch (error) {
      await this.#file.truncate(this.#size).catch(() => undefined);
      throw error;
    }
    this.#size += bytes.length;
  }

  appendSync(bytes: Buffer): void {
    writeAllSync(this.#file.fd, bytes, this.#size);
    this.#size += bytes.length;
  }

  async readWindow(): Promise<SpoolWindow> {
    for (let length = windowBytes; ; length *= 4) {
      const start = this.#acknowledged;
      const asked = Math.min(length, this.#size - start);
      const taken = takeLines(await readAll(this.#file, asked, start));
      if (taken.length > 0) return { records: taken.records, end: start + taken.length };
      // A process that died in the middle of a line leaves half of one, and nothing behind it.
      if (asked === this.#size - start) return { records: [], end: this.#size };
    }
  }

  async acknowledge(end: number): Promise<void> {
    this.#acknowledged = end;
    // Where this fails it is sent again by whoever adopts the file, and counts once all the same.
    await this.#file.write(toHead(end), 0, headBytes, 0).catch(() => undefined);
  }

  /** Lets go of it, and removes it where nothing is left to send. */
  async close(): Promise<void> {
    // An owner that lives after all may have gone on writing: the file then stays for the next process.
    const now = await this.#file.stat().catch(() => null);
    await this.#file.close();
    if (this.pending > 0 || (now !== null && now.size > this.#size)) return;
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
}

/**
 * Writes what is left where no file is open any more. Of what a full disk takes, whole lines stay for the next process,
 * and nothing is left of a file that has none.
 *
 * @throws Error where the disk does not take all of it.
 */
export function writeLast(path: string, bytes: Buffer): void {
  const all = Buffer.concat([toHead(headBytes), bytes]);
  const fd = openNewSync(path);
  try {
    writeAllSync(fd, all, 0);
  } catch (error) {
    const whole = all.subarray(0, fstatSync(fd).size).lastIndexOf(newline) + 1;
    if (whole > headBytes) ftruncateSync(fd, whole);
    else unlinkSync(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}
