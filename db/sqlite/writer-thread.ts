import { Worker } from "node:worker_threads";
import { StoreError } from "./migrate";
import { ThreadCaller } from "./thread-calls";

/** What the writer's thread says once, when it has opened the store or could not. */
export type WriterGreeting = { readonly ready: true } | { readonly refused: string; readonly isStoreError: boolean };

export interface WriterThreadOptions {
  /** The built file that opens the store for writing and answers calls. */
  readonly writerFile: string | URL;
  /** What that file needs to know beside where the store is; it is copied. */
  readonly writerData: Readonly<Record<string, unknown>>;
  /** The thread died: nothing can be written any more. */
  readonly onWriterLost: (error: Error) => void;
}

/** Young objects of a batch live until its commit: with room for them few are moved twice. */
const youngGenerationMb = 96;

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

/**
 * Starts the writer in a thread of its own.
 *
 * @throws StoreError where the store could not be opened there.
 */
export async function startWriterThread(options: WriterThreadOptions, onNews: () => void) {
  const worker = new Worker(options.writerFile, {
    workerData: options.writerData,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  });
  const greeting = await new Promise<WriterGreeting>((resolve, reject) => {
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
    const why = error instanceof Error ? error : new Error("the writer's thread ended by itself");
    caller.fail(why);
    if (!isClosing) options.onWriterLost(why);
  };
  worker.on("error", lose);
  worker.on("exit", lose);
  return {
    part: <Part>(name: string): Part => toRemotePart<Part>(caller, name),
    ask: caller.ask.bind(caller),
    async close(): Promise<void> {
      isClosing = true;
      await caller.ask("close", []);
      await worker.terminate();
    },
  };
}
