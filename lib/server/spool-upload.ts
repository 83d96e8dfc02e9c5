import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { isProblem, Problem } from "@/lib/core/errors";
import type { ImportSource } from "@/lib/importers/import-source";
import { toFileSource, toRefusable } from "./file-source";

/** Files of one upload: more than any run's folder holds, fewer than would fill a disk with names. */
const mostFilesTaken = 200_000;
const longestName = 1_000;

/** Files that came in, kept on the disk until they were read. */
export interface Spool {
  readonly sources: readonly ImportSource[];
  readonly bytes: number;
  remove(): Promise<void>;
}

function spoolFolder(dataFolder: string): string {
  return join(dataFolder, "incoming");
}

/** Removes what a process left that ended in the middle of an upload. Called before anything comes in. */
export async function clearSpool(dataFolder: string): Promise<void> {
  await rm(spoolFolder(dataFolder), { recursive: true, force: true });
}

/** A name as it is shown, with its folders; never where anything is written. */
function cleanName(told: string, number: number): string {
  const parts = told.split(/[\\/]+/).filter((part) => part !== "" && part !== "." && part !== "..");
  return parts.join("/").slice(-longestName) || `file-${number}`;
}

/**
 * A file's name in a form: browsers write quotes and ends of lines in it as these three (multipart/form-data in the HTML
 * standard), and nothing else so. Left like that, the page would name rows otherwise than the command line.
 */
function decodeFormName(told: string): string {
  return told.replace(/%(22|0A|0D)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Files of one folder are called as they are below it, as the command line calls them: rows are named after that. */
function showBelow(sources: readonly ImportSource[]): ImportSource[] {
  const [first = ""] = sources[0]?.path.split("/") ?? [];
  if (!sources.every(({ path }) => path.startsWith(`${first}/`))) return [...sources];
  return sources.map((source) => ({ ...source, shown: source.path.slice(first.length + 1) }));
}

/** Writes files one by one under names of our own. */
class FileWriter {
  readonly sources: ImportSource[] = [];
  readonly #folder: string;
  bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(content: Readable | AsyncIterable<Uint8Array>, told: string): Promise<void> {
    const number = this.sources.length;
    const path = join(this.#folder, String(number));
    const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
    await pipeline(content, file);
    const name = cleanName(told, number + 1);
    this.sources.push(toRefusable(toFileSource(path, { path: name, shown: name, size: file.bytesWritten })));
    this.bytes += file.bytesWritten;
  }
}

function unreadableForm(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  const words = `The form can't be read: ${why.slice(0, 200)}. Nothing was imported; send it again.`;
  return new Problem("invalid_request", words, { path: "Content-Type" });
}

/** Takes a form apart as it comes: one part after the other, with no more in memory than a chunk. */
async function writeForm(
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  writer: FileWriter,
  mostFiles: number,
): Promise<void> {
  let form: InstanceType<typeof Busboy>;
  try {
    const limits = { files: mostFiles, fields: 100, fieldSize: 64 * 1024 };
    form = new Busboy({ headers: { "content-type": contentType }, preservePath: true, limits });
  } catch (error) {
    throw unreadableForm(error);
  }
  let writing: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  const unfinished = new Set<Readable>();
  // What comes after it is passed over without a word otherwise.
  form.on("filesLimit", () => {
    failure ??= tooManyFiles(mostFiles);
  });
  form.on("file", (_field, content, name) => {
    unfinished.add(content);
    content.once("close", () => unfinished.delete(content));
    // Parts come one after the other; the next begins when this one's bytes were taken.
    writing = writing
      .then(() => writer.write(content, decodeFormName(name ?? "")))
      .catch((error: unknown) => {
        failure ??= error;
        content.resume();
      });
  });
  const ended = finished(form);
  ended.catch(() => undefined);
  try {
    for await (const chunk of body) {
      if (form.destroyed || isProblem(failure)) break;
      if (!form.write(chunk)) await Promise.race([new Promise((resolve) => form.once("drain", resolve)), ended]);
    }
    form.end();
    await ended;
  } catch (error) {
    // What comes no more would be waited for without end.
    for (const content of unfinished) content.destroy(new Error("the upload ended inside a file"));
    await writing;
    throw isStorageError(failure) || isProblem(failure) ? failure : unreadableForm(error);
  }
  await writing;
  if (failure !== null) throw failure;
}

function tooManyFiles(mostFiles: number): Problem {
  const most = mostFiles.toLocaleString("en");
  const words = `The form holds more than ${most} files, which is the most that are taken at once. Nothing was imported; send the run in parts, or import it from the command line.`;
  return new Problem("invalid_request", words, { path: "file" });
}

function isStorageError(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT", "EFBIG", "EIO"].includes(String(error.code));
}

/**
 * Takes an upload in: the parts of a form, or one file.
 *
 * @param name of a body that is one file.
 * @throws Problem `invalid_request` where it can't be taken apart or holds no file, `unavailable` where the disk is full.
 */
export async function spoolUpload(
  dataFolder: string,
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  name: string | undefined,
  mostFiles = mostFilesTaken,
): Promise<Spool> {
  const folder = join(spoolFolder(dataFolder), randomUUID());
  await mkdir(folder, { recursive: true });
  const remove = () => rm(folder, { recursive: true, force: true });
  const writer = new FileWriter(folder);
  try {
    const isForm = /^multipart\/form-data\b/i.test(contentType);
    if (isForm) await writeForm(body, contentType, writer, mostFiles);
    else if (name !== undefined) await writer.write(body, name);
    else throw nameless();
    if (writer.sources.length === 0)
      throw new Problem("invalid_request", "The form holds no file. Nothing was imported.");
    return { sources: isForm ? showBelow(writer.sources) : writer.sources, bytes: writer.bytes, remove };
  } catch (error) {
    await remove();
    if (!isStorageError(error)) throw error;
    const words =
      "There is no room on the disk for what is being imported. Nothing of it was; free some and send it again.";
    throw new Problem("unavailable", words, { cause: error });
  }
}

function nameless(): Problem {
  const words =
    "A body that is one file needs its name in the query, such as ?name=rollouts.jsonl: what it is called tells it from others. Or send a form with files (curl -F file=@rollouts.jsonl).";
  return new Problem("invalid_request", words, { path: "name" });
}
