import type { Dirent, Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isReadableName } from "@/lib/core/readable-name";
import { type ImportSource, SourceError, unpackedName } from "@/lib/importers/import-source";
import { leaveOut, type PlannedFile, planFile } from "@/lib/importers/plan-import";
import { importers } from "@/lib/importers/registry";
import { explainFileError, isFileError, toFileSource, toRefusable, toUnreadable } from "@/lib/server/file-source";

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

/** What was found at a path, or in a folder; with why it is left out, where it is. */
interface Found {
  readonly source: ImportSource;
  readonly leftOut?: string;
}

/** A folder by the names that lead to it, and by the one that the disk knows it by. */
interface Folder {
  readonly path: string;
  readonly real: string;
}

/**
 * Walks a folder, and folders that links in it lead to, each once. Real folders come first, so that what is read by
 * its own name is never read by a link's, such as `latest`.
 */
class FolderWalk {
  readonly found: Found[] = [];
  readonly #root: Folder;
  readonly #seen = new Map<string, string>();
  #links: Folder[] = [];

  constructor(root: Folder) {
    this.#root = root;
  }

  async walk(): Promise<readonly Found[]> {
    await this.#walkFolder(this.#root);
    while (this.#links.length > 0) {
      const links = this.#links.sort((a, b) => (a.path < b.path ? -1 : 1));
      this.#links = [];
      for (const link of links) await this.#walkFolder(link);
    }
    return this.found;
  }

  #show(path: string): string {
    return inSlashes(relative(this.#root.path, path));
  }

  #leaveOutFolder(path: string, leftOut: string): void {
    this.#leaveOut(path, `${this.#show(path)}/`, leftOut);
  }

  #leaveOut(path: string, shown: string, leftOut: string): void {
    this.found.push({ source: toUnreadable(inSlashes(path), shown, new SourceError(leftOut)), leftOut });
  }

  async #walkFolder({ path: folder, real }: Folder): Promise<void> {
    const before = this.#seen.get(real);
    if (before !== undefined) {
      const where = this.#show(before) === "" ? "the folder that is imported" : `${this.#show(before)}/`;
      return this.#leaveOutFolder(folder, `it is ${where} by another name, which is read once`);
    }
    this.#seen.set(real, folder);
    let entries: Dirent[];
    try {
      entries = await readdir(folder, { withFileTypes: true });
    } catch (error) {
      // Below what was asked for, that itself has no name.
      const shown = `${this.#show(folder) || basename(folder)}/`;
      this.found.push({ source: toUnreadableSource(folder, shown, error) });
      return;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (!entry.name.startsWith("."))
        await this.#take(entry, { path: join(folder, entry.name), real: join(real, entry.name) });
    }
  }

  async #take(entry: Dirent, { path, real }: Folder): Promise<void> {
    const shown = this.#show(path);
    const link = entry.isSymbolicLink() ? await followLink(path) : null;
    if (entry.isDirectory()) await this.#walkFolder({ path, real });
    else if (link?.isFolder === true) await this.#noteLink(path);
    else if (link?.fault != null && !isReadableName(entry.name)) this.#leaveOut(path, shown, link.fault);
    else if (isRotatedName(entry.name)) {
      const why = "a file that was rotated away: import it by its own path, or rename it to end in .jsonl";
      this.found.push({ source: toUnreadable(inSlashes(path), shown, new SourceError(why)) });
    } else if (isReadableName(entry.name)) {
      const source = await findFile(entry, path, shown);
      if (source !== null) this.found.push({ source });
    }
  }

  async #noteLink(path: string): Promise<void> {
    const real = await realpath(path).catch(() => null);
    if (real === null) this.#leaveOutFolder(path, "a link that leads nowhere any more");
    else if (this.#root.real.startsWith(real.endsWith(sep) ? real : `${real}${sep}`))
      this.#leaveOutFolder(
        path,
        "a link to a folder above the one that is imported; import that one to have what is in it",
      );
    else this.#links.push({ path, real });
  }
}

/** What a link leads to, and why that can't be told: it may be a folder of rollouts, whatever it is called. */
async function followLink(path: string): Promise<{ readonly isFolder: boolean; readonly fault: string | null }> {
  try {
    const stats = await readStats(path);
    return { isFolder: stats?.isDirectory() === true, fault: stats === null ? "a link that leads nowhere" : null };
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { isFolder: false, fault: explainFileError(error) };
  }
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

/** What there is at a path: what was asked for, where it is a file or can't be looked into, and what was found with it. */
interface Sources {
  readonly asked: ImportSource | null;
  readonly found: readonly Found[];
}

/** What was named, and can't be taken: that is its own fault, and stops nothing else. */
function refuseAsked(path: string, why: Error): Sources {
  // Nothing is called "": a variable that is not set was meant to name something.
  const isNamed = path !== "";
  return { asked: toUnreadable(isNamed ? inSlashes(resolve(path)) : "", isNamed ? path : '""', why), found: [] };
}

async function findSources(path: string): Promise<Sources> {
  if (path === "") return refuseAsked(path, new SourceError("an empty path, such as of a variable that is not set"));
  try {
    return await findAt(path);
  } catch (error) {
    if (!isFileError(error)) throw error;
    return refuseAsked(path, error);
  }
}

/** @throws errors of the disk about the path itself. */
async function findAt(path: string): Promise<Sources> {
  const root = resolve(path);
  const stats = await readStats(root);
  if (stats === null) return refuseAsked(path, new SourceError("there is no file or folder of that name"));
  if (stats.isDirectory()) {
    const real = await realpath(root);
    return { asked: null, found: await new FolderWalk({ path: root, real }).walk() };
  }
  if (!stats.isFile()) {
    const why = "a pipe, a socket or a device, and no file: write what comes from it to a file first";
    return refuseAsked(path, new SourceError(why));
  }
  // Whatever the file is: a collector that died on its first rollout leaves half a line, or nothing, and beside it what
  // it was going to do.
  const companions = await findCompanions(root);
  return { asked: toSource(root, basename(root), stats.size), found: companions.map((source) => ({ source })) };
}

/**
 * Finds out what there is to import at paths: files with their companions, and folders with all below them. What several
 * of them lead to is taken once, as the file that was named where it was. A path where nothing can be read is planned as
 * refused.
 *
 * @param step for all files that do not say it themselves; null to read it from their paths.
 * @throws the signal's reason.
 */
export async function planPaths(
  paths: readonly string[],
  step: number | null,
  signal?: AbortSignal,
): Promise<PlannedFile[]> {
  const all: Sources[] = [];
  for (const path of paths) all.push(await findSources(path));
  const named = new Set(all.flatMap(({ asked }) => (asked === null ? [] : [asked.path])));
  const seen = new Set<string>();
  const isNew = ({ path }: ImportSource) => !seen.has(path) && seen.add(path).has(path);
  const planned: PlannedFile[] = [];
  // Of what a shell made of a *, some is beside the point, as in a folder; what was named alone was meant.
  const isMeant = paths.length === 1;
  // One after the other: a folder may hold more files than a process may open.
  for (const { asked, found } of all) {
    if (asked !== null && isNew(asked)) planned.push(await planFile(asked, step, isMeant));
    for (const { source, leftOut } of found) {
      signal?.throwIfAborted();
      if (named.has(source.path) || !isNew(source)) continue;
      planned.push(leftOut === undefined ? await planFile(source, step, false) : leaveOut(source, leftOut));
    }
  }
  return planned;
}

/** When the newest of some files was last written to, epoch milliseconds; null where none can be asked. */
export async function findNewestChange(files: readonly PlannedFile[]): Promise<number | null> {
  let newest: number | null = null;
  for (const { source } of files) {
    const changed = (await stat(source.path).catch(() => null))?.mtimeMs;
    if (changed !== undefined && changed > (newest ?? 0)) newest = changed;
  }
  return newest;
}
