import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "./context";

export interface Health {
  readonly status: "ok" | "unavailable";
  readonly live: boolean;
  readonly ready: boolean;
  readonly version: string;
  readonly node: string;
  readonly storage: {
    readonly engine: string;
    readonly schema_version: number;
    readonly database_bytes: number;
    readonly wal_bytes: number;
    readonly runs: number;
    readonly rollouts: number;
    readonly dirty_steps: number;
  } | null;
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8"));
  return manifest !== null && typeof manifest === "object" && "version" in manifest ? String(manifest.version) : "";
}

/** Whether the server lives and its storage answers. Names no path, no setting and no secret. */
export async function readHealth(context: Context): Promise<Health> {
  const about = { live: true, version: readVersion(), node: process.version };
  try {
    const storage = await context.store.reader.readStorage();
    return {
      status: "ok",
      ready: !context.stopping.aborted,
      ...about,
      storage: {
        engine: storage.engine,
        schema_version: storage.schemaVersion,
        database_bytes: storage.databaseBytes,
        wal_bytes: storage.walBytes,
        runs: storage.runs,
        rollouts: storage.rollouts,
        dirty_steps: storage.dirtySteps,
      },
    };
  } catch (error) {
    context.log.error({ err: error }, "the storage does not answer");
    return { status: "unavailable", ready: false, ...about, storage: null };
  }
}
