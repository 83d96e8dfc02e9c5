/** The thread that moves what commits left in the WAL to the database, while others read and commit. */
import { parentPort, workerData } from "node:worker_threads";
import { passCheckpoint } from "./checkpoint-pass";
import { openCheckpointer } from "./connection";

const port = parentPort;
if (port === null) throw new Error("this file runs as a worker thread only");
const db = openCheckpointer(String(workerData.file));

port.on("message", (isLast: boolean) => {
  if (isLast) {
    db.close();
    port.close();
  } else port.postMessage(passCheckpoint(db));
});
