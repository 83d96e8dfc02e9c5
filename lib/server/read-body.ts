import { promisify } from "node:util";
import { brotliDecompress, gunzip, type InputType, inflate, type ZlibOptions } from "node:zlib";
import { copyBytes } from "@/lib/core/copy-bytes";
import { Problem } from "@/lib/core/errors";
import type { IntakeAccount } from "./intake";

export interface BodyLimits {
  /** Bytes as sent. */
  readonly bodyBytes: number;
  /** Bytes once unpacked. */
  readonly unpackedBytes: number;
}

/**
 * Hands on a body's bytes as they come; resolves at its end.
 *
 * @param take throws where no more is wanted, which ends the reading.
 */
export type BodySource = (take: (chunk: Uint8Array) => void) => Promise<void>;

type Unpack = (packed: InputType, options: ZlibOptions) => Promise<Buffer>;

const unpackers: ReadonlyMap<string, Unpack | null> = new Map<string, Unpack | null>([
  ["", null],
  ["identity", null],
  ["gzip", promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ["x-gzip", promisify<InputType, ZlibOptions, Buffer>(gunzip)],
  ["deflate", promisify<InputType, ZlibOptions, Buffer>(inflate)],
  ["br", promisify<InputType, ZlibOptions, Buffer>(brotliDecompress)],
]);

function findUnpacker(encoding: string): Unpack | null {
  const unpack = unpackers.get(encoding);
  if (unpack !== undefined) return unpack;
  throw new Problem(
    "unsupported_encoding",
    `Content-Encoding ${encoding.slice(0, 40)} can't be unpacked here. Send identity, gzip, deflate or br.`,
    { path: "Content-Encoding" },
  );
}

/**
 * @param announced what Content-Length says: the body is then read into one buffer of that size. A sender may announce
 * anything, so no more than the limit is ever set aside, and what comes is counted.
 */
async function gather(body: BodySource, announced: number, limit: number, account: IntakeAccount): Promise<Buffer> {
  if (announced > limit) throw bodyTooLarge(limit);
  account.add(announced);
  let buffer = account.room(announced > 0 ? announced : firstBuffer);
  let length = 0;
  await body((chunk) => {
    const needed = length + chunk.length;
    if (needed > limit) throw bodyTooLarge(limit);
    if (needed > buffer.length) {
      account.add(needed);
      const larger = account.room(Math.min(limit, Math.max(needed, buffer.length * 2)));
      copyBytes(larger, buffer.subarray(0, length), 0);
      buffer = larger;
    }
    copyBytes(buffer, chunk, length);
    length = needed;
  });
  return buffer.subarray(0, length);
}

const firstBuffer = 64 * 1024;

function bodyTooLarge(limit: number): Problem {
  const words = `The body is larger than ${limit} bytes as sent (FALSEZERO_MAX_BODY_BYTES). Nothing was stored; send smaller batches, or gzip them.`;
  return new Problem("body_too_large", words);
}

function tooLarge(limit: number): Problem {
  return new Problem(
    "unpacked_body_too_large",
    `The body unpacks to more than ${limit} bytes (FALSEZERO_MAX_UNPACKED_BYTES). Nothing was stored; send smaller batches.`,
  );
}

/**
 * Reads a request's body whole, unpacked. A bomb is unpacked up to the limit and no further.
 *
 * @throws Problem `body_too_large`, `unpacked_body_too_large`, `unsupported_encoding`, `too_busy`, or `invalid_request` where the
 * body is no valid compressed data.
 */
export async function readBody(
  body: BodySource,
  headers: { readonly contentEncoding: string; readonly contentLength: string | null },
  limits: BodyLimits,
  account: IntakeAccount,
): Promise<Buffer> {
  const { contentEncoding, contentLength } = headers;
  const unpack = findUnpacker(contentEncoding.trim().toLowerCase());
  const sent = await gather(body, Number(contentLength ?? 0) || 0, limits.bodyBytes, account);
  if (unpack === null) {
    if (sent.length > limits.unpackedBytes) throw tooLarge(limits.unpackedBytes);
    return sent;
  }
  let unpacked: Buffer;
  try {
    unpacked = await unpack(sent, { maxOutputLength: limits.unpackedBytes, chunkSize: 64 * 1024 });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limits.unpackedBytes);
    const words = `The body is not valid ${contentEncoding.slice(0, 40)} data, or it was cut short. Nothing was stored; send it again.`;
    throw new Problem("invalid_request", words, { path: "Content-Encoding" });
  }
  account.add(unpacked.length);
  return unpacked;
}
