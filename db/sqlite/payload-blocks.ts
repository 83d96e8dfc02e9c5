import { promisify } from "node:util";
import { deflateRaw, inflateRaw } from "node:zlib";
import type Database from "better-sqlite3";

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

const encodings = { plain: 0, deflateRaw: 1 } as const;

/** Payloads are gathered into blocks of about this many bytes; reading one unpacks its block. */
const blockBytes = 256 * 1024;
/** Below this a block is not worth compressing. */
const smallest = 512;

interface OpenBlock {
  readonly parts: Buffer[];
  length: number;
  packed: Buffer | null;
  /** Row number in the database once a row needed it. */
  id: number | null;
}

/** Where a payload will lie once its block is written. */
export interface PayloadPlace {
  readonly block: OpenBlock;
  readonly offset: number;
  readonly length: number;
}

/**
 * Payloads of waiting rows, gathered by run into blocks that are compressed together before the transaction opens:
 * compressing outside SQLite halves what the WAL and the checkpoint have to write.
 */
export class PayloadBlocks {
  readonly #insert: Database.Statement<[number, number, number, Buffer]>;
  #open = new Map<string, OpenBlock[]>();
  #dropOnRollback: OpenBlock[] = [];

  constructor(db: Database.Database) {
    this.#insert = db.prepare("INSERT INTO payload_block (run_id, encoding, raw_length, body) VALUES (?, ?, ?, ?)");
  }

  add(run: string, payload: string): PayloadPlace {
    const bytes = Buffer.from(payload);
    const blocks = this.#open.get(run) ?? [];
    this.#open.set(run, blocks);
    let block = blocks[blocks.length - 1];
    if (block === undefined || block.length + bytes.length > blockBytes) {
      block = { parts: [], length: 0, packed: null, id: null };
      blocks.push(block);
    }
    const place = { block, offset: block.length, length: bytes.length };
    block.parts.push(bytes);
    block.length += bytes.length;
    return place;
  }

  /** Compresses all that was gathered; what is added meanwhile makes blocks of its own. */
  async pack(): Promise<void> {
    const blocks = [...this.#open.values()].flat();
    this.#open = new Map();
    await Promise.all(
      blocks.map(async (block) => {
        const raw = Buffer.concat(block.parts, block.length);
        block.parts.length = 0;
        block.packed = block.length < smallest ? raw : await deflate(raw, { level: 1 });
      }),
    );
  }

  /** The block's number, writing it when the first row needs it: a block of duplicates only is never written. */
  write(runId: number, place: PayloadPlace): number {
    const { block } = place;
    if (block.id !== null) return block.id;
    if (block.packed === null) throw new Error("a payload block was not packed before its rows were written");
    const encoding = block.length < smallest ? encodings.plain : encodings.deflateRaw;
    block.id = Number(this.#insert.run(runId, encoding, block.length, block.packed).lastInsertRowid);
    this.#dropOnRollback.push(block);
    return block.id;
  }

  /** A job was rolled back: blocks written since the last commit may be gone, and the next row writes them again. */
  forget(): void {
    for (const block of this.#dropOnRollback) block.id = null;
    this.#dropOnRollback = [];
  }

  committed(): void {
    this.#dropOnRollback = [];
  }
}

const selectBlock = "SELECT encoding, raw_length, body FROM payload_block WHERE id = ?";

/** The JSON text of one rollout's payload, or null where its block is gone. */
export async function readPayload(
  db: Database.Database,
  place: { readonly block: number; readonly offset: number; readonly length: number },
): Promise<string | null> {
  const row = db.prepare<[number], { encoding: number; raw_length: number; body: Buffer }>(selectBlock).get(place.block);
  if (row === undefined) return null;
  const raw = row.encoding === encodings.plain ? row.body : await inflate(row.body);
  return raw.toString("utf8", place.offset, place.offset + place.length);
}
