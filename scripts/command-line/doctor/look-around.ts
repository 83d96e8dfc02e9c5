/** Looks at what surrounds the data: the program, its settings, the folder, the disk, the port. */
import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { databaseFile } from "@/db/sqlite/connection";
import { readNetworkFilesystem } from "@/db/sqlite/filesystem";
import { ConfigError, readConfig } from "@/lib/server/config";
import { formatBytes, formatCount, formatNoun } from "@/lib/view/format";
import { isFitNode, wantedNode } from "@/scripts/setup/node-version.mjs";
import { type Finding, fail, ok, warn } from "./finding";

type Environment = Readonly<Record<string, string | undefined>>;

export function lookAtNode(version: string): Finding {
  if (isFitNode(version)) return ok("Node.js", version);
  return fail("Node.js", `${version} is too old`, `Install ${wantedNode}.`);
}

/** The settings as the server would read them. */
export function lookAtSettings(environment: Environment, root: string): Finding {
  try {
    readConfig(environment, root);
    return ok("Settings", "every one can be used");
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return fail(
      "Settings",
      error.message.replace(/\s*\n\s*/g, " "),
      "Correct it: the server does not start like this.",
    );
  }
}

export function lookAtFolder(folder: string): Finding {
  const name = "Data folder";
  if (!existsSync(folder)) return warn(name, `${folder} is not there`, "It is made when a server starts.");
  const network = readNetworkFilesystem(folder);
  if (network !== null) {
    const todo = "Choose a folder on a local disk with FALSEZERO_DATA; SQLite can lose data on this one.";
    return fail(name, `${folder} lies on a network filesystem (${network})`, todo);
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return fail(name, `${folder} can't be written by this user`, "Give this user the folder, or choose another one.");
  }
  const others = statSync(folder).mode & 0o007;
  const database = databaseFile(folder);
  const isOpen = others !== 0 && existsSync(database) && (statSync(database).mode & 0o004) !== 0;
  if (!isOpen) return ok(name, `${folder}, on a local disk`);
  const what = `every user of this machine can read ${folder}, with the secrets of webhooks in it`;
  return warn(name, what, `chmod 700 ${folder}`);
}

const roomBytes = 1_000_000_000;

export function lookAtDisk(folder: string, databaseBytes: number): Finding {
  const name = "Free disk";
  if (!existsSync(folder)) return ok(name, "not looked at: the folder is not there");
  const { bavail, bsize, blocks } = statfsSync(folder);
  const [free, total] = [bavail * bsize, blocks * bsize];
  const what = `${formatBytes(free)} of ${formatBytes(total)}`;
  const todo = "Make room, remove runs, or set rules of retention: a full disk refuses what is sent.";
  if (free < 50_000_000) return fail(name, `${what}: next to none`, todo);
  if (free < roomBytes || free < databaseBytes) {
    return warn(name, `${what}: less than a backup or a compaction needs`, todo);
  }
  return ok(name, what);
}

/** What is left of uploads, backups and restores. */
export function lookAtLeftovers(folder: string): Finding {
  const name = "Leftovers";
  if (!existsSync(folder)) return ok(name, "none");
  const database = basename(databaseFile(folder));
  const isLeft = (file: string) => ["replaced-", "restoring"].some((why) => file.startsWith(`${database}.${why}`));
  const kept = readdirSync(folder).filter(isLeft);
  const bytes = kept.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  if (kept.length > 0) {
    const what = `${formatNoun(kept.length, "database")} that a restore replaced, ${formatBytes(bytes)}: ${kept.join(", ")}`;
    return warn(name, what, "Remove them once the restored data is known to be right.");
  }
  const incoming = join(folder, "incoming");
  const uploads = existsSync(incoming) ? readdirSync(incoming).length : 0;
  return ok(
    name,
    uploads === 0 ? "none" : `${formatCount(uploads)} uploads are coming in; a start clears what was left`,
  );
}

/** Who answers at the server's address. */
export async function lookAtPort(url: string): Promise<Finding> {
  const name = "Server";
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(3_000) });
    const isOurs = (await response.text()).includes("schema");
    if (!isOurs) return warn(name, `something else answers at ${url}`, "Set PORT to another one before you start.");
    if (response.ok) return ok(name, `runs at ${url}`);
    return warn(
      name,
      `${url} answers ${response.status}: it is stopping, or its storage does not answer`,
      "Read its log.",
    );
  } catch {
    return ok(name, `none answers at ${url}`);
  }
}
