import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { StoreError } from "./migrate";
import { ThreadCaller } from "./thread-calls";

/** What a thread says once, when it is ready for calls or could not get there. */
export type ThreadGreeting = { readonly ready: true } | { readonly refused: string; readonly isStoreError: boolean };

export interface WriterThreadOptions {
  /** The built file that opens the store for writing and answers calls. */
  readonly writerFile: string | URL;
  /** The built file that judges large batches for the writer: it gets a port to it as `toWriter`, the writer `toJudge`. */
  readonly judgeFile: string | URL;
  /** What those files need to know beside where the store is; it is copied. */
  readonly writerData: Readonly<Record<string, unknown>>;
  /** One of the threads died: nothing can be written any more. */
  readonly onWriterLost: (error: Error) => void;
}

/** Young objects of a batch live until its commit: with room for them few are moved twice. */
const youngGenerationMb = 32;

/** A part of the store there: each of its methods, all of which return promises, is a call to that thread. */
function toRemotePart<Part>(caller: ThreadCaller, part: string): Part {
  const methods = new Map<string | symbol, unknown>();
  const target = {};
  return new Proxy(target, {
    get(_, name) {
      const known = methods.get(name);
      // A promise is told from other objects by its `then`.
      if (known !== undefined || typeof name !== "string" || name === "then") return known;
      const method = (...args: unknown[]) => caller.ask(`${part}.${name}`, args);
      methods.set(name, method);
      return method;
    },
  }) as Part;
}

type Lost = WriterThreadOptions["onWriterLost"];

/** Starts a thread and waits until it is ready. @throws StoreError where it could not open the store. */
async function startThread(
  file: string | URL,
  data: { readonly workerData: unknown; readonly transferList: MessagePort[] },
  { onNews, onLost }: { readonly onNews: () => void; readonly onLost: Lost },
) {
  const worker = new Worker(file, { ...data, resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb } });
  const greeting = await new Promise<ThreadGreeting>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  if ("refused" in greeting) {
    await worker.terminate();
    throw greeting.isStoreError ? new StoreError(greeting.refused) : new Error(greeting.refused);
  }
  const caller = new ThreadCaller(worker, onNews);
  let isClosing = false;
  const lose = (error: unknown) => {
    const why = error instanceof Error ? error : new Error("the thread ended by itself");
    caller.fail(why);
    if (!isClosing) onLost(why);
  };
  worker.on("error", lose);
  worker.on("exit", lose);
  return {
    caller,
    async close(): Promise<void> {
      isClosing = true;
      await caller.ask("close", []);
      await worker.terminate();
    },
  };
}

/**
 * Starts the writer in a thread of its own, and beside it the one that judges large batches for it.
 *
 * @throws StoreError where the store could not be opened there.
 */
export async function startWriterThread(options: WriterThreadOptions, onNews: () => void) {
  const { writerData, onWriterLost: onLost } = options;
  const { port1: toJudge, port2: toWriter } = new MessageChannel();
  const writer = await startThread(
    options.writerFile,
    { workerData: { ...writerData, toJudge }, transferList: [toJudge] },
    { onNews, onLost },
  );
  const judge = await startThread(
    options.judgeFile,
    { workerData: { ...writerData, toWriter }, transferList: [toWriter] },
    { onNews: () => {}, onLost },
  ).catch(async (error: unknown) => {
    await writer.close();
    throw error;
  });
  return {
    part: <Part>(name: string): Part => toRemotePart<Part>(writer.caller, name),
    ask: writer.caller.ask.bind(writer.caller),
    askJudge: judge.caller.ask.bind(judge.caller),
    async close(): Promise<void> {
      await judge.close();
      await writer.close();
    },
  };
}
