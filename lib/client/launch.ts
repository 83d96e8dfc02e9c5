import { createHash, randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { isMainThread } from "node:worker_threads";

/** Settings of the process, as its caller passes them in: `process.env`. */
export type RunEnvironment = Record<string, string | undefined>;

const rankNames = ["RANK", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "LOCAL_RANK"];

/** Whether somebody else leads this launch: the main thread, a cluster's primary, or the process of rank 0. */
export function isWorker(env: RunEnvironment): boolean {
  if (!isMainThread || env["NODE_UNIQUE_ID"] !== undefined) return true;
  const rank = rankNames.map((name) => env[name]).find((value) => value !== undefined && /^\d+$/.test(value));
  return rank !== undefined && Number(rank) > 0;
}

export interface Launch {
  readonly segment: string | null;
  /** When it started, epoch ms, where this process leads it; null in a worker. */
  readonly startedAt: number | null;
}

/** When this process began to lead a launch of that name, epoch ms. */
const led = new Map<string, number>();

/**
 * The launch that rows belong to: told, else FALSEZERO_SEGMENT, which children inherit, else made here and left in the
 * environment for them. Without an environment, or in a worker, none is made: rows then join the newest.
 */
export function findLaunch(told: string | undefined, env: RunEnvironment | undefined, worker: boolean): Launch {
  const known = told ?? (env?.["FALSEZERO_SEGMENT"] || undefined);
  if (told !== undefined && env !== undefined) env["FALSEZERO_SEGMENT"] ??= told;
  if (worker) return { segment: known ?? null, startedAt: null };
  const now = Date.now();
  if (known === undefined && env === undefined) return { segment: null, startedAt: null };
  const segment = known ?? `${new Date(now).toISOString().slice(0, 19)}Z-${randomBytes(2).toString("hex")}`;
  if (known === undefined && env !== undefined) env["FALSEZERO_SEGMENT"] = segment;
  // Told of every launch: what a crashed one left is heard of after the one that resumed it, and is the older all the same.
  const startedAt = led.get(segment) ?? now;
  led.set(segment, startedAt);
  return { segment, startedAt };
}

/** The folder of what is not acknowledged by one server: told, else FALSEZERO_SPOOL, else in the user's cache. */
export function findSpoolFolder(told: string | undefined, env: RunEnvironment | undefined, url: string): string {
  const cache = env?.["XDG_CACHE_HOME"];
  const usual = join(
    cache !== undefined && isAbsolute(cache) ? cache : join(homedir(), ".cache"),
    "falsezero",
    "spool",
  );
  const base = told ?? (env?.["FALSEZERO_SPOOL"] || usual);
  return join(base, createHash("sha1").update(url).digest("hex").slice(0, 12), "node");
}
