import type Database from "better-sqlite3";
import { Problem } from "@/lib/core/errors";

interface Job {
  /** Whether it does the same when it is run again after it was undone. */
  readonly isRepeatable: boolean;
  run(): void;
  settle(): void;
  fail(error: unknown): void;
}

export interface CommitHooks {
  /** Work of a flush outside the transaction; what waits meanwhile is part of the next one. */
  prepare(): Promise<void>;
  /** Before each commit, inside the transaction. */
  beforeCommit(): void;
  /** A job, or the whole commit, was rolled back: drop what was remembered of it. */
  afterRollback(isWhole: boolean): void;
  /** After each commit, before anybody is told of it. */
  afterCommit(): void;
  /** Resolves when what was committed so far is on the disk. */
  sync(): Promise<void>;
  /** Whether a sync takes so little that more commits cost less than waiting for each other. */
  isDiskQuick(): boolean;
  /** A commit is on the disk, and those who wrote it were told: for whoever waits for news. */
  afterSync(): void;
}

/** Jobs of one commit while the disk is quick: their senders are answered, and send again, while the next is written. */
const mostJobs = 32;

/** Commits at once that are not on the disk yet: one that is being synced, and the next, which is written meanwhile. */
const mostUnsynced = 2;

/**
 * Every write goes through here. What waits shares one transaction and one sync to the disk, so that full durability
 * costs little; each job is whole or did not happen, and its promise settles only when its commit is on the disk. A job
 * has a savepoint of its own; repeatable ones that follow each other have one together, and are run again one by one
 * where one of them fails.
 */
export class CommitQueue {
  readonly #db: Database.Database;
  readonly #hooks: CommitHooks;
  #waiting: Job[] = [];
  #flushing: Promise<void> | null = null;
  #closed = false;
  /** Commits that are not on the disk yet, oldest first. */
  readonly #unsynced: Promise<void>[] = [];
  /** The disk failed to keep a commit: what it holds is not known, and nothing more is taken. */
  #lost: Problem | null = null;
  readonly #begin: Database.Statement;
  readonly #end: Database.Statement;
  readonly #savepoint: Database.Statement;
  readonly #release: Database.Statement;

  constructor(db: Database.Database, hooks: CommitHooks) {
    this.#db = db;
    this.#hooks = hooks;
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#end = db.prepare("COMMIT");
    this.#savepoint = db.prepare("SAVEPOINT job");
    this.#release = db.prepare("RELEASE job");
  }

  /** @throws Problem `unavailable` after close, or where the disk takes nothing. */
  submit<Result>(run: () => Result, { isRepeatable = false } = {}): Promise<Result> {
    if (this.#closed) {
      return Promise.reject(
        new Problem("unavailable", "The server is stopping; nothing of this request was stored. Send it again.", {
          retryAfter: 5,
        }),
      );
    }
    if (this.#lost !== null) return Promise.reject(this.#lost);
    return new Promise<Result>((resolve, reject) => {
      let result: { readonly value: Result } | null = null;
      this.#waiting.push({
        isRepeatable,
        run: () => {
          result = { value: run() };
        },
        settle: () => {
          if (result !== null) resolve(result.value);
        },
        fail: reject,
      });
      this.#flushing ??= this.#flush();
    });
  }

  /** Commits what waits and takes no more. */
  async close(): Promise<void> {
    this.#closed = true;
    while (this.#flushing !== null) await this.#flushing;
    await Promise.all(this.#unsynced);
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      while (this.#unsynced.length >= mostUnsynced) await this.#unsynced[0];
      // Requests that arrived together share a commit.
      await new Promise((resolve) => setImmediate(resolve));
      const jobs = this.#waiting.splice(0, this.#hooks.isDiskQuick() ? mostJobs : this.#waiting.length);
      try {
        if (this.#lost !== null) throw this.#lost;
        await this.#hooks.prepare();
        const committed = this.#commit(jobs);
        this.#unsynced.push(this.#settle(committed));
      } catch (error) {
        for (const job of jobs) job.fail(error);
      }
    }
    this.#flushing = null;
  }

  /** Tells those whose jobs were committed, once they are on the disk. */
  async #settle(committed: readonly Job[]): Promise<void> {
    try {
      await this.#hooks.sync();
    } catch (error) {
      this.#lost ??= toLostProblem(error);
    }
    // What comes behind a gap in the log is lost with it.
    const lost = this.#lost;
    for (const job of committed) lost === null ? job.settle() : job.fail(lost);
    this.#unsynced.shift();
    if (lost === null) this.#hooks.afterSync();
  }

  /** @returns the jobs that are part of the commit; the others have failed. */
  #commit(jobs: readonly Job[]): Job[] {
    const failures = new Map<Job, unknown>();
    this.#begin.run();
    try {
      for (const group of toGroups(jobs)) this.#runTogether(group, failures);
      this.#hooks.beforeCommit();
      this.#end.run();
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec("ROLLBACK");
      this.#hooks.afterRollback(true);
      throw toStorageProblem(error);
    }
    for (const [job, error] of failures) job.fail(toStorageProblem(error));
    this.#hooks.afterCommit();
    return jobs.filter((job) => !failures.has(job));
  }

  /** Jobs that are all done, or each by itself. */
  #runTogether(jobs: readonly Job[], failures: Map<Job, unknown>): void {
    this.#savepoint.run();
    try {
      for (const job of jobs) job.run();
    } catch (error) {
      // A full disk can end the transaction itself; then there is no savepoint to go back to.
      if (!this.#db.inTransaction) throw error;
      this.#db.exec("ROLLBACK TO job");
      this.#hooks.afterRollback(false);
      const [only, another] = jobs;
      if (only !== undefined && another === undefined) failures.set(only, error);
      else for (const job of jobs) this.#runTogether([job], failures);
    }
    this.#release.run();
  }
}

/** Repeatable jobs that follow each other, and each other job alone; in their order. */
function toGroups(jobs: readonly Job[]): Job[][] {
  const groups: Job[][] = [];
  for (const job of jobs) {
    const last = groups.at(-1);
    if (job.isRepeatable && last?.[0]?.isRepeatable === true) last.push(job);
    else groups.push([job]);
  }
  return groups;
}

function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("SQLITE_")
  );
}

function toLostProblem(cause: unknown): Problem {
  const words =
    "The disk did not keep what was written. Whether this request was stored is not known, and nothing more is taken " +
    "until the server is started again; send it again then: what was stored is counted once.";
  return new Problem("unavailable", words, { retryAfter: 30, cause });
}

/** What a caller may hear of a failed write: the kind of trouble, never a path or a statement. Other errors stay. */
export function toStorageProblem(error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  const words = error.code.startsWith("SQLITE_FULL")
    ? "The disk that holds the data is full. Nothing of this request was stored; free some space and send it again."
    : error.code.startsWith("SQLITE_IOERR") || error.code.startsWith("SQLITE_READONLY")
      ? "The disk that holds the data can't be written. Nothing of this request was stored; the server's log says more."
      : error.code.startsWith("SQLITE_BUSY")
        ? "Another program holds the database. Nothing of this request was stored; send it again."
        : null;
  return words === null ? error : new Problem("unavailable", words, { retryAfter: 30, cause: error });
}
