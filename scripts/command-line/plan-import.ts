import type { Dirent, Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Recognition } from "@/lib/importers/importer";
import { importers, recogniseFile } from "@/lib/importers/registry";
import { readStepOfPath } from "@/lib/importers/step-of-path";
import { readSample } from "./read-sample";
import type { Refusals } from "./refusals";

/** A file, and what is going to be done with it. */
export interface PlannedFile {
  readonly path: string;
  /** As it is called in reports: relative to what was asked for. */
  readonly shown: string;
  /** As it is called in the ids of its rows: the same wherever the import is started from. */
  readonly sourceName: string;
  readonly bytes: number;
  readonly step: number | null;
  readonly producer: string | null;
  /** What the files that belong together share. */
  readonly stem: string;
  readonly recognition: Recognition | { readonly role: "empty"; readonly kind: "empty" };
  /** Lines that could not be read while finding out what the file is; complete where nothing was recognised. */
  readonly refusals: Refusals;
}

interface Found {
  readonly path: string;
  readonly shown: string;
}

/** Hidden files, and those that a writer has not finished. */
const ignored = /^[.]|[.]part-|[.]partial$/;
const readable = /[.](?:jsonl|ndjson|json)$/;

async function walkFolder(root: string, folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found: Found[] = [];
  for (const entry of entries) {
    if (ignored.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await walkFolder(root, path)));
    else if (readable.test(entry.name) && (await isReadableFile(entry, path)))
      found.push({ path, shown: relative(root, path).split(sep).join("/") });
  }
  return found;
}

/** Pipes, sockets and links to nowhere are no files of rollouts, and reading one may never end. */
async function isReadableFile(entry: Dirent, path: string): Promise<boolean> {
  if (entry.isFile()) return true;
  return entry.isSymbolicLink() && ((await readStats(path))?.isFile() ?? false);
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
async function findCompanions(path: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const name of new Set(importers.flatMap((importer) => importer.companionsOf(basename(path))))) {
    const companion = join(dirname(path), name);
    if ((await readStats(companion))?.isFile()) found.push({ path: companion, shown: name });
  }
  return found;
}

function settle(recognition: Recognition, isAskedFor: boolean): Recognition {
  // A folder holds other things too; only what was asked for by name, or holds rows, must be ours.
  if (recognition.role !== "refused" || isAskedFor) return recognition;
  return { role: "unneeded", kind: "other", reason: `no file of a producer that is known: ${recognition.saw}` };
}

async function planFile(found: Found, step: number | null, isAskedFor: boolean): Promise<PlannedFile> {
  const { path, shown } = found;
  const bytes = (await stat(path)).size;
  const { sample, refusals, isEmpty } = await readSample(path, bytes);
  const { importer, recognition } = recogniseFile(sample);
  const inPath = readStepOfPath(path);
  const stem = "kind" in recognition ? importer?.stemOf(sample.name, recognition.kind) : undefined;
  const mustBeOurs = isAskedFor || !path.endsWith(".json");
  return {
    path,
    shown,
    sourceName: step === null && inPath.below !== null ? inPath.below : shown,
    bytes,
    step: step ?? inPath.step,
    producer: importer?.producer ?? null,
    stem: join(dirname(path), stem ?? sample.name),
    recognition: isEmpty ? { role: "empty", kind: "empty" } : settle(recognition, mustBeOurs),
    refusals,
  };
}

/** One after the other: a folder may hold more files than a process may open. */
async function planFiles(found: readonly Found[], step: number | null): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  for (const file of found) planned.push(await planFile(file, step, false));
  return planned;
}

/**
 * Finds out what there is to import at a path: a file with its companions, or a folder with all below it.
 *
 * @param step for all files; null to read it from their paths.
 * @throws RangeError where nothing is there.
 */
export async function planImport(path: string, step: number | null): Promise<PlannedFile[]> {
  const root = resolve(path);
  const stats = await readStats(root);
  if (stats === null) throw new RangeError(`there is no file or folder ${path}`);
  if (stats.isDirectory()) {
    return planFiles(await walkFolder(root, root), step);
  }
  const asked = await planFile({ path: root, shown: basename(root) }, step, true);
  if (asked.recognition.role !== "rows") return [asked];
  return [asked, ...(await planFiles(await findCompanions(root), step))];
}
