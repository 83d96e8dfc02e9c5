/** What the API answers beside runs, steps and rollouts, which have files of their own. */
import { z } from "zod";
import { problemStatuses } from "@/lib/core/errors";
import { finishStates } from "@/lib/core/run";
import { WireRunDetail } from "./run";
import { WireBucket, WireStep } from "./step";

const count = z.int().min(0);

/** A row that was not taken. */
export const WireRejectedRow = z.object({
  index: count,
  code: z.string(),
  path: z.string(),
  message: z.string(),
});

/** Something about rows that were taken which their sender should know. */
const WireWarning = z.object({ code: z.string(), count, message: z.string() });

/** What became of every row of a request; sent once it is on the disk. */
export const WireReceipt = z.object({
  run: z.string(),
  received: count,
  inserted: count,
  updated: count,
  duplicates: count,
  superseded: count,
  rejected_count: count,
  rejected: z.array(WireRejectedRow).max(100),
  warnings: z.array(WireWarning),
});
export type WireReceipt = z.infer<typeof WireReceipt>;

/** Why a request was refused (RFC 9457). */
export const WireProblem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string(),
  code: z.literal(Object.keys(problemStatuses)),
  path: z.string().optional(),
  line: z.int().min(1).optional(),
  column: z.int().min(1).optional(),
  position: count.optional(),
  length: z.int().min(1).optional(),
  received: count.optional(),
  rejected_count: count.optional(),
  rejected: z.array(WireRejectedRow).max(100).optional(),
});
export type WireProblem = z.infer<typeof WireProblem>;

export const WireStepList = z.object({ run: z.string(), revision: z.string(), steps: z.array(WireStep) });

export const WireBucketList = z.object({ run: z.string(), revision: z.string(), buckets: z.array(WireBucket) });

export const WireStepDeclared = z.object({ run: z.string(), step: count });

export const WireSegmentNamed = z.object({ run: z.string(), segment: z.string() });

export const WireRunFinished = z.object({ run: z.string(), state: z.enum(finishStates) });

export const WireRecordsKept = z.object({ run: z.string(), records: count });
export const WireCountsKept = z.object({ run: z.string(), counts: count });

export const WireRunDeleted = z.object({ run: z.string(), deleted: z.literal(true) });

export const WireRolloutDeleted = z.object({ rollout: count, deleted: z.literal(true) });

export const WireDemoPlayed = z.object({ run: z.string(), rollouts: count });

export const WireHealth = z.object({
  status: z.enum(["ok", "unavailable"]),
  live: z.boolean(),
  ready: z.boolean(),
  version: z.string(),
  node: z.string(),
  storage: z
    .object({
      engine: z.string(),
      schema_version: count,
      database_bytes: count,
      wal_bytes: count,
      runs: count,
      rollouts: count,
      dirty_steps: count,
    })
    .nullable(),
});
export type WireHealth = z.infer<typeof WireHealth>;

/** First event of a run's stream: how wide its buckets are. */
export const WireHelloEvent = z.object({ run: z.string(), width: count });

/** Everything has to be read again. */
export const WireResetEvent = z.object({ run: z.string(), deleted: z.boolean() });

/** The steps that changed, whole, and those that are no more. */
export const WireStepsEvent = z.object({
  run: z.string(),
  revision: z.string(),
  steps: z.array(WireStep),
  removed: z.array(z.object({ split: z.string(), step: count.nullable() })),
  overview: WireRunDetail.nullable(),
});
