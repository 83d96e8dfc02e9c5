/** Longest wait that a server may ask for, ms; who asks for more is not waited for. */
const longestWaitMs = 120_000;

const firstWaitMs = 250;
const longestBackoffMs = 15_000;

/**
 * The wait before the next try, ms: doubling from a quarter of a second to 15 s, the upper half of it random so that
 * many clients don't come back at once.
 *
 * @param tried tries so far, from 1.
 * @param random in [0, 1).
 */
export function backoffMs(tried: number, random: number): number {
  const full = Math.min(longestBackoffMs, firstWaitMs * 2 ** (tried - 1));
  return Math.round(full / 2 + (full / 2) * random);
}

/**
 * Reads `Retry-After`, seconds or a date, as ms from now; null where it is absent or neither. It may be 0, and it may be
 * more than anybody waits: see toWaitMs.
 */
export function parseRetryAfter(header: string | null, now: number): number | null {
  const told = header?.trim() ?? "";
  if (told === "") return null;
  const ms = /^-?\d+(?:\.\d+)?$/.test(told) ? Number(told) * 1_000 : Date.parse(told) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}

/** The wait that was asked for, ms, but never less than our own: who asks for none is not asked without end. */
export function toWaitMs(asked: number | null, backoff: number): number {
  return Math.min(longestWaitMs, Math.max(asked ?? 0, backoff));
}

/** Statuses that say "later": nothing was stored. */
function isWorthRetrying(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504;
}

/** An answer that is not what was asked for. */
export interface Refused {
  readonly status: number;
  /** What it asks to be waited for, ms; null: nothing. */
  readonly retryAfterMs: number | null;
}

/**
 * The wait before the next try, ms; null where the answer is final.
 *
 * @param tried tries so far, from 1, of `tries` in all.
 * @param random in [0, 1).
 */
export function judgeRetry(
  { status, retryAfterMs }: Refused,
  tried: number,
  tries: number,
  random: number,
): number | null {
  if (!isWorthRetrying(status) || tried >= tries || (retryAfterMs ?? 0) > longestWaitMs) return null;
  return toWaitMs(retryAfterMs, backoffMs(tried, random));
}
