/**
 * Writes one export into a file that is being read while it grows. All of it is of one moment: a read transaction that
 * is held for as long as the disk takes, and never for as long as somebody's network takes.
 */
import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { openReadOnly } from "@/db/sqlite/connection";
import { readRevision } from "@/db/sqlite/counters";
import { readExport } from "@/db/sqlite/read-export";
import type { ExportJob, ExportProgress } from "@/lib/server/export-spool";
import { exportVersion, toExportLines } from "@/lib/wire/export-file";

const port = parentPort;
if (port === null) throw new Error("this file runs as a worker thread only");
const job: ExportJob = workerData;

/** Lines gathered for one write. */
const chunkCharacters = 256 * 1024;

function tell(progress: ExportProgress): void {
  port?.postMessage(progress);
}

function write(text: string, at: number): number {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(job.file, bytes, done, bytes.length - done, at + done);
  }
  return at + bytes.length;
}

function writeExport(): void {
  const db = openReadOnly(job.database);
  const { run, filter, query, now, server } = job;
  let written = 0;
  let held: string[] = [];
  let length = 0;
  const flush = () => {
    written = write(held.join(""), written);
    held = [];
    length = 0;
    tell({ written, isDone: false });
  };
  db.exec("BEGIN");
  try {
    const { epoch, sequence } = readRevision(db);
    const header = {
      falsezero_export: {
        version: exportVersion,
        run,
        whole: filter === null,
        filter: query,
        revision: `${epoch}.${sequence}`,
        exported_at: new Date(now).toISOString(),
        server,
      },
    };
    for (const line of toExportLines(header, readExport(db, run, filter, now))) {
      held.push(line);
      length += line.length;
      if (length >= chunkCharacters) flush();
    }
  } finally {
    db.exec("COMMIT");
    db.close();
  }
  flush();
  tell({ written, isDone: true });
}

writeExport();
