import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type ImportSource, openUnpacked, untilAborted } from "./import-source";

function toSource(path: string, bytes: Uint8Array): ImportSource {
  return {
    path,
    shown: path,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
    read: async (start, end) => bytes.subarray(start, end),
  };
}

async function unpackedLength(source: ImportSource): Promise<number> {
  let length = 0;
  for await (const chunk of openUnpacked(source)) length += chunk.length;
  return length;
}

it("unpacks what repeats, as long as there is not much of it", async () => {
  const text = "the same row again and again\n".repeat(200_000);
  expect(await unpackedLength(toSource("a.jsonl.gz", gzipSync(text)))).toBe(text.length);
});

it("gives up a packed file that grows without end", async () => {
  const member = gzipSync(new Uint8Array(32 * 1024 * 1024));
  const bomb = toSource("a.jsonl.gz", Buffer.concat(Array(40).fill(member)));
  await expect(unpackedLength(bomb)).rejects.toThrow("more than 200 times its size");
});

it("does not take a packed file for damaged that the disk does not give, or that nobody wants any more", async () => {
  const gone = new Error("EIO: i/o error, read");
  const source = toSource("a.jsonl.gz", gzipSync("{}\n".repeat(100_000)));
  const broken = {
    ...source,
    async *open() {
      yield (await source.read(0, 20)).subarray();
      throw gone;
    },
  };
  await expect(unpackedLength(broken)).rejects.toBe(gone);
});

it("reads no further when nobody wants it any more", async () => {
  const stopping = new AbortController();
  const source = untilAborted(toSource("a.jsonl", new Uint8Array(1_000_000)), stopping.signal);
  const reading = source.open()[Symbol.asyncIterator]();
  await reading.next();
  stopping.abort(new Error("left"));
  await expect(reading.next()).rejects.toThrow("left");
  await expect(source.read(0, 4)).rejects.toThrow("left");
});
