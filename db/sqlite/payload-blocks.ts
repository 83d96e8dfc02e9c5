import type Database from "better-sqlite3";
import { compress, compressSync, uncompress } from "lz4-napi";

/** LZ4 takes a third of the time of the fastest deflate for three quarters of what it saves. */
const encodings = { plain: 0, lz4: 1 } as const;

/** Payloads are gathered into blocks of about this many bytes; reading one unpacks its block. */
const blockBytes = 512 * 1024;
/** Below this a block is not worth compressing. */
const smallest = 512;
/** Up to here another thread would be woken for less than the waking costs. */
const smallBlock = 64 * 1024;

interface Block {
  readonly parts: Uint8Array[];
  length: number;
  packed: Buffer | null;
  /** Row number in the database once a row needed it. */
  id: number | null;
}

/** Where a payload will lie once its block is written. */
export interface PayloadPlace {
  readonly block: Block;
  readonly offset: number;
  readonly length: number;
}

/**
 * Payloads of waiting rows, gathered by run into blocks that are compressed together before the transaction opens:
 * compressing outside SQLite halves what the WAL and the checkpoint have to write.
 */
export class PayloadBlocks {
  readonly #insert: Database.Statement<[number, number, number, Buffer]>;
  /** The block of each run that still takes payloads, and those that are being compressed. */
  readonly #open = new Map<string, Block>();
  #packing: Promise<void>[] = [];
  #written: Block[] = [];

  constructor(db: Database.Database) {
    this.#insert = db.prepare("INSERT INTO payload_block (run_id, encoding, raw_length, body) VALUES (?, ?, ?, ?)");
  }

  add(run: string, payload: Uint8Array): PayloadPlace {
    let block = this.#open.get(run);
    if (block === undefined || block.length + payload.length > blockBytes) {
      // A full block is compressed at once, on another thread, while rows behind it are still being judged.
      if (block !== undefined) this.#packing.push(pack(block));
      block = { parts: [], length: 0, packed: null, id: null };
      this.#open.set(run, block);
    }
    append(block, payload);
    return { block, offset: block.length - payload.length, length: payload.length };
  }

  /** Compresses all that was gathered; what is added meanwhile makes blocks of its own. */
  async pack(): Promise<void> {
    const packing = [...this.#packing, ...[...this.#open.values()].map(pack)];
    this.#packing = [];
    this.#open.clear();
    await Promise.all(packing);
  }

  /** The block's number, writing it when the first row needs it: a block of duplicates only is never written. */
  write(runId: number, place: PayloadPlace): number {
    const { block } = place;
    if (block.id !== null) return block.id;
    if (block.packed === null) throw new Error("a payload block was not packed before its rows were written");
    const encoding = block.length < smallest ? encodings.plain : encodings.lz4;
    block.id = Number(this.#insert.run(runId, encoding, block.length, block.packed).lastInsertRowid);
    this.#written.push(block);
    return block.id;
  }

  /** A job was rolled back, or a run deleted: blocks of this commit may be gone, and the next row writes them again. */
  forget(): void {
    for (const block of this.#written) block.id = null;
    this.#written = [];
  }

  committed(): void {
    this.#written = [];
  }
}

/** Bytes between two rows of a body that are kept rather than copied around. */
const smallGap = 8;

/** Adds a payload to a block. Rows that lie one behind the other in one body stay a single part: nothing is copied. */
function append(block: Block, payload: Uint8Array): void {
  const last = block.parts[block.parts.length - 1];
  const gap = last === undefined ? -1 : payload.byteOffset - last.byteOffset - last.length;
  if (last !== undefined && last.buffer === payload.buffer && gap >= 0 && gap <= smallGap) {
    const length = last.length + gap + payload.length;
    block.parts[block.parts.length - 1] = new Uint8Array(last.buffer, last.byteOffset, length);
    block.length += gap + payload.length;
    return;
  }
  block.parts.push(payload);
  block.length += payload.length;
}

async function pack(block: Block): Promise<void> {
  const [only] = block.parts;
  const raw = block.parts.length === 1 && only !== undefined ? only : Buffer.concat(block.parts, block.length);
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  if (block.length < smallest) block.packed = Buffer.from(bytes);
  else block.packed = block.length <= smallBlock ? compressSync(bytes) : await compress(bytes);
  block.parts.length = 0;
}

const selectBlock = "SELECT encoding, body FROM payload_block WHERE id = ? AND run_id = ?";

/** The JSON text of one rollout's payload, or null where its block is gone. */
export async function readPayload(
  db: Database.Database,
  place: { readonly run: number; readonly block: number; readonly offset: number; readonly length: number },
): Promise<string | null> {
  const row = db.prepare<[number, number], { encoding: number; body: Buffer }>(selectBlock).get(place.block, place.run);
  if (row === undefined) return null;
  const raw = row.encoding === encodings.plain ? row.body : await uncompress(row.body);
  return raw.toString("utf8", place.offset, place.offset + place.length);
}
