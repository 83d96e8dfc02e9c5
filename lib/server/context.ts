import "server-only";
import { join } from "node:path";
import { pino } from "pino";
import { openSqliteStore } from "@/db/sqlite/open";
import type { Store } from "@/db/store";
import type { Config } from "./config";
import { Intake } from "./intake";
import { NewsHub } from "./news-hub";
import { readVersion } from "./read-version";

export interface Context {
  readonly config: Config;
  /** Of the program, as it was when this process started. */
  readonly version: string;
  readonly store: Store;
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
export function openContext(config: Config, root: string): Context & { endStreams(): void; close(): Promise<void> } {
  const log = pino({ level: config.logLevel, base: null });
  const news = new NewsHub();
  const stopping = new AbortController();
  const store = openSqliteStore({
    folder: config.dataFolder,
    migrations: join(root, "db", "migrations"),
    workerFile: join(root, "dist", "read.worker.mjs"),
    onCommit: () => news.announce(),
  });
  const context = {
    config,
    version: readVersion(root),
    store,
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
