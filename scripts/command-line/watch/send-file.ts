import { createHash } from "node:crypto";
import type { Split } from "@/lib/core/rollout";
import { FileReport } from "@/lib/importers/file-report";
import { isSourceError } from "@/lib/importers/import-source";
import type { ImportReceipt } from "@/lib/importers/import-target";
import type { FileContext, RecordReader, RowsFile } from "@/lib/importers/importer";
import { mapRecord } from "@/lib/importers/map-record";
import type { PlannedFile } from "@/lib/importers/plan-import";
import { readRecords } from "@/lib/importers/read-records";
import { Sender } from "@/lib/importers/sender";
import type { NumberedRecord } from "@/lib/importers/source-lines";
import { isAboutDisk } from "./disk";
import type { FollowedFile } from "./followed-file";
import { LineReading } from "./line-reading";

/** What was read is held to be reached after so many bytes of a large file. */
const checkpointBytes = 32 * 1024 * 1024;

/** One file of rows, and where its rows go. */
export interface Sending {
  readonly file: FollowedFile;
  /** Of what is new. */
  readonly report: FileReport;
  /** Of files that do not say it. */
  readonly split: Split | undefined;
  readonly rows: RowsFile;
  readonly context: FileContext;
  /** What the context is known by. */
  readonly contextKey: string;
  readonly send: (rows: readonly Uint8Array[]) => Promise<ImportReceipt>;
  /** The place reached has moved. */
  readonly onPlace: () => Promise<void>;
}

function keyOf(number: number, bytes: Uint8Array): string {
  return `${number}:${createHash("sha1").update(bytes).digest("base64")}`;
}

/** Sends the rows of records; those that were sent as they are, and what was judged before, are passed by. */
class Feed {
  readonly #sending: Sending;
  readonly #reader: RecordReader;
  readonly #sender: Sender;
  readonly #former: FileReport;
  readonly #planned: PlannedFile;
  #keys: string[] = [];
  #last: number;

  constructor(sending: Sending, reader: RecordReader) {
    const { report, send, file } = sending;
    this.#sending = sending;
    this.#reader = reader;
    this.#planned = report.file;
    this.#former = new FileReport(report.file, sending.split);
    this.#sender = new Sender(report, send);
    this.#last = file.judged;
  }

  async add(records: readonly NumberedRecord[]): Promise<void> {
    const { file, report } = this.#sending;
    for (const numbered of records) {
      const isNew = numbered.number > file.judged;
      for (const row of mapRecord(numbered, this.#reader, isNew ? report : this.#former)) {
        const key = this.#planned.isSettled && isNew ? null : keyOf(row.number, row.bytes);
        if (key !== null && file.wasSent(key)) continue;
        if (this.#sender.isFullFor(row)) await this.#sender.flush();
        this.#sender.add(row);
        if (key !== null) this.#keys.push(key);
      }
      this.#last = Math.max(this.#last, numbered.number);
    }
  }

  /** Waits until everything is acknowledged. */
  async settle(): Promise<void> {
    const { file, report } = this.#sending;
    await this.#sender.end();
    file.noteSent(this.#keys);
    file.judged = this.#last;
    this.#keys = [];
    report.note ??= this.#reader.note();
  }

  /**
   * Sends nothing more, and waits for what is under way: the server may take it all the same, and then it counts; and it
   * must not arrive behind what the next look reads.
   */
  async giveUp(): Promise<void> {
    await this.#sender.settle();
  }
}

/** Reads again what is acknowledged, for what the reader learns from it, and sends nothing. */
async function passBy(reading: LineReading, { report, split }: Sending, path: string, end: number): Promise<void> {
  const unheard = new FileReport(report.file, split);
  for await (const records of reading.readOn(path, end)) {
    for (const numbered of records) for (const _row of mapRecord(numbered, reading.reader, unheard));
  }
}

/** Opens a file of lines at the place it was read to, or at its beginning where it has to be read anew. */
async function openReading(sending: Sending, path: string): Promise<LineReading> {
  const { file, rows, context, contextKey, report } = sending;
  const isKnown = report.file.isSettled && file.record.context === contextKey;
  if (file.reading !== null && isKnown) return file.reading;
  const reading = new LineReading(rows.startReading(context));
  file.reading = reading;
  if (isKnown) await passBy(reading, sending, path, file.record.offset);
  return reading;
}

/**
 * Sends what a file of lines has more than before.
 *
 * @param end behind the last line to read.
 * @throws what the target throws, and errors of the disk.
 */
export async function sendLines(sending: Sending, path: string, end: number): Promise<void> {
  const { file, contextKey, report } = sending;
  const reading = await openReading(sending, path);
  const feed = new Feed(sending, reading.reader);
  let reached = reading.offset;
  const keepPlace = async () => {
    await feed.settle();
    reached = reading.offset;
    file.record = { ...file.record, ...reading.place, context: contextKey };
    await sending.onPlace();
  };
  try {
    for await (const records of reading.readOn(path, end)) {
      await feed.add(records);
      if (reading.offset - reached > checkpointBytes) await keepPlace();
    }
    await keepPlace();
  } catch (error) {
    await feed.giveUp();
    // Its place is ahead of what is acknowledged.
    file.reading = null;
    throw error;
  }
  if (report.file.isSettled) file.forgetSent();
}

/**
 * Sends a file that can only be read as a whole: a document, a table, or one that is packed.
 *
 * @throws what the target throws, and errors of the disk.
 */
export async function sendWhole(sending: Sending): Promise<void> {
  const { file, rows, report, context, contextKey } = sending;
  const reader = rows.startReading(context);
  const feed = new Feed(sending, reader);
  const sendAll = async () => {
    for await (const records of readRecords(report.file.source, rows.reading, () => undefined, reader.findPlain)) {
      await feed.add(records);
    }
  };
  // What the disk does not give now it may give at the next look.
  const isAboutContent = (error: unknown): error is Error => isSourceError(error) && !isAboutDisk(error);
  try {
    await report.orRefuse(isAboutContent, sendAll);
    if (report.refusal !== null) report.refusal += "; what stands before that was taken";
    await feed.settle();
  } catch (error) {
    await feed.giveUp();
    throw error;
  }
  file.record = { ...file.record, context: contextKey };
  await sending.onPlace();
}
