import type { Rate } from "../rate";
import type { Rollout } from "../rollout";

export interface SessionUser extends Pick<Rollout, "sessionId" | "startedAt" | "finishedAt" | "durationMs"> {
  /** The store's key of the rollout. */
  readonly key: number;
}

/** One session while several rollouts held it. */
export interface SharedSession {
  readonly sessionId: string;
  /** Rollouts that held it together, by start. */
  readonly keys: readonly number[];
  readonly failing: number;
  readonly others: number;
  /** Longest time, ms, that two of them held it at once. */
  readonly overlapMs: number;
}

export interface SharedSessions {
  /** The most shared first, at most 20. */
  readonly sessions: readonly SharedSession[];
  /** How many there are. */
  readonly total: number;
  /** Rollouts that shared a session, of those whose session and times are known. */
  readonly failing: Rate;
  readonly others: Rate;
}

/** Clocks of two hosts differ, and a session is handed on while its last user still reports: not at once. */
const toleratedOverlapMs = 1_000;
const listedSessions = 20;

interface Stay {
  readonly key: number;
  readonly start: number;
  readonly end: number;
  readonly isFailing: boolean;
}

/** From the start told, or counted back from the end; likewise the end. */
function toStay({ key, startedAt, finishedAt, durationMs }: SessionUser, isFailing: boolean): Stay | null {
  const start = startedAt ?? (finishedAt === null || durationMs === null ? null : finishedAt - durationMs);
  const end = finishedAt ?? (startedAt === null || durationMs === null ? null : startedAt + durationMs);
  return start === null || end === null || end < start ? null : { key, start, end, isFailing };
}

/** Stays that overlap, in chains: each overlaps another of its chain by more than is tolerated. */
function chainStays(sessionId: string, stays: readonly Stay[]): SharedSession[] {
  const chains: SharedSession[] = [];
  let chain: Stay[] = [];
  let overlapMs = 0;
  const close = () => {
    if (chain.length > 1) {
      const failing = chain.filter(({ isFailing }) => isFailing).length;
      chains.push({ sessionId, keys: chain.map(({ key }) => key), failing, others: chain.length - failing, overlapMs });
    }
    chain = [];
    overlapMs = 0;
  };
  let until = Number.NEGATIVE_INFINITY;
  for (const stay of [...stays].sort((a, b) => a.start - b.start || a.end - b.end || a.key - b.key)) {
    const shared = Math.min(until, stay.end) - stay.start;
    if (shared > toleratedOverlapMs) overlapMs = Math.max(overlapMs, shared);
    else close();
    chain.push(stay);
    until = Math.max(until, stay.end);
  }
  close();
  return chains;
}

/**
 * Finds sessions that two rollouts held at once, which no environment means to allow: one of the two acts in the other's
 * browser or sandbox. Rollouts without a session or without times say nothing.
 */
export function findSharedSessions(failing: readonly SessionUser[], others: readonly SessionUser[]): SharedSessions {
  const bySession = new Map<string, Stay[]>();
  const known = { failing: 0, others: 0 };
  const gather = (rollouts: readonly SessionUser[], isFailing: boolean) => {
    for (const rollout of rollouts) {
      const stay = toStay(rollout, isFailing);
      if (rollout.sessionId === null || rollout.sessionId.trim() === "" || stay === null) continue;
      known[isFailing ? "failing" : "others"]++;
      const stays = bySession.get(rollout.sessionId);
      if (stays === undefined) bySession.set(rollout.sessionId, [stay]);
      else stays.push(stay);
    }
  };
  gather(failing, true);
  gather(others, false);
  const sessions = [...bySession]
    .flatMap(([sessionId, stays]) => chainStays(sessionId, stays))
    .sort((a, b) => b.keys.length - a.keys.length || b.overlapMs - a.overlapMs || (a.sessionId < b.sessionId ? -1 : 1));
  const sum = (side: "failing" | "others") => sessions.reduce((total, session) => total + session[side], 0);
  return {
    sessions: sessions.slice(0, listedSessions),
    total: sessions.length,
    failing: { count: sum("failing"), n: known.failing },
    others: { count: sum("others"), n: known.others },
  };
}
