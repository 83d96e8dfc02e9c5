import { setTimeout as wait } from "node:timers/promises";
import { FalsezeroClient } from "@/lib/client/client";
import { RequestError } from "@/lib/client/client-error";
import { hasTakenAny, type ImportedFile, isLongUnchanged, isTaken, sumImported } from "@/lib/core/imported-file";
import { type FinishState, finishStates } from "@/lib/core/run";
import { toDryRun } from "@/lib/importers/dry-run-target";
import type { ImportOptions } from "@/lib/importers/file-context";
import type { FileReport } from "@/lib/importers/file-report";
import type { ImportTarget } from "@/lib/importers/import-target";
import { runImport } from "@/lib/importers/run-import";
import { startReports } from "@/lib/importers/start-reports";
import {
  describeEndedBefore,
  describeName,
  describeOutcome,
  describeTotals,
  listRemarks,
} from "@/lib/view/import-words";
import { usualLimits } from "@/lib/wire/row-scanner";
import { findNewestChange, planPaths } from "./find-sources";
import { toInterrupted, within } from "./interruption";
import { showProgress } from "./progress";
import { exitCodes, explainFailure } from "./server-address";
import { isAboutBody, takeApart } from "./take-apart";
import { tellWaiting } from "./tell-waiting";

export interface ImportCommand extends ImportOptions {
  readonly run: string;
  readonly step?: number | undefined;
  readonly json: boolean;
  readonly dryRun: boolean;
  /** The run has ended: it is finished when everything was taken. */
  readonly finished?: boolean | undefined;
}

export interface Connection {
  readonly url: string;
  readonly token: string | undefined;
}

/** How long what is under way is waited for when the end is asked for: a server stores a large batch within less. */
const graceMs = 10_000;

/** Rows that an importer sends have an identity, so that sending them again needs no key. */
export function toRun(client: FalsezeroClient, run: string): ImportTarget {
  return {
    declareExpected: (step, expected, { split, segment }) =>
      client.putStep(run, step, { expected_ids: expected }, { split, segment }),
    sendRows: (rows, place) => client.postRowBytes(run, rows, { ...place }, null),
    sendRecords: (exportedRun, records) => client.postRecords(run, exportedRun, records),
    sendCounts: (counts) => client.postProducerCounts(run, counts),
  };
}

interface Done {
  readonly command: ImportCommand;
  readonly url: string;
  readonly files: readonly ImportedFile[];
  /** What ended the import before its end. */
  readonly failure: string | null;
  /** The failure is that its end was asked for. */
  readonly isStopped: boolean;
  readonly hasFinished: boolean;
  /** How the run had ended before, where its end was told. */
  readonly endedBefore: FinishState | null;
  /** Somebody wrote to a file while it was read. */
  readonly hasChanged: boolean;
  /** When the newest of the files was written to, epoch milliseconds. */
  readonly changedAt: number | null;
}

/**
 * Imports files and folders into a run, and ends it where that was asked.
 *
 * @param stopping nothing more is sent, and what is under way is waited for, for a while.
 * @param print takes what a person or a script reads, line by line.
 * @returns the exit code: 1 where anything was refused, 2 where the server can't be used, the signal's where it stopped.
 * @throws what is no matter of the files or the server, and, where no document is asked for, the client's errors while
 * nothing has been sent yet.
 */
export async function importPaths(
  paths: readonly string[],
  command: ImportCommand,
  connection: Connection,
  print: (line: string) => void,
  stopping: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { run, dryRun, json, split, segment, environment, generationsPerPrompt, rewardColumns } = command;
  const options = { split, segment, environment, generationsPerPrompt, rewardColumns };
  const client = new FalsezeroClient({
    ...connection,
    // A server that is away is not waited for any longer once the end is asked for.
    sleep: (ms) => wait(ms, undefined, { signal: stopping }),
  });
  const reports: FileReport[] = [];
  let hasBegun = false;
  let hasFinished = false;
  let endedBefore: FinishState | null = null;
  let progress = showProgress(0, "", print);
  // What a script reads is the report alone.
  const tell = (line: string) => (json ? console.error(line) : progress.say(line));
  const importAll = async () => {
    reports.push(...startReports(await planPaths(paths, command.step ?? null, stopping), split));
    if (!dryRun) await client.checkServer();
    stopping.throwIfAborted();
    hasBegun = true;
    progress = showProgress(json ? 0 : sumBytes(reports), "{bar} {percentage}% | {eta_formatted} left", print);
    const target = dryRun ? toDryRun(usualLimits) : takeApart(tellWaiting(toRun(client, run), tell), isAboutBody);
    await runImport(reports, target, options, {
      signal: stopping,
      onBytes: (read) => progress.advance(read),
      onFile: (report) => {
        if (!json) for (const line of describeFile(report.toImported(), dryRun)) progress.say(line);
      },
    });
    const mayFinish = command.finished === true && !dryRun && !reports.some(({ hasChanged }) => hasChanged);
    if (!mayFinish || !hasTakenAny(reports.map((report) => report.toImported()))) return;
    stopping.throwIfAborted();
    // A run that was told to have crashed has not ended well because its files came in.
    const state = await client.readRunState(run);
    endedBefore = finishStates.find((ended) => ended === state) ?? null;
    if (endedBefore !== null) return;
    await client.postFinish(run, "finished");
    hasFinished = true;
  };
  const onStop = () => tell(`Stopping: what is under way is waited for, at most ${graceMs / 1_000} s. Again: at once.`);
  stopping.addEventListener("abort", onStop, { once: true });
  const address = `${connection.url}/runs/${encodeURIComponent(run)}`;
  let failed: ReturnType<typeof explainFailure> = null;
  try {
    await within(graceMs, importAll(), stopping);
  } catch (error) {
    failed = stopping.aborted ? toInterrupted(stopping.reason) : explainFailure(error);
    if (failed !== null && isConflict(error))
      failed = { ...failed, message: `${failed.message}\nIts page: ${address}` };
    // Who reads a document gets one, whatever happened.
    if (failed === null || !(hasBegun || json || stopping.aborted)) throw error;
  } finally {
    stopping.removeEventListener("abort", onStop);
    progress.stop();
  }
  const files = reports.map((report) => report.toImported());
  const changedAt = json ? null : await findNewestChange(reports.map(({ file }) => file));
  const failure = failed?.message ?? null;
  const isStopped = stopping.aborted && failure !== null;
  const hasChanged = reports.some((report) => report.hasChanged);
  const ending = { failure, isStopped, hasFinished, endedBefore, hasChanged };
  const done = { command, url: connection.url, files, ...ending, changedAt };
  if (json) print(toJson(done));
  else for (const line of describeEnd(done)) print(line);
  if (failed !== null) return failed.code;
  return files.every(isTaken) ? exitCodes.done : exitCodes.refused;
}

/** The run takes nothing now: it is being removed, which a person may undo. */
function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.status === 409;
}

/** Bytes that are read for their rows. */
function sumBytes(reports: readonly FileReport[]): number {
  return reports.reduce((sum, { file }) => sum + (file.recognition.role === "rows" ? file.source.size : 0), 0);
}

/** The lines that tell a person what became of one file. */
function describeFile(file: ImportedFile, isDryRun: boolean): string[] {
  return [
    `${describeName(file)}: ${describeOutcome(file, isDryRun)}`,
    ...listRemarks(file).map((remark) => `  ${remark}`),
  ];
}

/** The report as one JSON document, for scripts. */
function toJson({ command, url, files, failure, isStopped, hasFinished, endedBefore }: Done): string {
  const { run, dryRun } = command;
  const ok = failure === null && files.every(isTaken);
  const ending = { run_finished: hasFinished, ended_before: endedBefore, stopped: isStopped, failure };
  const ended = { run, url, ok, dry_run: dryRun, ...ending };
  return JSON.stringify({ ...ended, ...sumImported(files), files }, null, 2);
}

const judgedAlone =
  "Judged without a server, by the limits of one that is told no others; whether it has these rows was not asked.";

/** The last lines: what became of everything. */
function describeEnd(done: Done): string[] {
  const { command, url, files, failure } = done;
  const { run, dryRun } = command;
  if (files.length === 0 && failure === null)
    return ["There is nothing to import: no file ends in .jsonl, .ndjson, .json (or these with .gz) or .parquet."];
  const isThere = !dryRun && files.some(({ rows, expected }) => rows > 0 || expected > 0);
  const address = isThere ? ` ${url}/runs/${encodeURIComponent(run)}` : "";
  const totals = `${describeTotals(files, dryRun)}.${address}`;
  if (failure === null) return [totals, ...(dryRun ? [judgedAlone] : describeFinish(done))];
  // Where nothing was taken, there is nothing to go on from.
  const stays = hasTakenAny(files) ? ["What was taken stays; the same command again goes on from there."] : [];
  return [failure, ...stays, totals];
}

/** Whether the run has ended, where that was asked or is likely; an export says itself how its run ended. */
function describeFinish({ command, files, hasFinished, endedBefore, hasChanged, changedAt }: Done): string[] {
  if (hasFinished) return ["The run is finished."];
  if (endedBefore !== null) return [describeEndedBefore(endedBefore)];
  if (command.finished === true && hasChanged)
    return ["The run was not finished: a file changed while it was read, so somebody still writes to it."];
  if (command.finished === true) return ["The run was not finished: nothing of these files was taken."];
  const isOld = changedAt !== null && isLongUnchanged(changedAt, Date.now());
  if (!isOld || !hasTakenAny(files) || files.some(({ kind }) => kind === "export")) return [];
  return [
    "These files are not new. If the run has ended, say so: the same command with --finished. Nothing counts twice.",
  ];
}
