import type { Dirent, Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isReadableName } from "@/lib/core/readable-name";
import { type ImportSource, SourceError, unpackedName } from "@/lib/importers/import-source";
import { type PlannedFile, planFile } from "@/lib/importers/plan-import";
import { importers } from "@/lib/importers/registry";
import { isFileError, toFileSource, toRefusable, toUnreadable } from "@/lib/server/file-source";

function toSource(path: string, shown: string, size: number): ImportSource {
  return toRefusable(toFileSource(path, { path: inSlashes(path), shown, size }));
}

function inSlashes(path: string): string {
  return path.split(sep).join("/");
}

/** What can't be asked for is reported by its name, and stops nothing else. @throws what is not about the disk. */
function toUnreadableSource(path: string, shown: string, error: unknown): ImportSource {
  if (!isFileError(error)) throw error;
  return toUnreadable(inSlashes(path), shown, error);
}

async function walkFolder(root: string, folder: string): Promise<ImportSource[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    return [toUnreadableSource(folder, `${inSlashes(relative(root, folder))}/`, error)];
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: ImportSource[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await walkFolder(root, path)));
    else if (isRotatedName(entry.name)) {
      const why = "a file that was rotated away: import it by its own path, or rename it to end in .jsonl";
      found.push(toUnreadable(inSlashes(path), inSlashes(relative(root, path)), new SourceError(why)));
    } else if (isReadableName(entry.name)) {
      const source = await findFile(entry, path, inSlashes(relative(root, path)));
      if (source !== null) found.push(source);
    }
  }
  return found;
}

/** `rollouts.jsonl.1`: whether its lines were read under its former name cannot be told. */
function isRotatedName(name: string): boolean {
  return /[.](?:jsonl|ndjson)[.]\d+$/i.test(name);
}

/** Pipes, sockets and links to nowhere are no files of rollouts, and reading one may never end: they are told of. */
async function findFile(entry: Dirent, path: string, shown: string): Promise<ImportSource | null> {
  const refuse = (why: string) => toUnreadable(inSlashes(path), shown, new SourceError(why));
  if (!entry.isFile() && !entry.isSymbolicLink()) return refuse("a pipe, a socket or a device, and no file");
  try {
    const stats = await readStats(path);
    if (stats?.isFile() === true) return toSource(path, shown, stats.size);
    if (stats !== null) return stats.isDirectory() ? null : refuse("a link to a pipe, a socket or a device");
    if (entry.isSymbolicLink()) return refuse("a link that leads nowhere");
    // What was there a moment ago is gone, or is asked for by another name than it has.
    return entry.name.includes("\ufffd") ? refuse("a name that is not UTF-8: rename it") : null;
  } catch (error) {
    return toUnreadableSource(path, shown, error);
  }
}

async function readStats(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw error;
  }
}

/** A file of rollouts takes with it what its collector wrote beside it, each packed or not. */
async function findCompanions(path: string): Promise<ImportSource[]> {
  const found: ImportSource[] = [];
  const asked = unpackedName(inSlashes(path));
  for (const name of new Set(importers.flatMap((importer) => importer.companionsOf(asked)))) {
    const companion = (await findBeside(path, name)) ?? (await findBeside(path, `${name}.gz`));
    if (companion !== null) found.push(companion);
  }
  return found;
}

async function findBeside(path: string, name: string): Promise<ImportSource | null> {
  const companion = join(dirname(path), name);
  try {
    const stats = await readStats(companion);
    return stats?.isFile() === true ? toSource(companion, name, stats.size) : null;
  } catch (error) {
    return toUnreadableSource(companion, name, error);
  }
}

/** One after the other: a folder may hold more files than a process may open. */
async function planFound(found: readonly ImportSource[], step: number | null): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const source of found) planned.push(await planFile(source, step, false));
  return planned;
}

/**
 * Finds out what there is to import at a path: a file with its companions, or a folder with all below it.
 *
 * @param step for all files that do not say it themselves; null to read it from their paths.
 * @throws RangeError where nothing is there, or nothing that can be read.
 */
export async function planPath(path: string, step: number | null): Promise<PlannedFile[]> {
  const root = resolve(path);
  const stats = await readStats(root).catch((error: unknown) => {
    throw isFileError(error) ? new RangeError(`${path} can't be read: ${error.message}`, { cause: error }) : error;
  });
  if (stats === null) throw new RangeError(`there is no file or folder ${path}`);
  if (!stats.isFile() && !stats.isDirectory())
    throw new RangeError(
      `${path} is a pipe, a socket or a device, and no file: write what comes from it to a file first`,
    );
  if (stats.isDirectory()) return planFound(await walkFolder(root, root), step);
  const asked = await planFile(toSource(root, basename(root), stats.size), step, true);
  // Whatever the file is: a collector that died on its first rollout leaves half a line, or nothing, and beside it what
  // it was going to do.
  return [asked, ...(await planFound(await findCompanions(root), step))];
}
