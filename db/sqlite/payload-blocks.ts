import type Database from "better-sqlite3";
import { uncompress, uncompressSync } from "lz4-napi";
import { encodings, type PackedBlock, PayloadBlock } from "./payload-block";

/** A block of waiting rows. */
export interface Block {
  packed: PackedBlock | null;
  /** Row number in the database once a row needed it, and after how many deletions that was. */
  written: { readonly id: number; readonly age: number } | null;
}

/** Where a payload will lie once its block is written. */
export interface PayloadPlace {
  readonly block: Block;
  readonly offset: number;
  readonly length: number;
}

interface OpenBlock {
  readonly block: Block;
  readonly gathered: PayloadBlock;
}

async function pack({ block, gathered }: OpenBlock): Promise<void> {
  block.packed = await gathered.pack();
}

/**
 * Payloads of waiting rows, gathered by run into blocks that are compressed together before the transaction opens:
 * compressing outside SQLite halves what the WAL and the checkpoint have to write.
 */
export class PayloadBlocks {
  readonly #insert: Database.Statement<[number, number, number, Uint8Array]>;
  readonly #isThere: Database.Statement<[number], number>;
  /** The block of each run that still takes payloads, and those that are being compressed. */
  readonly #open = new Map<string, OpenBlock>();
  #packing: Promise<void>[] = [];
  /** In this commit; rows of the next may lie in the same blocks. */
  #written: Block[] = [];
  /** Deletions so far that may have taken blocks of earlier commits. */
  #age = 0;

  constructor(db: Database.Database) {
    this.#insert = db.prepare("INSERT INTO payload_block (run_id, encoding, raw_length, body) VALUES (?, ?, ?, ?)");
    this.#isThere = db.prepare<[number], number>("SELECT 1 FROM payload_block WHERE id = ?").pluck();
  }

  add(run: string, payload: Uint8Array): PayloadPlace {
    let open = this.#open.get(run);
    if (open === undefined || !open.gathered.hasRoom(payload)) {
      // A full block is compressed at once, on another thread, while rows behind it are still being judged.
      if (open !== undefined) this.#packing.push(pack(open));
      open = { block: { packed: null, written: null }, gathered: new PayloadBlock() };
      this.#open.set(run, open);
    }
    return { block: open.block, offset: open.gathered.append(payload), length: payload.length };
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
    if (block.written?.age === this.#age) return block.written.id;
    if (block.packed === null) throw new Error("a payload block was not packed before its rows were written");
    const { encoding, length, body } = block.packed;
    const id = Number(this.#insert.run(runId, encoding, length, body).lastInsertRowid);
    block.written = { id, age: this.#age };
    this.#written.push(block);
    return id;
  }

  /**
   * Jobs were rolled back: blocks that went with them are written again by the next row. Others stay the only ones of
   * their text, so that it goes where its rollout is deleted.
   */
  forget(): void {
    this.#written = this.#written.filter((block) => {
      const isThere = block.written !== null && this.#isThere.get(block.written.id) !== undefined;
      if (!isThere) block.written = null;
      return isThere;
    });
  }

  /** A run was deleted, or its text: blocks of any commit may be gone, while rows that lie in them still wait. */
  forgetAll(): void {
    this.#age++;
  }

  committed(): void {
    this.#written = [];
  }
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

/** Blocks that are held unpacked while rows are read in their order. */
const heldBlocks = 16;

/** Payloads of many rows, one behind the other: their blocks are unpacked once. */
export class PayloadReader {
  readonly #select: Database.Statement<[number, number], { encoding: number; body: Buffer }>;
  readonly #held = new Map<number, Buffer>();

  constructor(db: Database.Database) {
    this.#select = db.prepare(selectBlock);
  }

  /** null where the block is gone. */
  read(run: number, block: number, offset: number, length: number): string | null {
    let raw = this.#held.get(block);
    if (raw === undefined) {
      const row = this.#select.get(block, run);
      if (row === undefined) return null;
      raw = row.encoding === encodings.plain ? row.body : uncompressSync(row.body);
      const [oldest] = this.#held.keys();
      if (this.#held.size >= heldBlocks && oldest !== undefined) this.#held.delete(oldest);
      this.#held.set(block, raw);
    }
    return raw.toString("utf8", offset, offset + length);
  }
}
