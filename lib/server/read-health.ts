import type { WireHealth } from "@/lib/wire/answers";
import type { Context } from "./context";

/** Whether the server lives and its storage answers. Names no path, no setting and no secret. */
export async function readHealth(context: Context): Promise<WireHealth> {
  const about = { live: true, version: context.version, node: process.version };
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
