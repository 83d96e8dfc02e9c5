import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { ImportSource } from "@/lib/importers/import-source";

/** Bytes read at once: large rows are put together from fewer parts. */
const chunkBytes = 256 * 1024;

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A file on this machine's disk, as large as it is now: what is written meanwhile is not read. */
export function toFileSource(file: string, about: Pick<ImportSource, "path" | "shown" | "size">): ImportSource {
  const { size } = about;
  return {
    ...about,
    open: () => (size === 0 ? nothing() : createReadStream(file, { highWaterMark: chunkBytes, end: size - 1 })),
    async read(start, end) {
      const handle = await open(file);
      try {
        const buffer = Buffer.alloc(Math.max(0, end - start));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
        return buffer.subarray(0, bytesRead);
      } finally {
        await handle.close();
      }
    },
  };
}
