import { setTimeout as wait } from "node:timers/promises";
import { backoffMs, toWaitMs } from "@/lib/client/backoff";
import { RequestError, UnreachableError } from "@/lib/client/client-error";
import type { ImportTarget } from "@/lib/importers/import-target";
import { isAboutBody, takeApart } from "../take-apart";

/** The server takes nothing now, and there is no time to wait for it. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
}

export interface Patience {
  /** The end is near: what the server does not take now is left. */
  readonly stopping: AbortSignal;
  /** Told when the server is away, and null when it is back. */
  readonly onAway: (why: string | null) => void;
}

const refusedWaitMs = 60_000;
const triesOf500 = 4;

/** Whether a server that is there will take something later: it is starting, busy, or behind something that is. */
export function isLater(error: unknown): error is RequestError | UnreachableError {
  if (error instanceof UnreachableError) return true;
  return error instanceof RequestError && [408, 425, 429, 502, 503, 504].includes(error.status);
}

/**
 * Whether a refusal is about the moment and not about what was sent: a token, an address or a proxy that is wrong may be
 * put right, and a run that waits for its removal brought back. What is not known to be about the rows is not held
 * against them: who is refused for good is asked seldom, and whose rows count as read has lost them.
 */
function isPassing(error: unknown, tried: number): error is RequestError | UnreachableError {
  if (isLater(error)) return true;
  if (!(error instanceof RequestError)) return false;
  return error.status === 500 ? tried < triesOf500 : !isAboutBody(error);
}

function waitMs(error: RequestError | UnreachableError, tried: number): number {
  const own = backoffMs(tried, Math.random());
  if (error instanceof UnreachableError) return own;
  if (error.retryAfterMs !== null) return toWaitMs(error.retryAfterMs, own);
  // Bringing a run back is one press of a button.
  return error.status === 409 || error.status === 500 ? own : refusedWaitMs;
}

/**
 * Does a piece of work as often as it takes until the server has answered for good.
 *
 * @throws GivenUp where the server is away and there is no time, and whatever says that the work itself is wrong.
 */
async function untilAnswered<Result>(work: () => Promise<Result>, patience: Patience): Promise<Result> {
  const { stopping, onAway } = patience;
  for (let tried = 1; ; tried++) {
    try {
      const result = await work();
      onAway(null);
      return result;
    } catch (error) {
      if (!isPassing(error, tried)) throw error;
      onAway(error.message);
      if (stopping.aborted) throw new GivenUp(error.message, { cause: error });
      await wait(waitMs(error, tried), undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/**
 * The target of an import that never gives up on a server that is away. A request that is refused as a whole is taken
 * apart until the row is found that it is refused for, so that one row never holds up the others.
 */
export function toPatientTarget(target: ImportTarget, patience: Patience): ImportTarget {
  const patient: ImportTarget = {
    sendRows: (...told) => untilAnswered(() => target.sendRows(...told), patience),
    declareExpected: (...told) => untilAnswered(() => target.declareExpected(...told), patience),
    sendRecords: (...told) => untilAnswered(() => target.sendRecords(...told), patience),
    sendCounts: (counts) => untilAnswered(() => target.sendCounts(counts), patience),
  };
  // What is no passing refusal is about the rows, and so is what the server can't digest however often it is sent.
  return takeApart(patient, () => true);
}
