import { type FileHandle, open } from "node:fs/promises";

/**
 * Brings the write-ahead log to the disk, beside the thread that commits. SQLite would do it inside each commit
 * (`synchronous=FULL`), and the next rows would wait for the disk instead of being written meanwhile. It is kept under
 * `NORMAL`, where a commit is in the log and the log is synced before a checkpoint, so that nothing else changes: after a
 * power cut the log is read up to the last whole commit (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export class LogSync {
  readonly #file: string;
  #log: Promise<FileHandle> | null = null;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  /** @param file the database's; its log stands beside it. */
  constructor(file: string) {
    this.#file = `${file}-wal`;
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

  async close(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => undefined);
    const log = this.#log;
    this.#log = null;
    await (await log?.catch(() => null))?.close();
  }

  #start(): Promise<void> {
    const running = this.#run().finally(() => {
      this.#running = null;
    });
    this.#running = running;
    return running;
  }

  async #run(): Promise<void> {
    // The log stays as long as the connection that writes it.
    this.#log ??= open(this.#file, "r+");
    await (await this.#log).datasync();
  }
}
