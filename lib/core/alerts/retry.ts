import type { Attempt } from "./notice";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the first, second, … failed try; the last one repeats. */
const waitsMs = [
  2 * second,
  5 * second,
  15 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  hour,
] as const;

/** No wait is longer: the last one, and the tenth that is added to it. */
export const longestWaitMs = 1.1 * hour;

/** A notice that is this old is given up. */
export const giveUpAfterMs = 24 * hour;

/** A receiver that answers, and refuses one notice this often, is not asked to take it again. */
export const refusalLimit = 5;

/**
 * The wait before the next try, ms, up to a tenth longer so that many receivers are not tried in the same moment.
 *
 * @param failures failed tries in a row, from 1. @param random in [0, 1).
 * @param askedMs what the receiver asked for; longer than an hour is not waited for.
 */
export function waitMs(failures: number, random: number, askedMs: number | null = null): number {
  const wait = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? hour;
  return Math.round(Math.max(wait * (1 + random / 10), Math.min(askedMs ?? 0, hour)));
}

/**
 * delivered: it was taken. later: the receiver is down or busy, whatever is sent to it. refused: it answers, and does not
 * take this one; a redirect is such an answer, for it is not followed.
 */
export type Judgement = "delivered" | "later" | "refused";

/** What a receiver's status says. No status: no answer came. */
export function judgeAttempt({ status }: Pick<Attempt, "status">): Judgement {
  if (status === null || status >= 500 || status === 408 || status === 425 || status === 429) return "later";
  return status >= 200 && status < 300 ? "delivered" : "refused";
}

/** Why no more is tried, or null where it is. @param refusals tries of this notice that were answered and refused. */
export function findReasonToGiveUp(createdAt: number, refusals: number, now: number): string | null {
  if (refusals >= refusalLimit) return `The receiver refused it ${refusalLimit} times.`;
  if (now - createdAt >= giveUpAfterMs) return `It could not be delivered for ${giveUpAfterMs / hour} hours.`;
  return null;
}
