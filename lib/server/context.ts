import "server-only";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { databaseFile } from "@/db/sqlite/connection";
import { openThreadedStore } from "@/db/sqlite/open";
import type { Store } from "@/db/store";
import type { Config } from "./config";
import { Intake } from "./intake";
import type { IngestRequest, IngestRules } from "./judge-rollouts";
import { NewsHub } from "./news-hub";
import { readVersion } from "./read-version";

/** From this many bytes on a body is judged in a thread of its own; handing fewer rows over costs more than it saves. */
const largeBody = 64 * 1024;
/** Threads for that: the writer is faster than one, and slower than two. */
const judges = Math.min(2, availableParallelism());

/** What the threads that judge and write are started with. */
export interface WriterData {
  readonly store: {
    readonly folder: string;
    readonly migrations: string;
    readonly workerFile: string;
    readonly checkpointFile: string;
  };
  readonly rules: IngestRules;
  readonly logLevel: Config["logLevel"];
}

export interface Context {
  readonly config: Config;
  /** Of the program, as it was when this process started. */
  readonly version: string;
  readonly store: Store;
  /** The store's file, for a thread that reads it by itself. */
  readonly database: string;
  /** Takes rollouts in: `receiveRollouts`, in the threads that judge and write. */
  readonly ingest: (request: IngestRequest) => Promise<string>;
  /** The project's folder. */
  readonly root: string;
  readonly news: NewsHub;
  readonly intake: Intake;
  readonly log: pino.Logger;
  /** Where links of notices lead: FALSEZERO_PUBLIC_URL, else where the server listens, once it does. */
  readonly address: { origin: string };
  /** Aborts when the server stops: live streams end by it. */
  readonly stopping: AbortSignal;
}

declare global {
  // Route handlers, pages and the server's entry hold different instances of this module in one process.
  var falsezeroContext: Context | undefined;
}

/**
 * Opens the store and makes it known to every bundle of this process. Called once, by the entry point.
 *
 * @param root the project's folder, where its manifest, migrations and built workers lie.
 * @throws StoreError where the data can't be used.
 */
export async function openContext(
  config: Config,
  root: string,
): Promise<Context & { endStreams(): void; close(): Promise<void> }> {
  const log = pino({ level: config.logLevel, base: null });
  const news = new NewsHub();
  const stopping = new AbortController();
  const where = {
    folder: config.dataFolder,
    migrations: join(root, "db", "migrations"),
    workerFile: join(root, "dist", "read.worker.mjs"),
    checkpointFile: join(root, "dist", "checkpoint.worker.mjs"),
  };
  const writerData: WriterData = {
    store: where,
    rules: { limits: config.limits, payloads: config.payloads },
    logLevel: config.logLevel,
  };
  const store = await openThreadedStore({
    ...where,
    writerFile: join(root, "dist", "write.worker.mjs"),
    judgeFile: join(root, "dist", "judge.worker.mjs"),
    judges,
    writerData: { ...writerData },
    onCommit: () => news.announce(),
    onWriterLost: (error) => {
      log.fatal(
        { err: error },
        "the thread that writes ended; the server stops, and loses nothing that it acknowledged",
      );
      process.exit(1);
    },
  });
  const context = {
    config,
    version: readVersion(root),
    store,
    database: databaseFile(config.dataFolder),
    ingest: async (request: IngestRequest) => {
      const { length } = request.body;
      const asked = length < largeBody ? store.ask("ingest", [request]) : store.askJudge("ingest", [request], length);
      return String(await asked);
    },
    root,
    news,
    intake: new Intake(),
    log,
    address: { origin: config.publicUrl ?? `http://${config.host}:${config.port}` },
    stopping: stopping.signal,
  };
  globalThis.falsezeroContext = context;
  return {
    ...context,
    endStreams: () => stopping.abort(),
    async close() {
      stopping.abort();
      globalThis.falsezeroContext = undefined;
      await store.close();
    },
  };
}

/** @throws Error where no server was started: pages and routes run inside one. */
export function getContext(): Context {
  const context = globalThis.falsezeroContext;
  if (context === undefined) throw new Error("no store is open: start the server with npm start");
  return context;
}
