/** The names that NeMo Gym's collector writes, beside the rows themselves (lib/wire/nemo-gym-row.ts). */
import { z } from "zod";
import { recordOf } from "@/lib/wire/record-of";

const count = z.int().min(0);
/** As long as a name of ours may be. */
const name = z.string().max(1_000);

/** A row of `<stem>_materialized_inputs.jsonl`: one per rollout that is going to be collected. */
export const MaterializedInput = z.object({
  agent_ref: z.object({ name: name.nullish() }).nullish(),
  _ng_task_index: z.union([name.min(1), z.int()]),
  _ng_rollout_index: count,
  mask_sample: z.unknown().optional(),
  failure_kind: z.unknown().optional(),
  failure_reason: z.unknown().optional(),
});

/** `<stem>_coverage.json`: what the collector itself counted. */
export const CoverageDocument = z.object({
  expected: count,
  measured: count.nullish(),
  masked: count.nullish(),
  unscored: count.nullish(),
  failed: count.nullish(),
  intentionally_omitted: count.nullish(),
  unknown: count.nullish(),
  attempts: count.nullish(),
});
export type CoverageDocument = z.infer<typeof CoverageDocument>;

/** `<stem>_aggregate_metrics.json`: an entry per agent, with metrics over its rollouts. */
export const AggregateDocument = z.array(
  z.object({
    agent_ref: z.object({ name: z.string() }),
    agent_metrics: recordOf(z.unknown()),
    group_level_metrics: z
      .array(z.object({ num_rollouts: count.nullish(), expected_num_rollouts: count.nullish() }))
      .nullish(),
  }),
);
export type AggregateDocument = z.infer<typeof AggregateDocument>;
