import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { z } from "zod";
import { parseJson } from "@/lib/client/answer";
import { makeFolder } from "@/lib/client/make-folder";
import { isFileError } from "@/lib/server/file-source";
import { isGone } from "./disk";

/** How far a file was read: everything before `offset` is acknowledged by the server. */
export const FileRecord = z.object({
  /** Below the folder, when it was first seen: what names its rows for good. */
  name: z.string(),
  /** Below the folder, where it is now. */
  path: z.string(),
  /** It was rotated away, and nothing that is there has its lines. */
  isGone: z.boolean().default(false),
  /** When it was first found nowhere, epoch ms; null while it is there. */
  goneSince: z.number().nullable().default(null),
  /** From 1; counts the files that had this name while the earlier ones live on under another. */
  ordinal: z.int().min(1),
  /** The disk's number for it. The disk itself has no number that outlives a restart of the machine. */
  inode: z.number(),
  /** As it was when it was read to its end. */
  size: z.number(),
  modifiedMs: z.number(),
  offset: z.int().min(0),
  lines: z.int().min(0),
  /** Of the bytes before `offset`. */
  digest: z.string(),
  /** Of what was known around the file. */
  context: z.string(),
  /** What the file was found to be: its part among those that belong together. */
  role: z.string(),
  stem: z.string(),
  step: z.number().nullable(),
});
export type FileRecord = z.infer<typeof FileRecord>;

const State = z.object({ version: z.literal(2), files: z.array(FileRecord) });

/** The user's folder for state that outlives programs. */
function stateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const told = environment["XDG_STATE_HOME"];
  const base = told !== undefined && isAbsolute(told) ? told : join(homedir(), ".local", "state");
  return join(base, "falsezero", "watch");
}

/** Where the place reached is kept of one folder that is followed into one run on one server. */
export function statePath(
  folder: string,
  run: string,
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const key = createHash("sha256")
    .update(JSON.stringify([folder, run, url]))
    .digest("hex");
  return join(stateFolder(environment), `${key.slice(0, 32)}.json`);
}

/** What was kept. */
interface LoadedState {
  /** None where there is nothing, or nothing that can be read: then everything is read again. */
  readonly files: readonly FileRecord[];
  /** Why what is there can't be read; null where it was, or nothing is there. */
  readonly fault: string | null;
}

/** Reads how far files were read. */
export async function loadState(path: string): Promise<LoadedState> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (!isFileError(error)) throw error;
    return { files: [], fault: isGone(error) ? null : error.message };
  }
  const parsed = State.safeParse(parseJson(text));
  return parsed.success
    ? { files: parsed.data.files, fault: null }
    : { files: [], fault: "it is not as this version writes it" };
}

const forgottenMs = 30 * 24 * 3_600_000;

/**
 * Files but those that have been gone for long: of a trainer that removes its old files there are ever more. Where several
 * had one name all stay, since they tell how the rows of the next one are named.
 */
function withoutForgotten(files: readonly FileRecord[], now: number): readonly FileRecord[] {
  const bearers = new Map<string, number>();
  for (const { name } of files) bearers.set(name, (bearers.get(name) ?? 0) + 1);
  return files.filter(({ name, ordinal, goneSince }) => {
    return goneSince === null || now - goneSince < forgottenMs || ordinal > 1 || bearers.get(name) !== 1;
  });
}

/** Written beside and renamed, so that a reader finds the former one or this one. */
export async function saveState(path: string, files: readonly FileRecord[]): Promise<void> {
  await makeFolder(dirname(path), 0o700);
  const beside = `${path}.${process.pid}`;
  await writeFile(beside, JSON.stringify({ version: 2, files: withoutForgotten(files, Date.now()) }), { mode: 0o600 });
  await rename(beside, path);
}
