import { type FileHandle, open, rm } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { createGzip } from "node:zlib";
import { parseJson, readProblem } from "@/lib/client/answer";
import { backoffMs, isWorthRetrying, longestWaitMs, parseRetryAfter, toWaitMs } from "@/lib/client/backoff";
import { RequestError, UnreachableError } from "@/lib/client/client-error";
import { toFileName } from "@/lib/core/file-name";
import { isFileError } from "@/lib/server/file-source";
import { ExportEnd } from "@/lib/wire/export-file";
import type { Connection } from "./import-command";
import { showProgress } from "./progress";
import { exitCodes } from "./server-address";

export interface ExportCommand {
  readonly run: string;
  /** A file that is not there yet; `-` is the standard output. */
  readonly out: string | undefined;
  /** What the rollouts are chosen by; empty: all of the run. */
  readonly filter: URLSearchParams;
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
async function ask(url: string, { token }: Connection, print: (line: string) => void): Promise<Response> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  for (let tried = 1; ; tried++) {
    let response: Response;
    try {
      response = await fetch(url, { headers, redirect: "manual" });
    } catch (error) {
      throw new UnreachableError(url, error);
    }
    const { status } = response;
    if (status === 200) return response;
    const { code, sentence } = readProblem(parseJson(await response.text()));
    const words = sentence ?? `${url} answered with status ${status}`;
    const retryAfter = parseRetryAfter(response.headers.get("retry-after"), Date.now());
    if (!isWorthRetrying(status) || tried >= tries || (retryAfter ?? 0) > longestWaitMs) {
      throw new RequestError(words, status, code, retryAfter);
    }
    const waitMs = toWaitMs(retryAfter, backoffMs(tried, Math.random()));
    if (tried === 1) print(`${words} It is asked again, ${tries} times in all.`);
    await wait(waitMs);
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
async function write(response: Response, counter: LineCounter, { out, file }: Target): Promise<void> {
  const body = Readable.from(response.body ?? []);
  try {
    if (file === null) await pipeline(body, counter, process.stdout, { end: false });
    else if (/[.]gz$/i.test(out)) await pipeline(body, counter, createGzip(), file.createWriteStream());
    else await pipeline(body, counter, file.createWriteStream());
  } catch (error) {
    if (!isFileError(error)) throw new UnreachableError(response.url, error);
    if (file === null) throw new RangeError(`The standard output can't be written: ${error.message}.`);
    throw new RangeError(`${out} can't be written: ${error.message}. Nothing of the export was kept.`);
  }
}

async function fetchInto(
  target: Target,
  command: ExportCommand,
  connection: Connection,
  print: (line: string) => void,
): Promise<ExportEnd["falsezero_export_end"]> {
  const overview = await ask(toRunAddress(command, connection), connection, print);
  const total = readTotal(parseJson(await overview.text()));
  const response = await ask(toAddress(command, connection), connection, print);
  const isUncounted = target.file === null || command.filter.size > 0;
  const progress = showProgress(isUncounted ? 0 : total, "{bar} {value} rows", print);
  const counter = new LineCounter((lines) => progress.advance(lines));
  try {
    await write(response, counter, target);
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
 * @param print takes what a person reads. @returns the exit code.
 * @throws RangeError where the file is there already or can't be written, and the client's errors.
 */
export async function exportRun(
  command: ExportCommand,
  connection: Connection,
  print: (line: string) => void,
): Promise<number> {
  const out = command.out ?? toFileName([command.run], "ndjson");
  if (out === "-") {
    await fetchInto({ out, file: null }, command, connection, print);
    return exitCodes.done;
  }
  const file = await openNew(out);
  try {
    const end = await fetchInto({ out, file }, command, connection, print);
    const what = command.filter.size === 0 ? `, and ${end.records} records of what is told beside them` : "";
    print(`${out}: ${end.rollouts} rollouts of ${command.run}${what}.`);
    return exitCodes.done;
  } catch (error) {
    await rm(out, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
