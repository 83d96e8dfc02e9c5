import "server-only";
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Problem } from "@/lib/core/errors";
import type { RolloutFilter } from "@/lib/core/stored-rollout";

/** What the worker is told. */
export interface ExportJob {
  /** The database's file. */
  readonly database: string;
  /** Descriptor of the file that it writes. */
  readonly file: number;
  readonly run: string;
  /** null: the whole run. */
  readonly filter: RolloutFilter | null;
  /** The query that the filter was read from. */
  readonly query: string | null;
  readonly now: number;
  /** The program's version. */
  readonly server: string;
}

/** What the worker tells: how many bytes there are to read by now. */
export interface ExportProgress {
  readonly written: number;
  readonly isDone: boolean;
}

/** Exports that may be written at once: each keeps a thread and a disk busy. */
const mostAtOnce = 2;
const chunkBytes = 256 * 1024;
let underWay = 0;

/** The folder that uploads are kept in, too: what a crash leaves there goes at the next start. */
async function openSpool(dataFolder: string): Promise<FileHandle> {
  const folder = join(dataFolder, "incoming");
  await mkdir(folder, { recursive: true });
  const path = join(folder, `export-${randomUUID()}`);
  const file = await open(path, "wx+");
  // It is gone with its last descriptor, whatever happens to this process.
  await rm(path);
  return file;
}

/** Waits for bytes that a worker writes. */
class Growth {
  #written = 0;
  #isDone = false;
  #error: Error | null = null;
  #wake: () => void = () => undefined;

  note({ written, isDone }: ExportProgress): void {
    this.#written = written;
    this.#isDone = isDone;
    this.#wake();
  }

  fail(error: Error): void {
    if (!this.#isDone) this.#error ??= error;
    this.#wake();
  }

  /** @returns how many bytes stand behind `read`; 0 where there are no more. @throws what ended the worker. */
  async waitBeyond(read: number): Promise<number> {
    for (;;) {
      if (this.#error !== null) throw this.#error;
      if (this.#written > read) return this.#written - read;
      if (this.#isDone) return 0;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/**
 * Writes an export to the disk as fast as it goes, and yields it as fast as it is taken: a slow reader holds a file and
 * nothing else, neither memory nor the database's log. Ending early stops the writing.
 *
 * @throws Problem `too_busy` while two others are being written.
 */
export async function startExport(
  dataFolder: string,
  workerFile: string,
  job: Omit<ExportJob, "file">,
): Promise<AsyncGenerator<Uint8Array>> {
  if (underWay >= mostAtOnce) {
    const words = `${mostAtOnce} exports are being sent already. Ask again when one of them is done.`;
    throw new Problem("too_busy", words, { retryAfter: 5 });
  }
  underWay++;
  try {
    const file = await openSpool(dataFolder);
    const workerData: ExportJob = { ...job, file: file.fd };
    const worker = new Worker(workerFile, { workerData });
    return readGrowing(file, worker);
  } catch (error) {
    underWay--;
    throw error;
  }
}

async function* readGrowing(file: FileHandle, worker: Worker): AsyncGenerator<Uint8Array> {
  const growth = new Growth();
  worker.on("message", (progress: ExportProgress) => growth.note(progress));
  worker.on("error", (error) => growth.fail(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => growth.fail(new Error("the thread that writes an export ended before its end")));
  try {
    for (let read = 0; ; ) {
      const there = await growth.waitBeyond(read);
      if (there === 0) return;
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(there, chunkBytes)), 0, null, read);
      read += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    // Before its file is closed: another one could get the number.
    await worker.terminate();
    await file.close();
    underWay--;
  }
}
