import { isProblem } from "@/lib/core/errors";
import { hasTakenAny, isTaken, sumImported } from "@/lib/core/imported-file";
import { type FinishState, hasEnded } from "@/lib/core/run";
import { toDryRun } from "@/lib/importers/dry-run-target";
import type { ImportOptions } from "@/lib/importers/file-context";
import type { FileReport } from "@/lib/importers/file-report";
import { untilAborted } from "@/lib/importers/import-source";
import { type PlannedFile, planFile } from "@/lib/importers/plan-import";
import { runImport } from "@/lib/importers/run-import";
import { startReports } from "@/lib/importers/start-reports";
import type { WireImportDone, WireImportEvent } from "@/lib/wire/import-events";
import type { Context } from "./context";
import { finishRun } from "./finish-run";
import { toRunHere, untilTaken } from "./run-here-target";
import type { Spool } from "./spool-upload";

export interface ImportRequest {
  readonly run: string;
  readonly step: number | null;
  readonly options: ImportOptions;
  readonly isDryRun: boolean;
  /** The run has ended: it is finished when everything was taken. */
  readonly isFinished: boolean;
}

/** Progress is told this often at most. */
const progressMs = 200;

/** Files one by one: reading their beginnings is what is slow, and one that can't be read is planned as refused. */
async function planAll(spool: Spool, request: ImportRequest, signal: AbortSignal): Promise<PlannedFile[]> {
  const planned: PlannedFile[] = [];
  // Of many files, some are beside the point; one alone was meant.
  const isAskedFor = spool.sources.length === 1;
  for (const source of spool.sources) {
    signal.throwIfAborted();
    planned.push(await planFile(untilAborted(source, signal), request.step, isAskedFor));
  }
  return planned;
}

/** What an import made of its run. */
interface RunEnding {
  readonly hasFinished: boolean;
  /** How it had ended before, where its end was told. */
  readonly endedBefore: FinishState | null;
}

const unended: RunEnding = { hasFinished: false, endedBefore: null };

interface Ending extends RunEnding {
  /** What ended the import before its end. */
  readonly failure: string | null;
}

function toDone(request: ImportRequest, reports: readonly FileReport[], ending: Ending): WireImportDone {
  const { failure, hasFinished, endedBefore } = ending;
  const files = reports.map((report) => report.toImported());
  const ok = failure === null && files.every(isTaken);
  const { run, isDryRun } = request;
  // Schemas own their arrays; ours are read-only, and copied once here.
  const copied = files.map((file) => ({ ...file, lines: [...file.lines], warnings: [...file.warnings] }));
  const ended = { ok, dry_run: isDryRun, run_finished: hasFinished, ended_before: endedBefore, failure };
  return { event: "done", run, ...ended, ...sumImported(files), files: copied };
}

/** Ends the run where that was asked, and it is there and has not ended. */
async function finishWhereAsked(
  context: Context,
  { run, isFinished, isDryRun }: ImportRequest,
  reports: readonly FileReport[],
  signal: AbortSignal,
): Promise<RunEnding> {
  if (!isFinished || isDryRun || !hasTakenAny(reports.map((report) => report.toImported()))) return unended;
  // A run that was told to have crashed has not ended well because its files came in.
  const state = (await context.store.reader.readRun(run))?.state;
  if (state === undefined) return unended;
  if (hasEnded(state)) return { hasFinished: false, endedBefore: state };
  await untilTaken(() => finishRun(context.store, run, { state: "finished" }), signal);
  return { hasFinished: true, endedBefore: null };
}

/**
 * Imports files that lie on this server's disk, and tells of it as it goes. It ends with `done`, whatever happened.
 *
 * @param tell resolves when the listener has room for more.
 * @param signal whoever asked has left: nothing more is stored. @throws its reason.
 */
export async function importFiles(
  context: Context,
  request: ImportRequest,
  spool: Spool,
  tell: (event: WireImportEvent) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await tell({ event: "received", files: spool.sources.length, bytes: spool.bytes });
  const reports = startReports(await planAll(spool, request, signal), request.options.split, "page");
  const isRows = ({ file }: FileReport) => file.recognition.role === "rows";
  const total = reports.filter(isRows).reduce((sum, { file }) => sum + file.source.size, 0);
  let read = 0;
  let toldAt = 0;
  let isTelling = false;
  const tellProgress = async (event: WireImportEvent) => {
    isTelling = true;
    await tell(event).finally(() => {
      isTelling = false;
    });
  };
  const target = request.isDryRun ? toDryRun(context.config.limits) : toRunHere(context, request.run, signal);
  let failure: string | null = null;
  let ended = unended;
  try {
    await runImport(reports, target, request.options, {
      signal,
      onBytes(bytes, { file }) {
        read += bytes;
        const now = Date.now();
        // A listener that is slow hears of progress less often; what became of a file it is waited for with.
        if (isTelling || now - toldAt < progressMs) return;
        toldAt = now;
        void tellProgress({ event: "progress", file: file.shown, bytes: Math.min(Math.round(read), total), total });
      },
      onFile(report) {
        const file = report.toImported();
        return tell({ event: "file", ...file, lines: [...file.lines], warnings: [...file.warnings] });
      },
    });
    ended = await finishWhereAsked(context, request, reports, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!isProblem(error)) context.log.error({ err: error, run: request.run }, "an import ended early");
    const hasTaken = hasTakenAny(reports.map((report) => report.toImported()));
    const rest = hasTaken ? " What was taken before stays; the same import again goes on from there." : "";
    failure = isProblem(error)
      ? `${error.message}${rest}`
      : "Something went wrong that should not have; the server's log says what. What was taken stays.";
  }
  await tell(toDone(request, reports, { failure, ...ended }));
}
