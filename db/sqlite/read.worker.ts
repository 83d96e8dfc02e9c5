/** Long reads on a connection and a thread of their own, so that no ingest waits behind them. */
import { parentPort, workerData } from "node:worker_threads";
import { openReadOnly } from "./connection";
import { summariseLabelled } from "./read-labelled-steps";
import { listRollouts } from "./read-rollouts";
import type { ReadRequest, ReadResponse } from "./read-worker-pool";

const port = parentPort;
if (port === null) throw new Error("this file runs as a worker thread only");
const db = openReadOnly(String(workerData.file));

function answer(request: ReadRequest): ReadResponse {
  try {
    const value =
      request.task === "listRollouts" ? listRollouts(db, request.filter) : summariseLabelled(db, request.filter);
    return { id: request.id, ok: true, value };
  } catch (error) {
    return { id: request.id, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

port.on("message", (request: ReadRequest) => {
  port.postMessage(answer(request));
});
