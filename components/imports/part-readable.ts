import { type ImportedFile, unread } from "@/lib/core/imported-file";
import type { ChosenFile } from "./gather-files";

/** How many files are tried at a time: each costs the browser a look at the disk. */
const atOnce = 64;

interface PartedFiles {
  readonly readable: readonly { readonly path: string; readonly file: File }[];
  /** Moved, removed or changed since they were chosen, or another user's. One of them ends a whole request. */
  readonly unreadable: readonly string[];
}

async function isReadable(file: File): Promise<boolean> {
  try {
    // Chromium gives a file that is gone no size, and no error for a part of it.
    await (file.size === 0 ? file : file.slice(0, 1)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Tells files that the browser can read now from those that it can't. */
export async function partReadable(files: readonly ChosenFile[]): Promise<PartedFiles> {
  const readable: { path: string; file: File }[] = [];
  const unreadable: string[] = [];
  for (let at = 0; at < files.length; at += atOnce) {
    const tried = files.slice(at, at + atOnce).map(async ({ path, file }) => {
      return { path, file: file !== null && (await isReadable(file)) ? file : null };
    });
    for (const { path, file } of await Promise.all(tried)) {
      if (file === null) unreadable.push(path);
      else readable.push({ path, file });
    }
  }
  return { readable, unreadable };
}

/** What became of a file that was not sent, in the same shape as of those that were. */
export function refuseUnreadable(path: string): ImportedFile {
  const refusal = "the browser can't read it: it was moved, removed or changed since, or you may not read it";
  return { ...unread, file: path, refusal, finished: true };
}
