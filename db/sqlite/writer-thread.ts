import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { StoreError } from "./migrate";
import { ThreadCaller } from "./thread-calls";

/** What a thread says once, when it is ready for calls or could not get there. */
export type ThreadGreeting = { readonly ready: true } | { readonly refused: string; readonly isStoreError: boolean };

export interface WriterThreadOptions {
  /** The built file that opens the store for writing and answers calls. */
  readonly writerFile: string | URL;
  /** The built file that judges large batches for the writer: it gets a port to it as `toWriter`. */
  readonly judgeFile: string | URL;
  /** Threads that judge; the writer gets a port to each as `toJudges`. */
  readonly judges: number;
  /** What those files need to know beside where the store is; it is copied. */
  readonly writerData: Readonly<Record<string, unknown>>;
  /** One of the threads died: nothing can be written any more. */
  readonly onWriterLost: (error: Error) => void;
}

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

/** Threads that do the same: each call goes to the one with the fewest bytes of calls under way. */
class LeastBusy {
  readonly #threads: { readonly caller: ThreadCaller; bytes: number }[];

  constructor(callers: readonly ThreadCaller[]) {
    this.#threads = callers.map((caller) => ({ caller, bytes: 0 }));
  }

  async ask(method: string, args: readonly unknown[], bytes: number): Promise<unknown> {
    const thread = this.#threads.reduce((least, other) => (other.bytes < least.bytes ? other : least));
    thread.bytes += bytes;
    try {
      return await thread.caller.ask(method, args);
    } finally {
      thread.bytes -= bytes;
    }
  }
}

type Lost = WriterThreadOptions["onWriterLost"];

/** Starts a thread and waits until it is ready. @throws StoreError where it could not open the store. */
async function startThread(
  file: string | URL,
  data: { readonly workerData: unknown; readonly transferList: MessagePort[] },
  { onNews, onLost }: { readonly onNews: () => void; readonly onLost: Lost },
) {
  const worker = new Worker(file, data);
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
 * Starts the writer in a thread of its own, and beside it those that judge large batches for it.
 *
 * @throws StoreError where the store could not be opened there.
 */
export async function startWriterThread(options: WriterThreadOptions, onNews: () => void) {
  const { writerData, onWriterLost: onLost } = options;
  const channels = Array.from({ length: options.judges }, () => new MessageChannel());
  const toJudges = channels.map(({ port1 }) => port1);
  const writer = await startThread(
    options.writerFile,
    { workerData: { ...writerData, toJudges }, transferList: toJudges },
    { onNews, onLost },
  );
  const startJudge = ({ port2: toWriter }: MessageChannel) =>
    startThread(
      options.judgeFile,
      { workerData: { ...writerData, toWriter }, transferList: [toWriter] },
      { onNews: () => {}, onLost },
    );
  const starting = channels.map(startJudge);
  const judges = await Promise.all(starting).catch(async (error: unknown) => {
    // Those that did start would keep the process alive.
    for (const one of await Promise.allSettled(starting)) if (one.status === "fulfilled") await one.value.close();
    await writer.close();
    throw error;
  });
  const least = new LeastBusy(judges.map(({ caller }) => caller));
  return {
    part: <Part>(name: string): Part => toRemotePart<Part>(writer.caller, name),
    ask: writer.caller.ask.bind(writer.caller),
    askJudge: least.ask.bind(least),
    async close(): Promise<void> {
      await Promise.all(judges.map((judge) => judge.close()));
      await writer.close();
    },
  };
}
