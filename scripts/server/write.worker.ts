/** The thread that writes: holds the one writing connection, and judges the rows of small bodies itself. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { pino } from "pino";
import { StoreError } from "@/db/sqlite/migrate";
import { openSqliteStore } from "@/db/sqlite/open";
import { ThreadAnswerer } from "@/db/sqlite/thread-calls";
import type { ThreadGreeting } from "@/db/sqlite/writer-thread";
import type { AppendReceipt } from "@/db/store";
import type { WriterData } from "@/lib/server/context";
import type { IngestRequest } from "@/lib/server/judge-rollouts";
import { answerJudged, receiveRollouts } from "@/lib/server/receive-rollouts";
import type { JudgedBatch } from "./judged-batch";

const port = parentPort;
if (port === null) throw new Error("this file runs as a worker thread only");
const data: WriterData & { readonly toJudges: readonly MessagePort[] } = workerData;
const log = pino({ level: data.logLevel, base: null });

function open() {
  try {
    return openSqliteStore({
      ...data.store,
      onCommit: () => answerer?.noteNews(),
      onDetectionFault: (error, run) =>
        log.error(
          { err: error, run },
          "detection of a run failed: its incidents stay as they stood, and it is looked at again when it changes",
        ),
    });
  } catch (error) {
    if (error instanceof StoreError) greet({ refused: error.message, isStoreError: true });
    else
      greet({ refused: error instanceof Error ? (error.stack ?? error.message) : String(error), isStoreError: false });
    return null;
  }
}

function greet(greeting: ThreadGreeting): void {
  port?.postMessage(greeting);
}

let answerer: ThreadAnswerer | null = null;
const store = open();
if (store !== null) {
  const { writer, triage, alerts, archive, managing, retention, views } = store;
  const append = async ({ judgement, rows, receivedAt }: JudgedBatch): Promise<string> => {
    const { facts, idempotency } = judgement;
    const answer = (receipt: AppendReceipt) => answerJudged(judgement, receipt);
    return (await writer.appendPacked({ run: facts.run, rows, receivedAt, idempotency, answer })).answer;
  };
  const parts = new Map<string, object>(
    Object.entries({ writer, triage, alerts, archive, managing, retention, views }),
  );
  const run = async (method: string, args: readonly unknown[]): Promise<unknown> => {
    if (method === "ingest") return receiveRollouts(store, args[0] as IngestRequest, data.rules);
    if (method === "close") return store.close();
    const [part = "", name = ""] = method.split(".");
    const owner = parts.get(part);
    const called: unknown = owner === undefined ? undefined : Reflect.get(owner, name);
    if (typeof called !== "function") throw new TypeError(`the store has no ${method}`);
    return Reflect.apply(called, owner, args);
  };
  answerer = new ThreadAnswerer(port, run);
  for (const judge of data.toJudges) new ThreadAnswerer(judge, async (_, args) => append(args[0] as JudgedBatch));
  greet({ ready: true });
}
