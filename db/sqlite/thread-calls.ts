/** Calls from one thread to another: arguments and answers are copied, shared memory is not. */
import type { MessagePort, Worker } from "node:worker_threads";
import { isProblem, Problem, type ProblemCode, type ProblemOptions } from "@/lib/core/errors";
import { Slots } from "@/lib/core/slots";

/** Calls that travel together, field by field: as many objects cost more to copy. */
interface Calls {
  readonly ids: number[];
  readonly methods: string[];
  readonly args: (readonly unknown[])[];
}

type Failure = { readonly id: number } & (
  | { readonly problem: { readonly code: ProblemCode; readonly message: string; readonly options: ProblemOptions } }
  | { readonly error: string }
);

/** What the other thread sends: results by the numbers of their calls, failures, and whether a commit came in between. */
interface Reply {
  readonly ids: number[];
  readonly values: unknown[];
  readonly failures: Failure[];
  isNews: boolean;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

function toFailure(id: number, error: unknown): Failure {
  if (isProblem(error)) {
    // A cause may hold what can't be copied: its words go.
    const { cause, ...rest } = error.options;
    const options = cause === undefined ? rest : { ...rest, cause: toWords(cause) };
    return { id, problem: { code: error.code, message: error.message, options } };
  }
  return { id, error: toWords(error) };
}

function toError(failure: Failure): Error {
  if ("error" in failure) return new Error(failure.error);
  const { code, message, options } = failure.problem;
  return new Problem(code, message, options);
}

/** Everything of an error that a log can use: its code and where it comes from. */
function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? `${String(error.code)} ` : "";
  return `${code}${error.stack ?? error.message}`;
}

const noCalls = (): Calls => ({ ids: [], methods: [], args: [] });
const emptyReply = (): Reply => ({ ids: [], values: [], failures: [], isNews: false });

/** The asking end. Calls of one turn of the event loop travel together: each message wakes a thread. */
export class ThreadCaller {
  readonly #worker: Worker | MessagePort;
  /** Whose place is the number of their call. */
  readonly #waiting = new Slots<Waiting>();
  #held = noCalls();
  /** Why the other thread is gone. */
  #failure: Error | null = null;

  constructor(worker: Worker | MessagePort, onNews: () => void) {
    this.#worker = worker;
    worker.on("message", ({ ids, values, failures, isNews }: Reply) => {
      for (const [place, id] of ids.entries()) this.#waiting.release(id)?.resolve(values[place]);
      for (const failure of failures) this.#waiting.release(failure.id)?.reject(toError(failure));
      if (isNews) onNews();
    });
  }

  ask(method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      if (this.#held.ids.length === 0) setImmediate(() => this.#send());
      this.#held.ids.push(this.#waiting.add({ resolve, reject }));
      this.#held.methods.push(method);
      this.#held.args.push(args);
    });
  }

  /** The other thread is gone: nobody waits for it any more, and nobody will. */
  fail(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.clear()) waiting.reject(error);
  }

  #send(): void {
    const calls = this.#held;
    this.#held = noCalls();
    try {
      this.#worker.postMessage(calls);
    } catch (error) {
      for (const id of calls.ids) this.#waiting.release(id)?.reject(toError(toFailure(id, error)));
    }
  }
}

/** The answering end. Answers that are there together travel together, before the thread turns to anything else. */
export class ThreadAnswerer {
  readonly #port: MessagePort;
  #reply = emptyReply();
  #isSending = false;

  constructor(port: MessagePort, run: (method: string, args: readonly unknown[]) => Promise<unknown>) {
    this.#port = port;
    port.on("message", ({ ids, methods, args }: Calls) => {
      for (const [place, id] of ids.entries()) {
        run(methods[place] ?? "", args[place] ?? []).then(
          (value) => {
            this.#reply.ids.push(id);
            this.#reply.values.push(value);
            this.#sendSoon();
          },
          (error) => {
            this.#reply.failures.push(toFailure(id, error));
            this.#sendSoon();
          },
        );
      }
    });
  }

  /** There is news in the database: told with the next answers. */
  noteNews(): void {
    this.#reply.isNews = true;
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    process.nextTick(() => {
      this.#isSending = false;
      const reply = this.#reply;
      this.#reply = emptyReply();
      this.#port.postMessage(reply);
    });
  }
}
