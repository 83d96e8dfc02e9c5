import { z } from "zod";
import { Envelope } from "./rollout-row";

const index = z.int().min(0).nullish();
const identifier = z.union([z.string().min(1).max(1_000), z.int()]).nullish();

/** The typed failure record of newer NeMo Gym collectors. */
export const NemoGymFailureRecord = z.object({
  episode_id: z.object({ rollout_id: identifier, attempt: index }).nullish(),
  delivery: z.string().nullish(),
  failure: z
    .object({
      failure_kind: z.string().nullish(),
      failure_reason: z.string().nullish(),
      stage: z.string().nullish(),
      terminal: z.boolean().nullish(),
    })
    .nullish(),
});

/**
 * A NeMo Gym verify response, or a row of its failures sidecar, to the letter. Only these keys are read: any other may
 * be a column of the dataset, whatever it is called.
 */
export const NemoGymRow = z.object({
  reward: z.unknown().optional(),
  reward_components: z.unknown().optional(),
  mask_sample: z.unknown().optional(),
  failure_kind: z.string().nullish(),
  failure_reason: z.string().nullish(),
  verification_skipped: z.unknown().optional(),
  instance_config: z.unknown().optional(),
  metrics: z.unknown().optional(),
  response: z.unknown().optional(),
  responses_create_params: z.unknown().optional(),
  agent_ref: z.object({ name: z.string().max(1_000).nullish() }).nullish(),
  _ng_task_index: identifier,
  _ng_rollout_index: index,
  _ng_attempt_index: index,
  _ng_rollout_id: identifier,
  _ng_failure_class: z.string().nullish(),
  _ng_failure_message: z.string().nullish(),
  _ng_failure_terminal: z.boolean().nullish(),
  _ng_failure_record: NemoGymFailureRecord.nullish(),
  _ng_omitted: z.boolean().nullish(),
  _falsezero: Envelope.nullish(),
});
export type NemoGymRow = z.infer<typeof NemoGymRow>;
