import { closeSync, fdatasync, fdatasyncSync, openSync, realpathSync } from "node:fs";
import { promisify } from "node:util";

const datasync = promisify(fdatasync);

/** A disk that took less than this, ms, is waited for on the spot: another thread would hear of it later than it ends. */
const quickMs = 1;

/**
 * While the disk is slow, one sync in so many is waited for on the spot all the same: of the others a busy thread hears
 * late, and would never learn that the disk is quick again.
 */
const tryEvery = 50;

/**
 * Brings the write-ahead log to the disk: beside the thread that commits, unless the disk is quick. SQLite would do it
 * inside each commit (`synchronous=FULL`), and the next rows would wait for the disk instead of being written meanwhile.
 * It is kept under `NORMAL`, where a commit is in the log and the log is synced before a checkpoint, so that nothing else
 * changes: after a power cut the log is read up to the last whole commit
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export class LogSync {
  /** The log stays as long as the connection that writes it. */
  readonly #log: number;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** How long the disk took last, ms. */
  #tookMs = 0;
  /** Syncs beside the thread since the last on the spot. */
  #beside = 0;

  /**
   * @param file the database's, which a connection has read; its log stands beside it, or beside what it is a link to.
   * @throws where there is no log.
   */
  constructor(file: string) {
    this.#log = openSync(`${realpathSync(file)}-wal`, "r+");
  }

  /** Resolves when all that was committed before the call is on the disk. Those who ask meanwhile share the next one. */
  sync(): Promise<void> {
    if (this.#next !== null) return this.#next;
    if (this.#running === null) return this.#start();
    const startNext = () => {
      this.#next = null;
      return this.#start();
    };
    this.#next = this.#running.then(startNext, startNext);
    return this.#next;
  }

  /** Whether the disk is known to be quick, and therefore waited for on the spot. */
  get isQuick(): boolean {
    return this.#tookMs < quickMs;
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => undefined);
    closeSync(this.#log);
  }

  #start(): Promise<void> {
    this.#running = this.#sync().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sync(): Promise<void> {
    const isHere = this.isQuick || this.#beside + 1 >= tryEvery;
    this.#beside = isHere ? 0 : this.#beside + 1;
    const startedAt = performance.now();
    try {
      if (isHere) fdatasyncSync(this.#log);
      else await datasync(this.#log);
    } finally {
      this.#tookMs = performance.now() - startedAt;
    }
  }
}
