/** Ctrl-C, and what asks a program to end by SIGTERM: the first is heard, the second ends at once. */

type EndSignal = "SIGINT" | "SIGTERM";

/** Exit codes of programs that a signal ended, as shells tell of them. */
const codes: Readonly<Record<EndSignal, number>> = { SIGINT: 130, SIGTERM: 143 };

/** Why a piece of work was given up: somebody asked for its end. */
class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly code: number;

  constructor(signal: EndSignal) {
    super(signal === "SIGINT" ? "Stopped by Ctrl-C (SIGINT)." : "Stopped by SIGTERM.");
    this.code = codes[signal];
  }
}

/** Why a signal was aborted; Ctrl-C, where it does not say. */
export function toInterrupted(reason: unknown): Interrupted {
  return reason instanceof Interrupted ? reason : new Interrupted("SIGINT");
}

const showCursor = "\u001B[?25h";

/** Aborted by the first signal, with Interrupted; the second one ends at once, which loses nothing that is in the files. */
export function untilInterrupted(): AbortSignal {
  const stopping = new AbortController();
  const onSignal = (signal: EndSignal) => {
    if (stopping.signal.aborted) {
      // A bar that was shown has hidden it.
      if (process.stderr.isTTY === true) process.stderr.write(showCursor);
      process.exit(codes[signal]);
    }
    stopping.abort(new Interrupted(signal));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return stopping.signal;
}

/**
 * Waits for a piece of work; once the end was asked for, for so long and no longer.
 *
 * @throws what the work throws, and the signal's reason.
 */
export async function within<Result>(graceMs: number, work: Promise<Result>, stopping: AbortSignal): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const onStop = () => {
      timer = setTimeout(() => reject(stopping.reason), graceMs);
    };
    if (stopping.aborted) onStop();
    else stopping.addEventListener("abort", onStop, { once: true });
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Ends the process with the exit code that is set, once what was printed is out, whatever is still under way. */
export function endNow(): void {
  process.stdout.write("", () => process.stderr.write("", () => process.exit()));
}
