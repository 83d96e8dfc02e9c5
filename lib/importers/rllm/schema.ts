/** The names that rLLM's episode logger writes: a JSON document an episode, in a folder a step. */
import { z } from "zod";

const name = z.union([z.string(), z.int()]).nullish();

const RllmTrajectory = z.looseObject({
  name: z.string().nullish(),
  uid: name,
  reward: z.unknown().optional(),
  num_steps: z.int().min(0).nullish(),
});

export const RllmEpisode = z.looseObject({
  training_step: z.int().min(0).nullish(),
  epoch: z.int().min(0).nullish(),
  episode_id: z.union([z.string().min(1), z.int()]).nullish(),
  session_id: name,
  task: z.unknown().optional(),
  task_hash: name,
  termination_reason: z.string().nullish(),
  metrics: z.unknown().optional(),
  trajectories: z.array(RllmTrajectory),
});
export type RllmEpisode = z.infer<typeof RllmEpisode>;
