import type { Dirent, Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { ImportSource } from "@/lib/importers/import-source";
import { isReadableName, type PlannedFile, planFile } from "@/lib/importers/plan-import";
import { importers } from "@/lib/importers/registry";
import { toFileSource } from "@/lib/server/file-source";

function toSource(path: string, shown: string, size: number): ImportSource {
  return toFileSource(path, { path: path.split(sep).join("/"), shown, size });
}

async function walkFolder(root: string, folder: string): Promise<ImportSource[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: ImportSource[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await walkFolder(root, path)));
    else if (isReadableName(entry.name)) {
      const stats = await readFileStats(entry, path);
      if (stats !== null) found.push(toSource(path, relative(root, path).split(sep).join("/"), stats.size));
    }
  }
  return found;
}

/** Pipes, sockets and links to nowhere are no files of rollouts, and reading one may never end. */
async function readFileStats(entry: Dirent, path: string): Promise<Stats | null> {
  if (!entry.isFile() && !entry.isSymbolicLink()) return null;
  const stats = await readStats(path);
  return stats?.isFile() === true ? stats : null;
}

async function readStats(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw error;
  }
}

/** A file of rollouts takes with it what its collector wrote beside it. */
async function findCompanions(path: string): Promise<ImportSource[]> {
  const found: ImportSource[] = [];
  const inSlashes = path.split(sep).join("/");
  for (const name of new Set(importers.flatMap((importer) => importer.companionsOf(inSlashes)))) {
    const companion = join(dirname(path), name);
    const stats = await readStats(companion);
    if (stats?.isFile()) found.push(toSource(companion, name, stats.size));
  }
  return found;
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
 * @throws RangeError where nothing is there.
 */
export async function planPath(path: string, step: number | null): Promise<PlannedFile[]> {
  const root = resolve(path);
  const stats = await readStats(root);
  if (stats === null) throw new RangeError(`there is no file or folder ${path}`);
  if (stats.isDirectory()) return planFound(await walkFolder(root, root), step);
  const asked = await planFile(toSource(root, basename(root), stats.size), step, true);
  // A collector that died on its first rollout leaves an empty file, and beside it what it was going to do.
  const hasCompanions = asked.recognition.role === "rows" || asked.recognition.role === "empty";
  if (!hasCompanions) return [asked];
  return [asked, ...(await planFound(await findCompanions(root), step))];
}
