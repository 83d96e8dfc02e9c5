import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { readMigrations } from "@/db/sqlite/migrate";
import { hasStagedCopy, putBackReplaced, putCopyInPlace, type RestoreReport } from "@/db/sqlite/restore";
import { Problem } from "@/lib/core/errors";
import type { Config } from "@/lib/server/config";
import { openContext } from "@/lib/server/context";
import { clearSpool } from "@/lib/server/spool-upload";
import { startAlerts } from "./alerts";
import { startChores } from "./chores";
import { handleRequest, type NextHandler } from "./handle-request";
import { RequestsUnderWay } from "./under-way";

/** Longest time that requests under way get to end. */
export const stopMs = 10_000;

/** Requests that take too long are looked for this often. */
const lookMs = 30_000;

/** A store that is open, and what works on it. */
async function open(config: Config, root: string) {
  const context = await openContext(config, root);
  const chores = startChores(context);
  /** What begins by itself begins no more; what is under way has its store until `close`. */
  const endStreams = () => {
    chores.stop();
    context.endStreams();
  };
  try {
    const alerts = await startAlerts(context);
    return {
      context,
      endStreams,
      async close() {
        endStreams();
        await alerts.stop();
        await context.close();
      },
    };
  } catch (error) {
    endStreams();
    await context.close();
    throw error;
  }
}

/**
 * What answers requests: one store after the other. While a copy is put in the place of the database, requests wait for
 * what comes after, and are answered by it.
 */
export class Serving {
  readonly #config: Config;
  readonly #root: string;
  #running: Awaited<ReturnType<typeof open>>;
  readonly #underWay = new RequestsUnderWay();
  #exchange: Promise<void> | null = null;

  private constructor(config: Config, root: string, running: Awaited<ReturnType<typeof open>>) {
    this.#config = config;
    this.#root = root;
    this.#running = running;
    setInterval(() => this.#underWay.endSlow(performance.now()), lookMs).unref();
  }

  /** @throws StoreError where the data can't be used. */
  static async start(config: Config, root: string): Promise<Serving> {
    const running = await open(config, root);
    // The folder is ours from here on: what lies there was left by a server that is no more.
    await clearSpool(config.dataFolder);
    return new Serving(config, root, running);
  }

  get context() {
    return this.#running.context;
  }

  async take(toNext: NextHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
    while (this.#exchange !== null) await this.#exchange;
    // Who left while it waited is answered no more.
    if (response.closed) return;
    this.#underWay.add(request, response);
    const restore = (key: string) => this.#restore(key, response);
    await handleRequest({ context: this.context, toNext, restore }, request, response);
  }

  endStreams(): void {
    this.#running.endStreams();
  }

  async close(): Promise<void> {
    while (this.#exchange !== null) await this.#exchange;
    await this.#running.close();
  }

  /** Waits for the others to be answered; who takes too long is cut off, and sends again. */
  async #drain(own: ServerResponse): Promise<void> {
    const others = this.#underWay.listResponses().filter((response) => response !== own);
    const answered = others.map(
      (response) => new Promise<void>((resolve) => (response.closed ? resolve() : response.once("close", resolve))),
    );
    const late = setTimeout(() => {
      for (const response of others) response.destroy();
    }, stopMs);
    await Promise.all(answered);
    clearTimeout(late);
  }

  async #restore(key: string, own: ServerResponse): Promise<RestoreReport> {
    const folder = this.#config.dataFolder;
    if (this.#exchange !== null) {
      throw new Problem(
        "conflict",
        "Another copy is being put in the place of the data. Nothing was changed; try again.",
      );
    }
    if (!hasStagedCopy(folder, key)) {
      const words =
        "No such copy waits in this server's data folder. Nothing was changed; `falsezero restore` puts one there.";
      throw new Problem("not_found", words, { path: "copy" });
    }
    let end = () => {};
    this.#exchange = new Promise((resolve) => {
      end = resolve;
    });
    try {
      return await this.#exchangeStores(folder, key, own);
    } finally {
      this.#exchange = null;
      end();
    }
  }

  /** One store is closed, the copy put in its place, and the next one opened; where that fails, the one before is back. */
  async #exchangeStores(folder: string, key: string, own: ServerResponse): Promise<RestoreReport> {
    const { address, log } = this.context;
    const newest = readMigrations(join(this.#root, "db", "migrations")).length;
    this.#running.endStreams();
    await this.#drain(own);
    let report: RestoreReport | null = null;
    try {
      await this.#running.close();
      report = putCopyInPlace(folder, key, new Date(), newest);
      await this.#open(address.origin);
      log.warn(report.revision, "a copy was put in the place of the data; what was there is kept beside it");
      return report;
    } catch (error) {
      log.error({ err: error }, "a copy could not be put in the place of the data");
      try {
        if (report !== null && report.replaced !== null) putBackReplaced(folder, report.replaced);
        await this.#open(address.origin);
      } catch (fault) {
        log.fatal({ err: fault }, "the data that was there can't be opened again; the server stops");
        process.exit(1);
      }
      const words = "The copy can't be used; the server's log says why. The data that was there is in its place again.";
      throw new Problem("unavailable", words, { cause: error });
    }
  }

  async #open(origin: string): Promise<void> {
    this.#running = await open(this.#config, this.#root);
    this.context.address.origin = origin;
  }
}
