import { Worker } from "node:worker_threads";
import type Database from "better-sqlite3";
import { passCheckpoint } from "./checkpoint-pass";
import { checkpointPages } from "./connection";

/** Pages of 8 kB: about 16 MB to a pass, and 64 MB to a new beginning. */
const usualLimits: CheckpointLimits = { passPages: 2_000, restartPages: checkpointPages };
/** What a commit writes beside the pages that it adds. */
const pagesPerCommit = 20;
/** From here on the writer does a checkpoint of its own with each commit: the estimate above may fall short. */
const mostPages = 3 * checkpointPages;

interface CheckpointLimits {
  /** Pages that commits are taken to have left in the WAL before the other thread is asked. */
  readonly passPages: number;
  /** Pages that the WAL holds before it is made to begin anew. */
  readonly restartPages: number;
}

/**
 * Checkpoints from a thread of its own: with 64 MB in the WAL, one takes most of a second, and in the thread that
 * commits every sender would wait for it. A pass there never sees the end of a WAL that grows meanwhile, so that the
 * writer does the little that is left itself, after which the WAL begins anew (https://sqlite.org/wal.html).
 */
export class Checkpointer {
  readonly #db: Database.Database;
  readonly #worker: Worker;
  readonly #limits: CheckpointLimits;
  readonly #pageCount: Database.Statement<[], number>;
  #isPassing = false;
  #pagesBefore: number;
  #commits = 0;
  readonly #gone: Promise<unknown>;
  #isClosing = false;

  constructor(db: Database.Database, file: string, workerFile: string | URL, limits = usualLimits) {
    this.#db = db;
    this.#limits = limits;
    this.#pageCount = db.prepare<[], number>("PRAGMA page_count").pluck();
    this.#pagesBefore = this.#pageCount.get() ?? 0;
    db.pragma(`wal_autocheckpoint = ${mostPages}`);
    this.#worker = new Worker(workerFile, { workerData: { file } });
    this.#gone = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.on("message", (pages: number | null) => this.#finish(pages));
    // Without that thread the writer does it, as it would anyway.
    this.#worker.on("error", () => this.#giveUp());
  }

  /** After each commit, outside of any transaction. */
  noteCommit(): void {
    this.#commits++;
    if (this.#isPassing) return;
    const pages = this.#pageCount.get() ?? 0;
    if (pages - this.#pagesBefore + this.#commits * pagesPerCommit < this.#limits.passPages) return;
    this.#isPassing = true;
    this.#pagesBefore = pages;
    this.#commits = 0;
    this.#worker.postMessage(false);
  }

  async close(): Promise<void> {
    if (!this.#isClosing) this.#worker.postMessage(true);
    this.#isClosing = true;
    await this.#gone;
  }

  #finish(pages: number | null): void {
    this.#isPassing = false;
    if (pages !== null && pages >= this.#limits.restartPages && this.#db.open) passCheckpoint(this.#db);
  }

  #giveUp(): void {
    this.#isClosing = true;
    if (this.#db.open) this.#db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  }
}
