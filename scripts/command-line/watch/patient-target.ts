import { setTimeout as wait } from "node:timers/promises";
import { backoffMs, toWaitMs } from "@/lib/client/backoff";
import { RequestError, UnreachableError } from "@/lib/client/client-error";
import type { ImportTarget } from "@/lib/importers/import-target";
import { takeApart } from "../take-apart";

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

/** Whether a refusal is about the moment and not about what was sent. */
function isPassing(error: unknown, tried: number): error is RequestError | UnreachableError {
  if (isLater(error)) return true;
  if (!(error instanceof RequestError)) return false;
  // An answer that is no error and no receipt is not of a Falsezero server: a login page, or a redirect to one.
  if (error.status < 400) return true;
  if (error.status === 500) return tried < triesOf500;
  return isRefusal(error);
}

/** A token, an address or a proxy that is wrong may be put right. */
function isRefusal({ status }: RequestError): boolean {
  return [401, 403, 404, 405].includes(status);
}

function waitMs(error: RequestError | UnreachableError, tried: number): number {
  const own = backoffMs(tried, Math.random());
  if (error instanceof UnreachableError) return own;
  if (error.retryAfterMs !== null) return toWaitMs(error.retryAfterMs, own);
  return error.status < 400 || isRefusal(error) ? refusedWaitMs : own;
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
  // What is no passing refusal is about the rows.
  return takeApart(patient, () => true);
}
