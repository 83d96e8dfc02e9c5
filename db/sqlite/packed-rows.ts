/** Judged rows on their way from the thread that judges them to the one that writes: few large pieces, cheap to copy. */
import type { RolloutRow, RowOrigin } from "../store";
import type { PlacedRow } from "./append";
import { type PackedRollouts, packRollouts, unpackRollout } from "./packed-rollouts";
import { type PackedBlock, PayloadBlock } from "./payload-block";
import type { Block } from "./payload-blocks";

export interface PackedRows {
  readonly rollouts: PackedRollouts;
  /** Positions in the request. */
  readonly indexes: Uint32Array;
  /** Content hashes, one behind the other, each as long as the first. */
  readonly hashes: Uint8Array;
  readonly blocks: readonly PackedBlock[];
  /** Block, offset and length of each row's payload; the block is {@link noBlock} where it has none. */
  readonly places: Uint32Array;
  /** Of each row; null where all come from their sender, now. */
  readonly origins: readonly (RowOrigin | undefined)[] | null;
}

const noBlock = 0xffffffff;
const placeNumbers = 3;

/** Packs rows, their payloads compressed. What it gives shares no memory with the rows. */
export async function packRows(rows: readonly [RolloutRow, ...RolloutRow[]]): Promise<PackedRows> {
  const [first] = rows;
  const hashBytes = first.contentHash.length / 2;
  const hashes = Buffer.from(new ArrayBuffer(hashBytes * rows.length));
  const indexes = new Uint32Array(rows.length);
  const places = new Uint32Array(rows.length * placeNumbers);
  let gathered = new PayloadBlock();
  const packing: Promise<PackedBlock>[] = [];
  for (const [place, { index, contentHash, payload }] of rows.entries()) {
    indexes[place] = index;
    hashes.write(contentHash, place * hashBytes, "hex");
    if (payload === null) {
      places[place * placeNumbers] = noBlock;
      continue;
    }
    if (!gathered.hasRoom(payload)) {
      packing.push(gathered.pack());
      gathered = new PayloadBlock();
    }
    places.set([packing.length, gathered.append(payload), payload.length], place * placeNumbers);
  }
  if (gathered.length > 0) packing.push(gathered.pack());
  const [head, ...rest] = rows;
  const origins = rows.some(({ origin }) => origin !== undefined) ? rows.map(({ origin }) => origin) : null;
  const rollouts = packRollouts([head.rollout, ...rest.map((row) => row.rollout)]);
  return { rollouts, indexes, hashes, blocks: await Promise.all(packing), places, origins };
}

/** The rows one by one: made when they are stored, most of what they are made of is gone before the next. */
export function* unpackRows(packed: PackedRows): Generator<PlacedRow, void> {
  const { indexes, hashes, places } = packed;
  const blocks = packed.blocks.map((block): Block => ({ packed: block, written: null }));
  const hashBytes = hashes.length / indexes.length;
  for (const [place, index] of indexes.entries()) {
    const at = place * placeNumbers;
    const held = blocks[places[at] ?? noBlock];
    yield {
      index,
      rollout: unpackRollout(packed.rollouts, place),
      origin: packed.origins?.[place],
      contentHash: hashes.subarray(place * hashBytes, (place + 1) * hashBytes),
      payload: held === undefined ? null : { block: held, offset: places[at + 1] ?? 0, length: places[at + 2] ?? 0 },
    };
  }
}
