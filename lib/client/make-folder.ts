import { mkdirSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** @throws what is thrown, unless a folder is there already. */
function takeMade(folder: string, error: unknown): void {
  const isThere = codeOf(error) === "EEXIST" && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isThere) throw error;
}

/** Whether the folder above is to be made first. */
function lacksParent(folder: string, error: unknown): boolean {
  return codeOf(error) === "ENOENT" && dirname(folder) !== folder;
}

/**
 * Makes a folder, and those above it that are not there. Node's own recursive mkdir never ends where the system says of
 * a folder that is there that it is not, as it does below /proc.
 *
 * @throws Error of the file system.
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (!lacksParent(folder, error)) return takeMade(folder, error);
    await makeFolder(dirname(folder), mode);
    await mkdir(folder, { mode }).catch((second: unknown) => takeMade(folder, second));
  }
}

/** The same, at once. */
export function makeFolderSync(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!lacksParent(folder, error)) {
      takeMade(folder, error);
      return;
    }
    makeFolderSync(dirname(folder), mode);
    try {
      mkdirSync(folder, { mode });
    } catch (second) {
      takeMade(folder, second);
    }
  }
}
