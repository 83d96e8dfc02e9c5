import { contextOf, type ImportOptions, placeOf, StepKnowledge } from "./file-context";
import type { FileReport } from "./file-report";
import { isSourceError } from "./import-source";
import type { ImportTarget } from "./import-target";
import type { RowsFile } from "./importer";
import { mapRecord } from "./map-record";
import { readBeside } from "./read-beside";
import { readRecords } from "./read-records";
import { RecordSender } from "./record-sender";
import { isComparable, sendCounts } from "./send-counts";
import { Sender } from "./sender";

/** Told of every stretch of a file of rows that was read, and of every file that is done with. */
export interface ImportWatcher {
  onBytes(bytes: number, report: FileReport): void;
  /** Waited for: whoever listens slowly is not ahead of by more than one file. */
  onFile(report: FileReport): void | Promise<void>;
  /** Whoever asked for the import has left: nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

/** What a person should know of a file that can't be read to its end. */
function sayWhatWasTaken({ rows }: FileReport): string {
  return rows > 0 ? "; what stands before that was taken" : "; nothing of it was taken";
}

async function sendRows(
  report: FileReport,
  rows: RowsFile,
  known: StepKnowledge,
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  const { file } = report;
  const place = { ...placeOf(file, options), format: rows.format, step: file.step ?? undefined };
  const reader = rows.startReading(contextOf(file, known, options));
  const sender = new Sender(report, (bytes) => target.sendRows(bytes, place));
  const exported = new RecordSender(target, sender);
  const onBytes = (bytes: number) => watcher.onBytes(bytes, report);
  const sendAll = async () => {
    for await (const some of readRecords(file.source, rows.reading, onBytes, reader.findPlain)) {
      watcher.signal?.throwIfAborted();
      for (const numbered of some) {
        for (const row of mapRecord(numbered, reader, report, (record) => exported.add(record))) {
          if (exported.hasAny) await exported.flush();
          if (sender.isFullFor(row)) await sender.flush();
          sender.add(row);
        }
        if (exported.isFull) await exported.flush();
      }
    }
  };
  try {
    await report.orRefuse(isSourceError, sendAll);
    await exported.flush();
    await sender.end();
  } catch (error) {
    // The server may take what is under way all the same: then it counts.
    await sender.settle();
    throw error;
  }
  if (report.refusal !== null) report.refusal += sayWhatWasTaken(report);
  report.refusal ??= reader.finish?.() ?? null;
  report.note ??= reader.note();
}

/**
 * Two collections of a step whose rows have the same identities are one to the run, and the later file's rows count:
 * that is said, since an earlier import of the same file looks no different.
 */
function noteReplaced(report: FileReport, isAlone: boolean): void {
  const { recognition } = report.file;
  if (isAlone || report.updated === 0 || recognition.role !== "rows" || recognition.kind === "failures") return;
  const words =
    `${report.updated} of its rows took the place of rows with the same identity, from an earlier import or from another ` +
    "file of this step; collections that are not one run need runs, environments or splits of their own";
  report.note = report.note === null ? words : `${report.note}; ${words}`;
}

/** Imports the files of one step: what is expected first, then what came, then what the producer counted. */
async function importStep(
  reports: readonly FileReport[],
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  const taken = reports.filter(({ refusal }) => refusal === null);
  const isAlone = isComparable(taken);
  const known = new StepKnowledge();
  for (const report of taken) {
    watcher.signal?.throwIfAborted();
    await report.orRefuse(isSourceError, () => readBeside(report, taken, known, target, options));
  }
  for (const report of reports) {
    watcher.signal?.throwIfAborted();
    const { recognition } = report.file;
    if (report.refusal === null && recognition.role === "rows" && !report.isFinished) {
      await sendRows(report, recognition, known, target, options, watcher);
      noteReplaced(report, isAlone);
    }
    if (report.refusal === null && recognition.role === "counts") {
      if (isAlone) await sendCounts(report, target, options);
      else report.note = "not compared: several files of rollouts share this step, and it counts one of them";
    }
    report.isFinished = true;
    await watcher.onFile(report);
  }
}

/**
 * Imports files, a step at a time, in bounded memory, and fills in their reports. What was sent before an error stays:
 * sending it again changes nothing.
 *
 * @throws what the target throws, and the reason of the watcher's signal.
 */
export async function runImport(
  reports: readonly FileReport[],
  target: ImportTarget,
  options: ImportOptions,
  watcher: ImportWatcher,
): Promise<void> {
  // Files of a step stand together.
  for (let at = 0, end = 0; at < reports.length; at = end) {
    while (end < reports.length && reports[end]?.file.step === reports[at]?.file.step) end++;
    await importStep(reports.slice(at, end), target, options, watcher);
  }
}
