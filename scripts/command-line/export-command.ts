import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { parseJson, readProblem } from "@/lib/client/answer";
import { judgeRetry, parseRetryAfter } from "@/lib/client/backoff";
import { RequestError, UnreachableError } from "@/lib/client/client-error";
import { toFileName } from "@/lib/core/file-name";
import { isFileError } from "@/lib/server/file-source";
import { ExportEnd } from "@/lib/wire/export-file";
import type { Connection } from "./import-command";
import { toInterrupted } from "./interruption";
import { showProgress } from "./progress";
import { exitCodes } from "./server-address";

export interface ExportCommand {
  readonly run: string;
  /** A file that is not there yet; `-` is the standard output. */
  readonly out: string | undefined;
  /** What the rollouts are chosen by; empty: all of the run. */
  readonly filter: URLSearchParams;
}

/** What an export works with, and for whom. */
interface Surroundings {
  readonly connection: Connection;
  /** Aborted by Ctrl-C: nothing is kept then. */
  readonly stopping: AbortSignal;
  /** Takes what a person reads. */
  readonly print: (line: string) => void;
}

const newline = 0x0a;
/** In all, of a server that is busy. */
const tries = 8;
/** The end line is shorter than this. */
const tailBytes = 512;

/** Counts lines as they pass, and keeps the end of the last one. */
class LineCounter extends Transform {
  lines = 0;
  tail = Buffer.alloc(0);
  readonly #onLines: (lines: number) => void;

  constructor(onLines: (lines: number) => void) {
    super();
    this.#onLines = onLines;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    const before = this.lines;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) this.lines++;
    this.tail = Buffer.concat([this.tail, chunk.subarray(-tailBytes)]).subarray(-tailBytes);
    this.#onLines(this.lines - before);
    done(null, chunk);
  }

  /** What the file says that it holds; null where it breaks off before. */
  readEnd(): ExportEnd["falsezero_export_end"] | null {
    const last = this.tail.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
    const end = ExportEnd.safeParse(parseJson(last));
    return end.success ? end.data.falsezero_export_end : null;
  }
}

/** As the client asks: what is busy is asked again when it says, and who is not there is not waited for. */
async function ask(url: string, { connection, stopping, print }: Surroundings): Promise<Response> {
  const { token } = connection;
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  for (let tried = 1; ; tried++) {
    let response: Response;
    try {
      response = await fetch(url, { headers, redirect: "manual", signal: stopping });
    } catch (error) {
      stopping.throwIfAborted();
      throw new UnreachableError(url, error);
    }
    const { status } = response;
    if (status === 200) return response;
    const { code, sentence } = readProblem(parseJson(await response.text()));
    const words = sentence ?? `${url} answered with status ${status}`;
    const retryAfterMs = parseRetryAfter(response.headers.get("retry-after"), Date.now());
    const waitMs = judgeRetry({ status, retryAfterMs }, tried, tries, Math.random());
    if (waitMs === null) throw new RequestError(words, status, code, retryAfterMs);
    if (tried === 1) print(`${words} It is asked again, ${tries} times in all.`);
    await wait(waitMs, undefined, { signal: stopping });
  }
}

function toRunAddress({ run }: ExportCommand, { url }: Connection): string {
  return `${url}/api/v1/runs/${encodeURIComponent(run)}`;
}

/** Rollouts of a run, as far as an overview of it says. */
function readTotal(overview: unknown): number {
  return overview !== null && typeof overview === "object" && "rollouts" in overview ? Number(overview.rollouts) : 0;
}

function toAddress(command: ExportCommand, connection: Connection): string {
  const { filter } = command;
  const base = toRunAddress(command, connection);
  return filter.size === 0 ? `${base}/export` : `${base}/rollouts/export?${filter}`;
}

/** @throws RangeError where it is there already, or can't be made. */
async function openNew(out: string): Promise<FileHandle> {
  try {
    return await open(out, "wx");
  } catch (error) {
    if (!isFileError(error)) throw error;
    if ("code" in error && error.code === "EEXIST") {
      throw new RangeError(`${out} is there already, and is left as it is. Choose another with --out, or remove it.`);
    }
    throw new RangeError(`${out} can't be made: ${error.message}. Choose another with --out.`);
  }
}

interface Target {
  readonly out: string;
  /** Ours, and new; null: the standard output. */
  readonly file: FileHandle | null;
}

/** @throws RangeError where the file takes no more, and UnreachableError where the connection breaks. */
async function write(
  response: Response,
  counter: LineCounter,
  { out, file }: Target,
  signal: AbortSignal,
): Promise<void> {
  const body = Readable.from(response.body ?? []);
  try {
    if (file === null) await pipeline(body, counter, process.stdout, { end: false, signal });
    else if (/[.]gz$/i.test(out)) await pipeline(body, counter, createGzip(), file.createWriteStream(), { signal });
    else await pipeline(body, counter, file.createWriteStream(), { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!isFileError(error)) throw new UnreachableError(response.url, error);
    if (file === null) throw new RangeError(`The standard output can't be written: ${error.message}.`);
    throw new RangeError(`${out} can't be written: ${error.message}. Nothing of the export was kept.`);
  }
}

async function fetchInto(
  target: Target,
  command: ExportCommand,
  surroundings: Surroundings,
): Promise<ExportEnd["falsezero_export_end"]> {
  const { connection, stopping, print } = surroundings;
  const overview = await ask(toRunAddress(command, connection), surroundings);
  const total = readTotal(parseJson(await overview.text()));
  const response = await ask(toAddress(command, connection), surroundings);
  const isUncounted = target.file === null || command.filter.size > 0;
  const progress = showProgress(isUncounted ? 0 : total, "{bar} {value} rows", print);
  const counter = new LineCounter((lines) => progress.advance(lines));
  try {
    await write(response, counter, target, stopping);
  } finally {
    progress.stop();
  }
  const end = counter.readEnd();
  if (end !== null) return end;
  throw new RequestError(`${connection.url} broke the export off before its end; nothing of it was kept.`, 200, null);
}

/**
 * Writes an export to a file, or to the standard output, as it comes. The file is made before the server is asked: one
 * that is there already is left as it is, and only our own is removed where the export fails.
 *
 * @returns the exit code.
 * @throws RangeError where the file is there already or can't be written, and the client's errors.
 */
export async function exportRun(command: ExportCommand, surroundings: Surroundings): Promise<number> {
  const { stopping, print } = surroundings;
  const out = command.out ?? toFileName([command.run], "ndjson");
  const file = out === "-" ? null : await openNew(out);
  try {
    const end = await fetchInto({ out, file }, command, surroundings);
    if (file === null) return exitCodes.done;
    const what = command.filter.size === 0 ? `, and ${end.records} records of what is told beside them` : "";
    print(`${out}: ${end.rollouts} rollouts of ${command.run}${what}.`);
    return exitCodes.done;
  } catch (error) {
    if (file !== null) await rm(out, { force: true });
    if (!stopping.aborted) throw error;
    print(file === null ? "Interrupted: the export breaks off here." : `Interrupted: ${out} is not kept.`);
    return toInterrupted(stopping.reason).code;
  } finally {
    await file?.close();
  }
}
