import { isUtf8 } from "node:buffer";
import { type FileHandle, open } from "node:fs/promises";
import { type ImportSource, SourceError, toChangedError } from "@/lib/importers/import-source";

/** Of the beginning of a large file, compared at its end: what is written anew seldom begins as it did. */
const proofBytes = 4 * 1024;
/** Bytes read at once: large rows are put together from fewer parts. */
const chunkBytes = 256 * 1024;

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

const shorter = () => toChangedError("it is shorter than it was");

async function checkBeginning(file: FileHandle, before: Buffer): Promise<void> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(before.length), 0, before.length, 0);
  if (bytesRead < before.length) throw shorter();
  if (!buffer.equals(before)) throw toChangedError("it was written anew from its beginning");
}

/**
 * Reads a file's first bytes, a chunk ahead, into two buffers that take turns: new memory for each chunk would keep the
 * collector busy.
 *
 * @throws SourceError where it becomes shorter than that, or another, meanwhile: what is written behind them is no change.
 */
async function* readChunks(path: string, size: number): AsyncGenerator<Uint8Array> {
  const length = Math.min(chunkBytes, size);
  const file = await open(path);
  let next: ReturnType<FileHandle["read"]> | null = null;
  try {
    let [current, other] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
    let at = 0;
    let beginning: Buffer | null = null;
    next = file.read(current, 0, length, at);
    for (;;) {
      const { bytesRead } = await next;
      next = null;
      if (bytesRead === 0 && at < size) throw shorter();
      if (bytesRead === 0) return;
      // One read gives one moment of a file; several may not.
      if (at === 0 && bytesRead < size) beginning = Buffer.from(current.subarray(0, Math.min(bytesRead, proofBytes)));
      at += bytesRead;
      if (at < size) {
        next = file.read(other, 0, Math.min(length, size - at), at);
        // Thrown where it is waited for.
        next.catch(() => undefined);
      }
      yield current.subarray(0, bytesRead);
      if (next === null) {
        if (beginning !== null) await checkBeginning(file, beginning);
        return;
      }
      [current, other] = [other, current];
    }
  } finally {
    await next?.catch(() => undefined);
    await file.close();
  }
}

/** A file on this machine's disk, as large as it is now: what is written meanwhile is not read. */
export function toFileSource(file: string, about: Pick<ImportSource, "path" | "shown" | "size">): ImportSource {
  const { size } = about;
  return {
    ...about,
    isUtf8,
    open: () => readChunks(file, size),
    async read(start, end) {
      const until = Math.min(end, size);
      const bytes = await readBytes(file, start, until);
      if (bytes.length < until - start) throw shorter();
      return bytes;
    },
  };
}

/** What the disk said of a file, and what to do about it. */
export function explainFileError({ message }: Error): string {
  if (/^(?:EACCES|EPERM)/.test(message))
    return `it may not be read by this user: import it as its owner, or let others read it (${message})`;
  if (message.startsWith("ELOOP"))
    return `it is a link that goes round in a circle: remove it, or let it lead to a file (${message})`;
  if (message.startsWith("ENOENT"))
    return `it was there a moment ago and is gone, moved or removed: import it from where it is now (${message})`;
  return `the disk can't read it: try again, or copy it from elsewhere (${message})`;
}

function toSourceError(error: unknown): unknown {
  return isFileError(error) ? new SourceError(explainFileError(error), { cause: error }) : error;
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
