/** What the watcher asks of a disk, which may be a network's: names, sizes and bytes; never a notification. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isReadableName } from "@/lib/importers/plan-import";

/** A file as it is now. */
export interface FileStat {
  readonly inode: number;
  /** Bytes. */
  readonly size: number;
  readonly modifiedMs: number;
}

/** Whether a disk, and not a server or our own mistake, is what an error is about. */
export function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "ESTALE"].includes(String(error.code));
}

/** @returns null where there is no file. */
export async function readFileStat(path: string): Promise<FileStat | null> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return null;
    return { inode: stats.ino, size: stats.size, modifiedMs: stats.mtimeMs };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

async function readNames(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** Names of all files in one folder, whatever they are called. */
export async function listNames(folder: string): Promise<string[]> {
  return (await readNames(folder)).filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Paths, below the root, of the files to look at; hidden and unfinished ones are left out, as an import does. */
export async function listReadable(root: string, below = ""): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readNames(join(root, below))) {
    if (entry.name.startsWith(".")) continue;
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await listReadable(root, path)));
    else if ((entry.isFile() || entry.isSymbolicLink()) && isReadableName(entry.name)) found.push(path);
  }
  return found;
}

const newline = 0x0a;
const lookBack = 64 * 1024;

/** Bytes of a file; fewer where it has become shorter. */
export async function readBytes(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(Math.max(0, end - start));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Where the last line that is complete between two places ends; `start` where none does. */
export async function findLastLineEnd(path: string, start: number, end: number): Promise<number> {
  for (let to = end; to > start; to -= lookBack) {
    const from = Math.max(start, to - lookBack);
    const at = (await readBytes(path, from, to)).lastIndexOf(newline);
    if (at >= 0) return from + at + 1;
  }
  return start;
}

export const emptyDigest = createHash("sha256").digest("hex");

/** What a file's first bytes are known by. */
export async function digestBeginning(path: string, length: number): Promise<string> {
  const hash: Hash = createHash("sha256");
  if (length > 0) for await (const chunk of createReadStream(path, { end: length - 1 })) hash.update(chunk);
  return hash.digest("hex");
}
