import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { type ImportSource, SourceError } from "@/lib/importers/import-source";

/** Bytes read at once: large rows are put together from fewer parts. */
const chunkBytes = 256 * 1024;

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Whether a disk, and not a server or our own mistake, is what an error is about. */
export function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

/** Bytes of a file; fewer where it has become shorter. */
export async function readBytes(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(Math.max(0, end - start));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A file on this machine's disk, as large as it is now: what is written meanwhile is not read. */
export function toFileSource(file: string, about: Pick<ImportSource, "path" | "shown" | "size">): ImportSource {
  const { size } = about;
  return {
    ...about,
    open: () => (size === 0 ? nothing() : createReadStream(file, { highWaterMark: chunkBytes, end: size - 1 })),
    read: (start, end) => readBytes(file, start, Math.min(end, size)),
  };
}

function toSourceError(error: unknown): unknown {
  return isFileError(error) ? new SourceError(`it can't be read: ${error.message}`, { cause: error }) : error;
}

/** The same file, of which a disk's errors are about this file alone: it is refused with their words, and no other. */
export function toRefusable(source: ImportSource): ImportSource {
  return {
    ...source,
    async *open() {
      try {
        yield* source.open();
      } catch (error) {
        throw toSourceError(error);
      }
    },
    async read(start, end) {
      try {
        return await source.read(start, end);
      } catch (error) {
        throw toSourceError(error);
      }
    },
  };
}

/** What stands for a file, or a folder, of which not even the size can be asked. */
export function toUnreadable(path: string, shown: string, why: Error): ImportSource {
  const fail = () => Promise.reject(toSourceError(why));
  return { path, shown, size: 0, open: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }), read: fail };
}
