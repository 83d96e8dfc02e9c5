/** The thread that judges large bodies: it reads their rows where they lie, and hands those that are good to the writer. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { packRows } from "@/db/sqlite/packed-rows";
import { ThreadAnswerer, ThreadCaller } from "@/db/sqlite/thread-calls";
import { BodyTurns } from "@/lib/server/body-turns";
import type { WriterData } from "@/lib/server/context";
import { type IngestRequest, judgeRollouts } from "@/lib/server/judge-rollouts";
import { answerJudged } from "@/lib/server/receive-rollouts";
import type { JudgedBatch } from "./judged-batch";

const port = parentPort;
if (port === null) throw new Error("this file runs as a worker thread only");
const { toWriter, rules }: WriterData & { readonly toWriter: MessagePort } = workerData;
const writer = new ThreadCaller(toWriter, () => {});
const turns = new BodyTurns();
/** Judged one by one: while the next is judged, the one before is compressed and stored. */
const judging = new BodyTurns(1);

async function ingest(request: IngestRequest): Promise<string> {
  const { rows, judgement } = await judging.take(() => judgeRollouts(request, rules));
  const [first, ...others] = rows;
  if (first === undefined) return answerJudged(judgement, null);
  const batch: JudgedBatch = { judgement, rows: await packRows([first, ...others]), receivedAt: Date.now() };
  return String(await writer.ask("append", [batch]));
}

new ThreadAnswerer(port, async (method, args) => {
  if (method === "close") return null;
  return turns.take(() => ingest(args[0] as IngestRequest));
});
port.postMessage({ ready: true });
