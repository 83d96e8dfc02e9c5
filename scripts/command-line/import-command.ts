import { FalsezeroClient } from "@/lib/client/client";
import { type ImportedFile, isTaken, sumImported } from "@/lib/core/imported-file";
import { dryRunTarget } from "@/lib/importers/dry-run-target";
import type { ImportOptions } from "@/lib/importers/file-context";
import type { ImportTarget } from "@/lib/importers/import-target";
import { runImport } from "@/lib/importers/run-import";
import { startReports } from "@/lib/importers/start-reports";
import { describeName, describeOutcome, describeTotals, listRemarks } from "@/lib/view/import-words";
import { planPath } from "./find-sources";
import { showProgress } from "./progress";
import { exitCodes, explainFailure } from "./server-address";
import { isAboutBody, takeApart } from "./take-apart";
import { tellWaiting } from "./tell-waiting";

export interface ImportCommand extends ImportOptions {
  readonly run: string;
  readonly step?: number | undefined;
  readonly json: boolean;
  readonly dryRun: boolean;
}

export interface Connection {
  readonly url: string;
  readonly token: string | undefined;
}

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
}

/**
 * Imports a file or a folder into a run.
 *
 * @param print takes what a person or a script reads, line by line.
 * @returns the exit code: 1 where anything was refused, 2 where the server can't be used.
 * @throws RangeError where nothing is at the path, and the client's errors while nothing has been sent yet.
 */
export async function importPath(
  path: string,
  command: ImportCommand,
  connection: Connection,
  print: (line: string) => void,
): Promise<number> {
  const { run, dryRun, json, split, segment, environment, generationsPerPrompt, rewardColumns } = command;
  const options = { split, segment, environment, generationsPerPrompt, rewardColumns };
  const reports = startReports(await planPath(path, command.step ?? null), split);
  const client = new FalsezeroClient(connection);
  if (!dryRun) await client.checkServer();
  const bytes = reports.reduce((sum, { file }) => sum + (file.recognition.role === "rows" ? file.source.size : 0), 0);
  const progress = showProgress(json ? 0 : bytes, "{bar} {percentage}% | {eta_formatted} left", print);
  // What a script reads is the report alone.
  const tell = (line: string) => (json ? console.error(line) : progress.say(line));
  let failed: ReturnType<typeof explainFailure> = null;
  try {
    const target = dryRun ? dryRunTarget : takeApart(tellWaiting(toRun(client, run), tell), isAboutBody);
    await runImport(reports, target, options, {
      onBytes: (read) => progress.advance(read),
      onFile: (report) => {
        if (!json) for (const line of describeFile(report.toImported(), dryRun)) progress.say(line);
      },
    });
  } catch (error) {
    failed = explainFailure(error);
    if (failed === null) throw error;
  } finally {
    progress.stop();
  }
  const files = reports.map((report) => report.toImported());
  const done = { command, url: connection.url, files, failure: failed?.message ?? null };
  if (json) print(toJson(done));
  else for (const line of describeEnd(done)) print(line);
  if (failed !== null) return failed.code;
  return files.every(isTaken) ? exitCodes.done : exitCodes.refused;
}

/** The lines that tell a person what became of one file. */
function describeFile(file: ImportedFile, isDryRun: boolean): string[] {
  return [
    `${describeName(file)}: ${describeOutcome(file, isDryRun)}`,
    ...listRemarks(file).map((remark) => `  ${remark}`),
  ];
}

/** The report as one JSON document, for scripts. */
function toJson({ command, url, files, failure }: Done): string {
  const { run, dryRun } = command;
  const ok = failure === null && files.every(isTaken);
  return JSON.stringify({ run, url, ok, dry_run: dryRun, failure, ...sumImported(files), files }, null, 2);
}

/** The last lines: what became of everything. */
function describeEnd({ command, url, files, failure }: Done): string[] {
  const { run, dryRun } = command;
  if (files.length === 0)
    return ["There is nothing to import: no file ends in .jsonl, .ndjson, .json (or these with .gz) or .parquet."];
  const isThere = !dryRun && files.some(({ rows, expected }) => rows > 0 || expected > 0);
  const address = isThere ? ` ${url}/runs/${encodeURIComponent(run)}` : "";
  const totals = `${describeTotals(files, dryRun)}.${address}`;
  if (failure === null) return [totals];
  return [failure, "What was taken stays; the same command again goes on from there.", totals];
}
