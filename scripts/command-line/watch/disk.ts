/** What the watcher asks of a disk, which may be a network's: names, sizes and bytes; never a notification. */
import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { isReadableName } from "@/lib/core/readable-name";
import { isSourceError } from "@/lib/importers/import-source";
import { isFileError, readBytes } from "@/lib/server/file-source";

/** A file as it is now. */
export interface FileStat {
  /** The disk that it is on. Another number may stand for the same disk when it is mounted again. */
  readonly device: number;
  /** The disk's number for it. */
  readonly inode: number;
  /** Bytes. */
  readonly size: number;
  readonly modifiedMs: number;
}

/** What a file that is there now is known by, whatever it is called. A folder may hold files of several disks. */
export function identify({ device, inode }: FileStat): string {
  return `${device}:${inode}`;
}

/** Whether a disk says that something is not there. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "ESTALE"].includes(String(error.code));
}

/** Whether an error is what a disk said, as it is or as why a file can't be read: it may say another thing later. */
export function isAboutDisk(error: unknown): error is Error {
  return isFileError(error) || (isSourceError(error) && isFileError(error.cause));
}

/** Told of a path that is there and can't be read, and why: that ends nothing, and is looked at again. */
export type OnUnreadable = (path: string, why: Error) => void;

/** @throws what is not about the disk. */
function passOver(path: string, error: unknown, onUnreadable: OnUnreadable): void {
  if (!isFileError(error)) throw error;
  if (!isGone(error)) onUnreadable(path, error);
}

/** @returns null where there is no file, or none that can be asked about. */
export async function readFileStat(path: string, onUnreadable: OnUnreadable): Promise<FileStat | null> {
  try {
    const stats = await stat(path);
    if (!stats.isFile()) return null;
    return { device: stats.dev, inode: stats.ino, size: stats.size, modifiedMs: stats.mtimeMs };
  } catch (error) {
    passOver(path, error, onUnreadable);
    return null;
  }
}

async function readNames(folder: string, onUnreadable: OnUnreadable) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    passOver(folder, error, onUnreadable);
    return [];
  }
}

/** Names of all files in one folder, whatever they are called. */
export async function listNames(folder: string, onUnreadable: OnUnreadable): Promise<string[]> {
  return (await readNames(folder, onUnreadable)).filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Whether a folder is there, or may be: one that may not be asked about is there. */
export async function isFolderThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    return !isGone(error);
  }
}

/** Whether a path is a link to a folder that is not below the root, where it would be read by its own name. */
export async function leadsOutside(root: string, path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isDirectory()) return false;
    const [above, real] = [await realpath(root), await realpath(path)];
    return real !== above && !real.startsWith(above.endsWith(sep) ? above : `${above}${sep}`);
  } catch (error) {
    if (!isFileError(error)) throw error;
    return false;
  }
}

/** Paths below the root, by what they are. */
interface Listed {
  /** Files to look at; hidden and unfinished ones are left out, as an import does. */
  readonly readable: string[];
  /** Files of any other name. */
  readonly others: string[];
  /** Links of any other name, which may lead to folders. */
  readonly links: string[];
}

/** Goes through a folder and all below it, but not through links. */
export async function listFolder(root: string, onUnreadable: OnUnreadable): Promise<Listed> {
  const listed: Listed = { readable: [], others: [], links: [] };
  const walk = async (below: string) => {
    for (const entry of await readNames(join(root, below), onUnreadable)) {
      if (entry.name.startsWith(".")) continue;
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if ((entry.isFile() || entry.isSymbolicLink()) && isReadableName(entry.name)) listed.readable.push(path);
      else if (entry.isFile()) listed.others.push(path);
      else if (entry.isSymbolicLink()) listed.links.push(path);
    }
  };
  await walk("");
  return listed;
}

const newline = 0x0a;
const lookBack = 64 * 1024;

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
