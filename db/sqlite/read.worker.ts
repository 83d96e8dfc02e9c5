/** Long reads on a connection and a thread of their own, so that no ingest waits behind them. */
import { parentPort, workerData } from "node:worker_threads";
import { openReadOnly } from "./connection";
import { findSteps } from "./find-steps";
import { readIssue } from "./issue-detail";
import { readDifference } from "./issue-difference";
import { listIssues } from "./issue-list";
import { readRunContents } from "./read-contents";
import { summariseLabelled } from "./read-labelled-steps";
import { readIncidentRows } from "./read-report";
import { planRetention } from "./read-retention";
import { listRollouts } from "./read-rollouts";
import { readScores } from "./read-scores";
import { readSizes } from "./read-sizes";
import { readStepGroups } from "./read-step-groups";
import { readTally } from "./read-tally";
import type { ReadRequest, ReadResponse, ReadValue } from "./read-worker-pool";
import { search } from "./search";

const port = parentPort;
if (port === null) throw new Error("this file runs as a worker thread only");
const db = openReadOnly(String(workerData.file));

function read(request: ReadRequest): ReadValue {
  switch (request.task) {
    case "listRollouts":
      return listRollouts(db, request.filter, request.now);
    case "listSteps":
      return summariseLabelled(db, request.filter);
    case "findSteps":
      return { found: findSteps(db, request.run, request.moments) };
    case "listIssues":
      return listIssues(db, request.filter, request.now);
    case "readIssue":
      return readIssue(db, request.issue, request.now);
    case "readDifference":
      return readDifference(db, request.filter);
    case "readIncidentRows":
      return readIncidentRows(db, request.filter);
    case "search":
      return search(db, request.query);
    case "readScores":
      return readScores(db, request.filter);
    case "readContents":
      return readRunContents(db, request.run);
    case "readSizes":
      return readSizes(db);
    case "planRetention":
      return { planned: planRetention(db, request.now) };
    case "readStepGroups":
      return readStepGroups(db, request.filter, request.page);
    case "readTally":
      return readTally(db, request.filter);
  }
}

function answer(request: ReadRequest): ReadResponse {
  try {
    // One look at the database, so that no commit comes in between.
    return { id: request.id, ok: true, value: db.transaction(read)(request) };
  } catch (error) {
    return { id: request.id, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", (request: ReadRequest) => {
  port.postMessage(answer(request));
});
