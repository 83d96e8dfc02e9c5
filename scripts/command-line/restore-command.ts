import { resolve } from "node:path";
import { StoreError } from "@/db/sqlite/migrate";
import { dropStagedCopy, isFolderFree, putCopyInPlace, stageCopy } from "@/db/sqlite/restore";
import { FalsezeroClient } from "@/lib/client/client";
import { RequestError, UnreachableError } from "@/lib/client/client-error";
import { formatRevision } from "@/lib/core/frame";
import { formatCount, formatNoun } from "@/lib/view/format";
import type { DataFolder } from "./data-folder";
import { showCopying } from "./progress";
import { exitCodes } from "./server-address";

/** The running server exchanges its database. @throws StoreError where none does so. */
async function askServer(folder: string, url: string, token: string | undefined, key: string) {
  try {
    return await new FalsezeroClient({ url, token }).postRestore(key);
  } catch (error) {
    if (error instanceof UnreachableError) {
      throw new StoreError(
        `A program holds ${folder}, and no server answers at ${url}. Nothing was changed; ` +
          "name the server with --url or FALSEZERO_URL, or stop what holds the folder",
        { cause: error },
      );
    }
    if (!(error instanceof RequestError)) throw error;
    const why =
      error.code === "not_found"
        ? `the server at ${url} keeps its data elsewhere than ${folder}, which another program holds. Nothing was changed`
        : error.message;
    throw new StoreError(why, { cause: error });
  }
}

/** Puts a copy in the place of the data, by the server where one runs. @returns the exit code. @throws StoreError */
export async function restoreData(
  file: string,
  { json, url }: { readonly json: boolean; readonly url: string },
  { folder, newest }: DataFolder,
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<number> {
  const progress = showCopying(json, print);
  const options = { newest, onProgress: progress.set };
  const { key, runs, rollouts } = await stageCopy(folder, resolve(file), new Date(), options).finally(progress.stop);
  try {
    const isFree = isFolderFree(folder);
    const { revision, replaced } = isFree
      ? putHere(folder, key, newest)
      : await askServer(folder, url, environment["FALSEZERO_TOKEN"], key);
    if (json) print(JSON.stringify({ folder, runs, rollouts, revision, replaced }));
    else {
      print(`${folder} now holds ${formatNoun(runs, "run")} and ${formatCount(rollouts)} rollouts, as the copy does.`);
      if (replaced !== null) print(`What was there is kept in it as ${replaced}; remove it when you are sure.`);
      print(
        isFree
          ? "Start the server: pages that are open read everything again."
          : "The server answers from it: pages that are open read everything again.",
      );
    }
    return exitCodes.done;
  } finally {
    dropStagedCopy(folder, key);
  }
}

function putHere(folder: string, key: string, newest: number) {
  const report = putCopyInPlace(folder, key, new Date(), newest);
  return { ...report, revision: formatRevision(report.revision) };
}
