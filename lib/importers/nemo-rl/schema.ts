/**
 * The names that NeMo-RL's `log_batched_dict_as_jsonl` writes. In the older form every value is a list of one; in the
 * newer one they are bare, and a row knows its step and its sample.
 */
import { z } from "zod";

export const NemoRlRow = z.looseObject({
  rewards: z.unknown().optional(),
  /** Under dynamic sampling, the reward that belongs to the row's content: `rewards` is of everything generated. */
  filtered_rewards: z.unknown().optional(),
  reward: z.unknown().optional(),
  content: z.unknown().optional(),
  idx: z.unknown().optional(),
  step: z.unknown().optional(),
  sample_id: z.unknown().optional(),
  metadata: z.unknown().optional(),
  agent_ref: z.unknown().optional(),
  input_lengths: z.unknown().optional(),
  sample_loss_mask: z.unknown().optional(),
  token_loss_mask: z.unknown().optional(),
  token_ids: z.unknown().optional(),
  advantages: z.unknown().optional(),
  truncated: z.unknown().optional(),
});
export type NemoRlRow = z.infer<typeof NemoRlRow>;
