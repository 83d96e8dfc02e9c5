import { randomBytes } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { DiskSpool, writeLast } from "./spool";
import { isOwned, nameOwner, touchEveryMs } from "./spool-owner";

/** Another one than that of the Python client, which reads what it finds. */
const spoolEnding = ".rows";
const measureEveryMs = 1_000;
const adoptEveryMs = 10_000;
/** Files of processes that are gone which are held open at once: descriptors are the caller's. */
const adoptAtOnce = 4;

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .filter((name) => name.endsWith(spoolEnding))
    .sort()
    .map((name) => join(folder, name));
}

/** The folder of what one server has not acknowledged: files of this process, and of others that live or are gone. */
export class SpoolFolder {
  readonly path: string;
  readonly #maxDisk: number;
  readonly #id = randomBytes(6).toString("hex");
  readonly #held = new Set<DiskSpool>();
  #files = 0;
  #measured = { at: Number.NEGATIVE_INFINITY, used: 0 };
  #adoptAt = Number.NEGATIVE_INFINITY;
  #touching: NodeJS.Timeout | null = null;

  /** @param maxDisk bytes of all files, whoever's they are. */
  constructor(path: string, maxDisk: number) {
    this.path = path;
    this.#maxDisk = maxDisk;
  }

  /** A new file. @throws Error where the disk takes none. */
  async create(): Promise<DiskSpool> {
    return this.#hold(await DiskSpool.create(this.#nameFile(this.#files++)));
  }

  /** At the end of the process, what is in no file yet. @throws Error where the disk takes nothing. */
  writeLast(bytes: Buffer): void {
    writeLast(this.#nameFile("last"), bytes);
  }

  /** Whether so many bytes more would be too many. They are taken for written. */
  async isOver(more: number): Promise<boolean> {
    if (Date.now() - this.#measured.at > measureEveryMs || this.#measured.used + more > this.#maxDisk) {
      this.#measured = { at: Date.now(), used: await this.#measure() };
    }
    this.#measured.used += more;
    return this.#measured.used > this.#maxDisk;
  }

  /**
   * Takes over a few files of processes that are gone; only one before the server was heard.
   *
   * @returns none where there is none, for now.
   */
  async adopt(isHeard: boolean): Promise<DiskSpool[]> {
    const now = Date.now();
    if (now < this.#adoptAt) return [];
    const adopted: DiskSpool[] = [];
    for (const path of await listFiles(this.path)) {
      if (await isOwned(path, now)) continue;
      const spool = await DiskSpool.adopt(path, this.#nameFile(this.#files++));
      if (spool !== null) adopted.push(this.#hold(spool));
      if (adopted.length >= (isHeard ? adoptAtOnce : 1)) break;
    }
    if (adopted.length === 0) this.#adoptAt = now + adoptEveryMs;
    return adopted;
  }

  /** Lets go of a file, and removes it where nothing of it is left to send. */
  async release(spool: DiskSpool): Promise<void> {
    this.#held.delete(spool);
    if (this.#held.size === 0 && this.#touching !== null) {
      clearInterval(this.#touching);
      this.#touching = null;
    }
    await spool.close();
  }

  #nameFile(part: number | "last"): string {
    return join(this.path, `${nameOwner()}.${this.#id}.${part}${spoolEnding}`);
  }

  /** Touches what is held as long as it is, for others to see. */
  #hold(spool: DiskSpool): DiskSpool {
    this.#held.add(spool);
    this.#touching ??= setInterval(() => {
      const now = new Date();
      for (const held of this.#held) void held.touch(now);
    }, touchEveryMs).unref();
    return spool;
  }

  async #measure(): Promise<number> {
    const sizes = (await listFiles(this.path)).map(async (path) => (await stat(path).catch(() => null))?.size ?? 0);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }
}
