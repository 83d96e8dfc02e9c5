/** Calls from one thread to another: arguments and answers are copied, shared memory is not. */
import type { MessagePort, Worker } from "node:worker_threads";
import { isProblem, Problem, type ProblemCode, type ProblemOptions } from "@/lib/core/errors";
import { Slots } from "@/lib/core/slots";

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: { code: ProblemCode; message: string; options: ProblemOptions } }
  | { readonly id: number; readonly error: string };

/** What the other thread sends: answers, and whether a commit came in between. */
interface Reply {
  readonly answers: readonly Answer[];
  readonly isNews: boolean;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

function toAnswer(id: number, error: unknown): Answer {
  if (isProblem(error)) {
    // A cause may hold what can't be copied: its words go.
    const { cause, ...rest } = error.options;
    const options = cause === undefined ? rest : { ...rest, cause: toWords(cause) };
    return { id, problem: { code: error.code, message: error.message, options } };
  }
  return { id, error: toWords(error) };
}

/** Everything of an error that a log can use: its code and where it comes from. */
function toWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? `${String(error.code)} ` : "";
  return `${code}${error.stack ?? error.message}`;
}

/** The asking end. Calls of one turn of the event loop travel together: each message wakes a thread. */
export class ThreadCaller {
  readonly #worker: Worker | MessagePort;
  /** Whose place is the number of their call. */
  readonly #waiting = new Slots<Waiting>();
  #held: Call[] = [];
  /** Why the other thread is gone. */
  #failure: Error | null = null;

  constructor(worker: Worker | MessagePort, onNews: () => void) {
    this.#worker = worker;
    worker.on("message", ({ answers, isNews }: Reply) => {
      for (const answer of answers) this.#settle(answer);
      if (isNews) onNews();
    });
  }

  ask(method: string, args: readonly unknown[]): Promise<unknown> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      if (this.#held.length === 0) setImmediate(() => this.#send());
      this.#held.push({ id: this.#waiting.add({ resolve, reject }), method, args });
    });
  }

  /** The other thread is gone: nobody waits for it any more, and nobody will. */
  fail(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.clear()) waiting.reject(error);
  }

  #send(): void {
    const calls = this.#held;
    this.#held = [];
    try {
      this.#worker.postMessage(calls);
    } catch (error) {
      for (const { id } of calls) this.#settle(toAnswer(id, error));
    }
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting.release(answer.id);
    if (waiting === null) return;
    if ("value" in answer) waiting.resolve(answer.value);
    else if ("problem" in answer) {
      waiting.reject(new Problem(answer.problem.code, answer.problem.message, answer.problem.options));
    } else waiting.reject(new Error(answer.error));
  }
}

/** The answering end. Answers that are there together travel together, before the thread turns to anything else. */
export class ThreadAnswerer {
  readonly #port: MessagePort;
  #answers: Answer[] = [];
  #isNews = false;
  #isSending = false;

  constructor(port: MessagePort, run: (method: string, args: readonly unknown[]) => Promise<unknown>) {
    this.#port = port;
    port.on("message", (calls: readonly Call[]) => {
      for (const { id, method, args } of calls) {
        run(method, args).then(
          (value) => this.#answer({ id, value }),
          (error) => this.#answer(toAnswer(id, error)),
        );
      }
    });
  }

  /** There is news in the database: told with the next answers. */
  noteNews(): void {
    this.#isNews = true;
    this.#sendSoon();
  }

  #answer(answer: Answer): void {
    this.#answers.push(answer);
    this.#sendSoon();
  }

  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    process.nextTick(() => {
      this.#isSending = false;
      const reply: Reply = { answers: this.#answers, isNews: this.#isNews };
      this.#answers = [];
      this.#isNews = false;
      this.#port.postMessage(reply);
    });
  }
}
