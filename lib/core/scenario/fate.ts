import type { Random } from "./random";

/** Where a made-up rollout ran. */
export interface Place {
  readonly host: string;
  readonly pool: "a" | "b";
  /** The browser's debugging address. */
  readonly address: string;
}

/** One way in which a rollout goes wrong. */
export interface FailureShape {
  readonly kind: string;
  /**
   * `masked`: the verify response flags the reward; `degraded`: scored all the same; `failed`: no result at all.
   */
  readonly effect: "masked" | "degraded" | "failed";
  /** Shortest and longest time until it comes back, ms. */
  readonly durationMs: readonly [number, number];
  /** Whether the policy said anything before. */
  readonly generates: boolean;
  /** Share of these that pool b holds. */
  readonly poolBShare: number;
  readonly reason: (random: Random, place: Place) => string;
}

/** What becomes of one rollout. A failed or masked one is scored 0, as environments do. */
export interface Fate {
  readonly solved: boolean;
  readonly failure: FailureShape | null;
}

export const solved: Fate = { solved: true, failure: null };
export const unsolved: Fate = { solved: false, failure: null };

/** A session of the browser pool that cannot be reset: it comes back fast, and nothing is generated. */
export const sessionLost: FailureShape = {
  kind: "session_lost",
  effect: "masked",
  durationMs: [30_050, 33_900],
  generates: false,
  poolBShare: 0.97,
  reason: (random, place) =>
    random.chance(0.9)
      ? `session ${random.hex(12)} not reset within 30 s on ${place.address}`
      : `no free session on pool ${place.pool} after 30 s, ${random.integer(20, 90)} waiting`,
};

export const agentTimeout: FailureShape = {
  kind: "agent_timeout",
  effect: "masked",
  durationMs: [300_000, 301_900],
  generates: true,
  poolBShare: 0.48,
  reason: (random) => `agent did not finish within 300 s, stopped in turn ${random.integer(14, 28)}`,
};

export const judgeUnparseable: FailureShape = {
  kind: "judge_unparseable",
  effect: "degraded",
  durationMs: [70_000, 240_000],
  generates: true,
  poolBShare: 0.48,
  reason: (random) => `${random.integer(1, 2)} of 3 judge votes unparseable`,
};

export const agentRunError: FailureShape = {
  kind: "agent_run_error",
  effect: "failed",
  durationMs: [2_000, 90_000],
  generates: false,
  poolBShare: 0.48,
  reason: (random, place) => `500 from the agent server on ${place.host}, request ${random.hex(8)}`,
};
