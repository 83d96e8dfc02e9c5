/** The names that verl's `trainer.rollout_data_dir` dump has: a row a rollout, a file a step. */
import { z } from "zod";

export const VerlRow = z.looseObject({
  input: z.unknown(),
  output: z.unknown(),
  score: z.unknown(),
  step: z.int().min(0).nullish(),
  /** Of one prompt, in versions that dump it. */
  uid: z.union([z.string().min(1).max(1_000), z.int()]).nullish(),
});
