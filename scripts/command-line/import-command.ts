import { FalsezeroClient } from "@/lib/client/client";
import { describeFile, describeTotals, type ImportReport, isComplete, toJsonReport } from "./import-report";
import { planImport } from "./plan-import";
import { showProgress } from "./progress";
import { type ImportOptions, type ImportTarget, runImport } from "./run-import";
import { exitCodes, explainFailure } from "./server-address";
import { startReports } from "./start-reports";

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

/** Rows that an importer sends have an identity, so that sending them again is safe without a key. */
function toTarget(client: FalsezeroClient, run: string): ImportTarget {
  return {
    putStep: (step, patch, query) => client.putStep(run, step, patch, query),
    postRollouts: (rows, query) => client.postRollouts(run, rows, query, null),
    postProducerCounts: (counts) => client.postProducerCounts(run, counts),
  };
}

const nowhere: ImportTarget = {
  putStep: async () => undefined,
  postRollouts: async () => null,
  postProducerCounts: async () => undefined,
};

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
  const { run, dryRun, json, split, segment, environment } = command;
  const options = { split, segment, environment };
  const reports = startReports(await planImport(path, command.step ?? null), options);
  const client = new FalsezeroClient(connection);
  if (!dryRun) await client.checkServer();
  const bytes = reports.reduce((sum, { file }) => sum + (file.recognition.role === "rows" ? file.bytes : 0), 0);
  const progress = showProgress(json ? 0 : bytes, "{bar} {percentage}% | {eta_formatted} left", print);
  let failed: ReturnType<typeof explainFailure> = null;
  try {
    await runImport(reports, dryRun ? nowhere : toTarget(client, run), options, {
      onBytes: (read) => progress.advance(read),
      onFile: (report) => {
        if (!json) for (const line of describeFile(report, dryRun)) progress.say(line);
      },
    });
  } catch (error) {
    failed = explainFailure(error);
    if (failed === null) throw error;
  } finally {
    progress.stop();
  }
  const report: ImportReport = {
    run,
    url: connection.url,
    isDryRun: dryRun,
    files: reports,
    failure: failed?.message ?? null,
  };
  if (json) print(toJsonReport(report));
  else for (const line of describeEnd(report)) print(line);
  if (failed !== null) return failed.code;
  return isComplete(report) ? exitCodes.done : exitCodes.refused;
}

function describeEnd(report: ImportReport): string[] {
  if (report.files.length === 0) return ["There is nothing to import: no file ends in .jsonl, .ndjson or .json."];
  if (report.failure === null) return describeTotals(report);
  return [
    report.failure,
    "What was taken stays; the same command again goes on from there.",
    ...describeTotals(report),
  ];
}
