import { pipeline, Readable, Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { Problem } from "@/lib/core/errors";
import type { Limits } from "./config";

/** Counts bytes on their way and stops at a limit, so that a bomb is never unpacked beyond it. */
function countingStream(limit: number, refuse: () => Problem): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) done(refuse());
      else done(null, chunk);
    },
  });
}

function toUnpacker(encoding: string): Transform | null {
  switch (encoding) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw new Problem(
        "unsupported_encoding",
        `Content-Encoding ${encoding.slice(0, 40)} can't be unpacked here. Send identity, gzip, deflate or br.`,
        { path: "Content-Encoding" },
      );
  }
}

/**
 * Reads a request's body whole, unpacked.
 *
 * @throws Problem `body_too_large`, `unpacked_body_too_large`, `unsupported_encoding`, or `invalid_request` where the
 * body is no valid compressed data.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, contentEncoding: string, limits: Limits): Promise<Buffer> {
  const unpacker = toUnpacker(contentEncoding.trim().toLowerCase());
  const asSent = countingStream(limits.bodyBytes, () => {
    const words = `The body is larger than ${limits.bodyBytes} bytes as sent (FALSEZERO_MAX_BODY_BYTES). Nothing was stored; send smaller batches, or gzip them.`;
    return new Problem("body_too_large", words);
  });
  const unpacked = countingStream(limits.unpackedBytes, () => {
    const words = `The body unpacks to more than ${limits.unpackedBytes} bytes (FALSEZERO_MAX_UNPACKED_BYTES). Nothing was stored; send smaller batches.`;
    return new Problem("unpacked_body_too_large", words);
  });
  const source = Readable.from(body, { objectMode: false });
  const stages = unpacker === null ? [source, asSent, unpacked] : [source, asSent, unpacker, unpacked];
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    unpacked.on("data", (chunk: Buffer) => chunks.push(chunk));
    pipeline(stages, (error) => {
      if (error === null || error === undefined) resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
      else reject(toBodyProblem(error, contentEncoding));
    });
  });
}

function toBodyProblem(error: Error, contentEncoding: string): Error {
  const code = "code" in error ? String(error.code) : "";
  if (!code.startsWith("Z_") && !code.startsWith("ERR__ERROR_FORMAT") && !code.startsWith("ERR_BROTLI") && !code.startsWith("ERR__")) {
    return error;
  }
  return new Problem(
    "invalid_request",
    `The body is not valid ${contentEncoding.slice(0, 40)} data, or it was cut short. Nothing was stored; send it again.`,
    { path: "Content-Encoding" },
  );
}
