/** Whether bytes are UTF-8 text. */
export type IsUtf8 = (bytes: Uint8Array) => boolean;

/** Bytes of a file, wherever they are: on a disk, or on their way in. */
export interface ImportSource {
  /** With all folders that are known, parted by slashes. */
  readonly path: string;
  /** As it is called in reports: relative to what was asked for. */
  readonly shown: string;
  /** Bytes. */
  readonly size: number;
  /** From its beginning to its end; as often as wanted. A chunk is good until the next one is asked for. */
  open(): AsyncIterable<Uint8Array>;
  /** Where the platform tells it without making text of the bytes. */
  readonly isUtf8?: IsUtf8;
  /** Some of it: from `start`, and before `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file that can't be read to its end, such as a compressed one that is damaged. */
export class SourceError extends Error {
  override readonly name = "SourceError";
}

export function isSourceError(error: unknown): error is SourceError {
  return error instanceof SourceError;
}

/** Why a file can't be read further: what stands in it is another than a moment ago. */
class ContentChange extends Error {
  override readonly name = "ContentChange";
}

/** What a source throws whose content changed while it was read: somebody writes to it. */
export function toChangedError(how: string): SourceError {
  const words = `it changed while it was read (${how}): import it again when nobody writes to it`;
  return new SourceError(words, { cause: new ContentChange(how) });
}

/** Whether a file was refused because somebody writes to it. */
export function tellsOfChange(error: unknown): boolean {
  return isSourceError(error) && error.cause instanceof ContentChange;
}

const packed = /[.]gz$/i;

/** Rollouts shrink to a tenth, and seldom to a fiftieth; what is made to grow without end does so a thousandfold. */
const largestGrowth = 200;
/** Small files may grow by more: a row that repeats is no work. Bytes. */
const freeBytes = 256 * 1024 * 1024;

/** A name without the ending that only says how the bytes are packed. */
export function unpackedName(name: string): string {
  return name.replace(packed, "");
}

/** The last part of a path, whose parts are parted by slashes. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path without its last part; empty where it has one only. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function toWebStream(
  chunks: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): ReadableStream<BufferSource> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next().catch((error: unknown) => {
        onError(error);
        throw error;
      });
      if (done === true) controller.close();
      // A view of bytes that are not shared, which is what a decompressor takes.
      else controller.enqueue(new Uint8Array(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/**
 * The file's content: unpacked where it is gzip, by its name and its first bytes.
 *
 * @throws what the source throws, and SourceError where it can't be unpacked.
 */
export async function* openUnpacked(
  source: ImportSource,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  const counted = count(source.open(), (bytes) => {
    read += bytes;
    onBytes?.(bytes);
  });
  if (!packed.test(source.path)) {
    yield* counted;
    return;
  }
  const [first, second] = await source.read(0, Math.min(2, source.size));
  if (first !== 0x1f || second !== 0x8b) throw new SourceError("it is named .gz and is no gzip file");
  let broken: unknown = null;
  const onError = (error: unknown) => {
    broken = error;
  };
  const reader = toWebStream(counted, onError).pipeThrough(new DecompressionStream("gzip")).getReader();
  let unpacked = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      unpacked += value.length;
      if (unpacked > Math.max(freeBytes, read * largestGrowth)) {
        throw new SourceError(`it unpacks to more than ${largestGrowth} times its size, as no rollouts do`);
      }
      yield value;
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    // A decompressor has words of its own for what its source could not give.
    if (broken !== null) throw broken;
    throw new SourceError(
      "it is damaged or cut short, and can't be unpacked further: copy it again from where it was written",
      { cause: error },
    );
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The same bytes for as long as somebody wants them. Its streams throw the signal's reason. */
export function untilAborted(source: ImportSource, signal: AbortSignal): ImportSource {
  return {
    ...source,
    async *open() {
      for await (const chunk of source.open()) {
        signal.throwIfAborted();
        yield chunk;
      }
    },
    async read(start, end) {
      signal.throwIfAborted();
      return source.read(start, end);
    },
  };
}

async function* count(chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** The whole content of a small file; null where it is longer than `limit` bytes. @throws SourceError. */
export async function readWhole(source: ImportSource, limit: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of openUnpacked(source)) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(new Uint8Array(chunk));
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
