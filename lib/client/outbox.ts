import { backoffMs, toWaitMs } from "./backoff";
import { AwayError, type Batch, Courier, halve, toBatches } from "./courier";
import { LaunchOfRows } from "./launch-of-rows";
import type { SpoolRecord } from "./row";
import { DiskSpool, MemorySpool, type Spool, toSpoolLine } from "./spool";
import { SpoolFolder } from "./spool-folder";

/** Records gather for this long before they are written, ms. */
const gatherMs = 20;
/** Written at once, bytes. */
const chunkBytes = 1024 * 1024;
/** A spool file is begun anew beyond this, so that acknowledged rows leave the disk. */
const fileBytes = 8 * 1024 * 1024;

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
  /** Of what this process logged. */
  readonly counts: OutboxCounts = { accepted: 0, rejected: 0, dropped: 0 };
  /** Of what is being sent: this process' own, or what another left. */
  #tally: Pick<OutboxCounts, "accepted" | "rejected"> = this.counts;
  /** Why the server takes nothing, as far as is known. */
  away: string | null = null;
  readonly #options: OutboxOptions;
  readonly #courier: Courier;
  readonly #launches: LaunchOfRows;
  readonly #folder: SpoolFolder;
  #queue: Entry[] = [];
  #queued = 0;
  /** What is being written. */
  #inHand: Entry[] = [];
  #writing: Promise<void> | null = null;
  #sending: Promise<void> | null = null;
  #own: Spool[] = [];
  #orphans: Spool[] = [];
  #underWay: UnderWay | null = null;
  #isHeard = false;
  #isHurried = false;
  #wake: (() => void) | null = null;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#folder = new SpoolFolder(options.folder, options.maxDisk);
    this.#courier = new Courier({
      ...options,
      sleep: (ms) => this.#pause(ms),
      onReceipt: (receipt, sent) => {
        this.#tally.accepted += sent - receipt.rejectedCount;
        const [first] = receipt.rejected;
        if (receipt.rejectedCount > 0) this.#refuse(receipt.rejectedCount, first?.message ?? "no reason", first?.code);
        const surplus = receipt.warnings.find(({ code }) => code === "more_than_declared");
        if (surplus !== undefined) options.warn(surplus.code, surplus.message);
      },
      onRefused: (rows, why) => this.#refuse(rows, why),
    });
    this.#launches = new LaunchOfRows((path) => this.#courier.readRun(path));
  }

  /** Bytes that are not acknowledged. */
  get pending(): number {
    return this.#queued + this.#own.reduce((sum, spool) => sum + spool.pending, 0);
  }

  /** Bytes that wait in memory where the disk takes nothing. */
  get #held(): number {
    return this.#own.reduce((sum, spool) => sum + (spool instanceof MemorySpool ? spool.pending : 0), 0);
  }

  put(record: SpoolRecord): void {
    const line = toSpoolLine(record);
    const isRow = record.method === "ROWS";
    const waiting = this.#queued + this.#held;
    if (waiting > 0 && waiting + line.length > this.#options.maxMemory) {
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
    const lost = this.#held;
    if (lost > 0) this.#options.warn("end", `${lost} bytes are lost: the spool took nothing`);
    if (bytes.length === 0) return;
    this.#queue = [];
    this.#inHand = [];
    if (spool instanceof DiskSpool && !spool.isTaken) spool.appendSync(bytes);
    else this.#folder.writeLast(bytes);
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
      if (spool === undefined || this.#isFull(spool)) {
        spool = await this.#folder.create();
        this.#own.push(spool);
      }
      if (await this.#folder.isOver(bytes.length)) {
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
    if (this.#held + bytes.length > maxMemory) this.drop(rows, `more than ${maxMemory} bytes wait in memory`);
    else await memory.append(bytes);
  }

  /** The more files wait, the larger each: a gigabyte that waits for a server holds 16 of them open, not 128. */
  #isFull(spool: Spool): boolean {
    if (!(spool instanceof DiskSpool)) return true;
    return spool.isTaken || spool.size > Math.min(fileBytes, this.#options.maxDisk / 8) * this.#own.length;
  }

  /** Sends until nothing is left. It ends by itself, and is begun again by what is logged next. */
  async #send(): Promise<void> {
    for (let tried = 0; ; ) {
      try {
        const hasSent = (await this.#sendNext(this.#own)) || (await this.#sendNext(this.#orphans));
        tried = 0;
        this.away = null;
        this.#isHeard ||= hasSent;
        // What was written meanwhile found this still at work.
        if (!hasSent && !(await this.#adopt()) && !this.#own.some(({ pending }) => pending > 0)) break;
      } catch (error) {
        const away = error instanceof AwayError ? error : null;
        const why = error instanceof Error ? error.message : String(error);
        const { url, folder } = this.#options;
        if (this.away === null)
          this.#options.warn("away", `${url}: ${why}; rows are kept in ${folder} until it answers`);
        this.away = why;
        this.#isHeard = false;
        const asked = away?.waitMs ?? null;
        await this.#pause(toWaitMs(asked, backoffMs(++tried, Math.random())), asked === null);
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
      await this.#release(first);
    }
    const [spool] = spools;
    if (spool === undefined) return false;
    this.#tally = spools === this.#own ? this.counts : { accepted: 0, rejected: 0 };
    if (this.#underWay?.spool !== spool) {
      const { records, end } = await spool.readWindow();
      this.#underWay = { spool, end, batches: toBatches(records) };
    }
    const { batches, end } = this.#underWay;
    for (let batch = batches[0]; batch !== undefined; batch = batches[0]) {
      const now = Date.now();
      if (this.#launches.isNeeded(batch, now)) {
        batches.splice(0, 1, ...(await this.#launches.name(batch, now)));
        continue;
      }
      const delivery = await this.#courier.deliver(batch);
      batches.splice(0, 1, ...(delivery === "split" ? halve(batch) : []));
    }
    await spool.acknowledge(end);
    this.#underWay = null;
    return true;
  }

  /** @returns false where processes that are gone have left nothing, for now. */
  async #adopt(): Promise<boolean> {
    this.#orphans.push(...(await this.#folder.adopt(this.#isHeard)));
    return this.#orphans.length > 0;
  }

  /** Lets go of files that are empty. */
  async close(): Promise<void> {
    await this.#writing;
    if (this.pending > 0) return;
    for (const spool of this.#own.splice(0)) await this.#release(spool);
  }

  async #release(spool: Spool): Promise<void> {
    if (spool instanceof DiskSpool) await this.#folder.release(spool);
  }

  #refuse(rows: number, why: string, code = why.slice(0, 60)): void {
    this.#tally.rejected += rows;
    this.#options.warn(`reject:${code}`, `the server refused: ${why.slice(0, 500)}. It is not sent again`);
  }

  /** Waits without keeping the process; whoever flushes has it tried twice a second, unless the server said when. */
  #pause(ms: number, canHurry = true): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(end, canHurry && this.#isHurried ? Math.min(ms, 500) : ms);
      timer.unref();
      if (canHurry) this.#wake = end;
    });
  }
}
