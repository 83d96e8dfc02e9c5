import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { backoffMs } from "./backoff";
import { AwayError, type Batch, Courier, halve, toBatches } from "./courier";
import type { SpoolRecord } from "./row";
import {
  DiskSpool,
  listOrphans,
  MemorySpool,
  measureSpool,
  nameOwner,
  nameOwnerNow,
  type Spool,
  spoolEnding,
  toSpoolLine,
  writeLast,
} from "./spool";

/** Records gather for this long before they are written, ms. */
const gatherMs = 20;
/** Written at once, bytes. */
const chunkBytes = 1024 * 1024;
/** A spool file is begun anew beyond this, so that acknowledged rows leave the disk. */
const fileBytes = 8 * 1024 * 1024;
const adoptEveryMs = 10_000;
const measureEveryMs = 1_000;

export interface OutboxOptions {
  readonly url: string;
  readonly token: string | undefined;
  readonly timeoutMs: number;
  readonly folder: string;
  /** Bytes of records that may wait in memory. */
  readonly maxMemory: number;
  /** Bytes of the spool, of all processes together. */
  readonly maxDisk: number;
  /** Told of trouble, once for each key. */
  readonly warn: (key: string, text: string) => void;
}

export interface OutboxCounts {
  accepted: number;
  rejected: number;
  dropped: number;
}

interface Entry {
  readonly line: string;
  readonly isRow: boolean;
}

interface UnderWay {
  readonly spool: Spool;
  readonly end: number;
  readonly batches: Batch[];
}

/** Everything behind `log`: a queue, the spool that it is written to, and the sending of what is spooled. */
export class Outbox {
  readonly counts: OutboxCounts = { accepted: 0, rejected: 0, dropped: 0 };
  /** Why the server takes nothing, as far as is known. */
  away: string | null = null;
  readonly #options: OutboxOptions;
  readonly #courier: Courier;
  readonly #id = randomBytes(6).toString("hex");
  #files = 0;
  #queue: Entry[] = [];
  #queued = 0;
  /** What is being written. */
  #inHand: Entry[] = [];
  #writing: Promise<void> | null = null;
  #sending: Promise<void> | null = null;
  #own: Spool[] = [];
  #orphans: Spool[] = [];
  #underWay: UnderWay | null = null;
  #adoptedAt = Number.NEGATIVE_INFINITY;
  #disk = { at: Number.NEGATIVE_INFINITY, used: 0 };
  #isHurried = false;
  #wake: (() => void) | null = null;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#courier = new Courier({
      ...options,
      sleep: (ms) => this.#pause(ms),
      onReceipt: (receipt, sent) => {
        this.counts.accepted += sent - receipt.rejectedCount;
        const [first] = receipt.rejected;
        if (receipt.rejectedCount > 0) this.#refuse(receipt.rejectedCount, first?.message ?? "no reason", first?.code);
        const surplus = receipt.warnings.find(({ code }) => code === "more_than_declared");
        if (surplus !== undefined) options.warn(surplus.code, surplus.message);
      },
      onRefused: (rows, why) => this.#refuse(rows, why),
    });
  }

  /** Bytes that are not acknowledged. */
  get pending(): number {
    return this.#queued + this.#own.reduce((sum, spool) => sum + spool.pending, 0);
  }

  put(record: SpoolRecord): void {
    const line = toSpoolLine(record);
    const isRow = record.method === "ROWS";
    if (this.#queued > 0 && this.#queued + line.length > this.#options.maxMemory) {
      this.drop(isRow ? 1 : 0, `more than ${this.#options.maxMemory} bytes wait in memory`);
      return;
    }
    this.#queue.push({ line, isRow });
    this.#queued += line.length;
    this.#writing ??= this.#write();
  }

  drop(rows: number, why: string): void {
    this.counts.dropped += rows;
    this.#options.warn(`drop:${why}`, `${why}: what was logged is dropped; finish() tells how many`);
  }

  /** Sends what an earlier process left, if there is any. */
  begin(): void {
    this.#sending ??= this.#send();
  }

  /** Waits until everything is acknowledged. @returns false where time ran out, or nobody answers. */
  async flush(timeoutMs: number, onlyWhileHeard: boolean): Promise<boolean> {
    const until = Date.now() + timeoutMs;
    this.#isHurried = true;
    this.#wake?.();
    try {
      while (this.pending > 0) {
        const isInVain = onlyWhileHeard && this.away !== null && this.#writing === null;
        if (Date.now() >= until || isInVain) return false;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return true;
    } finally {
      this.#isHurried = false;
    }
  }

  /** The end of the process: what is in memory goes to disk, whatever is under way. */
  writeNow(): void {
    const entries = [...this.#inHand, ...this.#queue];
    const bytes = Buffer.from(entries.map(({ line }) => line).join(""));
    const spool = this.#own.at(-1);
    const isLost = spool instanceof MemorySpool && spool.pending > 0;
    if (isLost) this.#options.warn("end", `${spool.pending} bytes are lost: the spool took nothing`);
    if (bytes.length === 0) return;
    this.#queue = [];
    this.#inHand = [];
    if (spool instanceof DiskSpool) spool.appendSync(bytes);
    else {
      mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
      writeLast(join(this.#options.folder, `${nameOwnerNow()}.${this.#id}.last${spoolEnding}`), bytes);
    }
  }

  async #write(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#isHurried ? 0 : gatherMs));
    while (this.#queue.length > 0) {
      let count = 0;
      let length = 0;
      while (count < this.#queue.length && length < chunkBytes) length += this.#queue[count++]?.line.length ?? 0;
      this.#inHand = this.#queue.splice(0, count);
      const bytes = Buffer.from(this.#inHand.map(({ line }) => line).join(""));
      await this.#append(bytes, this.#inHand.filter(({ isRow }) => isRow).length);
      this.#inHand = [];
      this.#queued -= length;
      this.begin();
    }
    this.#writing = null;
  }

  async #append(bytes: Buffer, rows: number): Promise<void> {
    const { maxDisk, maxMemory, folder } = this.#options;
    let spool = this.#own.at(-1);
    try {
      if (spool === undefined || spool.size > Math.min(fileBytes, maxDisk / 8) || spool instanceof MemorySpool) {
        spool = await DiskSpool.create(join(folder, `${await nameOwner()}.${this.#id}.${this.#files++}${spoolEnding}`));
        this.#own.push(spool);
      }
      if (await this.#isOverDisk(bytes.length)) {
        this.drop(rows, `the spool ${folder} holds more than ${maxDisk} bytes`);
        return;
      }
      await spool.append(bytes);
      return;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#options.warn("disk", `the spool ${folder} takes nothing (${why}); rows wait in memory`);
    }
    const last = this.#own.at(-1);
    const memory = last instanceof MemorySpool ? last : new MemorySpool();
    if (memory !== last) this.#own.push(memory);
    if (memory.pending + bytes.length > maxMemory) this.drop(rows, `more than ${maxMemory} bytes wait in memory`);
    else await memory.append(bytes);
  }

  async #isOverDisk(more: number): Promise<boolean> {
    const { folder, maxDisk } = this.#options;
    if (Date.now() - this.#disk.at > measureEveryMs || this.#disk.used + more > maxDisk) {
      this.#disk = { at: Date.now(), used: await measureSpool(folder) };
    }
    this.#disk.used += more;
    return this.#disk.used > maxDisk;
  }

  /** Sends until nothing is left. It ends by itself, and is begun again by what is logged next. */
  async #send(): Promise<void> {
    for (let tried = 0; ; ) {
      try {
        if (this.away === null) await this.#adopt();
        const hasSent = (await this.#sendNext(this.#own)) || (await this.#sendNext(this.#orphans));
        tried = 0;
        this.away = null;
        // What was written meanwhile found this still at work.
        if (!hasSent && !this.#own.some(({ pending }) => pending > 0)) break;
      } catch (error) {
        const away = error instanceof AwayError ? error : null;
        const why = error instanceof Error ? error.message : String(error);
        const { url, folder } = this.#options;
        if (this.away === null)
          this.#options.warn("away", `${url}: ${why}; rows are kept in ${folder} until it answers`);
        this.away = why;
        await this.#pause(away?.waitMs ?? backoffMs(++tried, Math.random()));
      }
    }
    this.#sending = null;
  }

  /** The next records of the oldest file. @returns false where there is nothing to send. */
  async #sendNext(spools: Spool[]): Promise<boolean> {
    for (let first = spools[0]; first !== undefined && first.pending === 0; first = spools[0]) {
      // The last of our own is written to until it is full.
      if (spools === this.#own && spools.length === 1) return false;
      spools.shift();
      await first.close();
    }
    const [spool] = spools;
    if (spool === undefined) return false;
    if (this.#underWay?.spool !== spool) {
      const { records, end } = await spool.readWindow();
      this.#underWay = { spool, end, batches: toBatches(records) };
    }
    const { batches, end } = this.#underWay;
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      const delivery = await this.#courier.deliver(batch);
      batches.splice(0, 1, ...(delivery === "split" ? halve(batch) : []));
    }
    await spool.acknowledge(end);
    this.#underWay = null;
    return true;
  }

  /** Takes over what processes that are gone have left for this server, of whatever run. */
  async #adopt(): Promise<void> {
    if (Date.now() - this.#adoptedAt < adoptEveryMs) return;
    this.#adoptedAt = Date.now();
    const { folder } = this.#options;
    for (const path of await listOrphans(folder)) {
      const own = join(folder, `${await nameOwner()}.${this.#id}.${this.#files++}${spoolEnding}`);
      const spool = await DiskSpool.adopt(path, own);
      if (spool !== null) this.#orphans.push(spool);
    }
  }

  /** Lets go of files that are empty. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.pending > 0) return;
    const spools = this.#own;
    this.#own = [];
    for (const spool of spools) await spool.close();
  }

  #refuse(rows: number, why: string, code = why.slice(0, 60)): void {
    this.counts.rejected += rows;
    this.#options.warn(`reject:${code}`, `the server refused: ${why.slice(0, 500)}. It is not sent again`);
  }

  /** Waits without keeping the process; whoever flushes has it tried twice a second. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(end, this.#isHurried ? Math.min(ms, 500) : ms);
      timer.unref();
      this.#wake = end;
    });
  }
}
