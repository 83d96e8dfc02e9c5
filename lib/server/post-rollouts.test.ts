import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Intake } from "./intake";
import { postRollouts } from "./post-rollouts";

/** Posts a body. @returns what of it goes to the thread that judges it. */
async function send(body: Buffer, contentEncoding: string | null): Promise<Uint8Array> {
  let taken: Uint8Array = new Uint8Array();
  const limits = { bodyBytes: 1_000_000, unpackedBytes: 1_000_000 };
  const ingest = async (request: { readonly body: Uint8Array }) => {
    taken = request.body;
    return "{}";
  };
  const headers = { contentType: null, contentEncoding, contentLength: String(body.length), idempotencyKey: null };
  await postRollouts(
    { config: { limits }, intake: new Intake(), ingest },
    { run: "a", query: "", headers, body: async (take) => take(body) },
  );
  return taken;
}

const row = (bytes: number) => Buffer.from(`{"id":"${"x".repeat(bytes - 9)}"}`);

test.each([16_384, 70_000, 300_000])(
  "a body of %d bytes lies in memory that threads share, packed or not",
  async (bytes) => {
    for (const sent of [await send(row(bytes), null), await send(gzipSync(row(bytes)), "gzip")]) {
      expect(sent.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(Buffer.from(sent).equals(row(bytes))).toBe(true);
    }
  },
);

test.each([100, 5_000, 16_383])("a body of %d bytes is copied, and little beside it", async (bytes) => {
  for (const sent of [await send(row(bytes), null), await send(gzipSync(row(bytes)), "gzip")]) {
    expect(sent.buffer).toBeInstanceOf(ArrayBuffer);
    expect(sent.buffer.byteLength).toBeLessThanOrEqual(Math.max(8_192, bytes));
    expect(Buffer.from(sent).equals(row(bytes))).toBe(true);
  }
});
