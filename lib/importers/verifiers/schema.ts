/** The names that verifiers writes into an evaluation's `results.jsonl` and the `metadata.json` beside it. */
import { z } from "zod";

const identifier = z.union([z.string().min(1).max(1_000), z.int()]).nullish();
const duration = z.number().min(0).nullish();

export const VerifiersRow = z.looseObject({
  /** Repeats for each rollout of an example; called `id` in older versions. */
  example_id: identifier,
  id: identifier,
  reward: z.unknown(),
  error: z.unknown().optional(),
  prompt: z.unknown(),
  completion: z.unknown(),
  metrics: z.unknown().optional(),
  is_truncated: z.boolean().nullish(),
  total_ms: duration,
  timing: z.object({ total_ms: duration }).nullish().catch(null),
  token_usage: z.unknown().optional(),
});
export type VerifiersRow = z.infer<typeof VerifiersRow>;

/** What an evaluation says of itself. */
export const VerifiersMetadata = z.object({
  env_id: z.string().min(1).max(1_000),
  num_examples: z.int().nullish(),
  rollouts_per_example: z.int().min(1),
  avg_reward: z.number().nullish(),
});
