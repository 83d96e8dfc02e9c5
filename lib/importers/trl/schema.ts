/** The columns of TRL's `completions/completions_{step}.parquet`; which of the others are reward functions, their names say. */
import { z } from "zod";

export const TrlRow = z.looseObject({
  step: z.union([z.int().min(0), z.string().regex(/^\d{1,9}$/)]),
  prompt: z.unknown(),
  completion: z.unknown(),
  advantage: z.number().nullish().catch(null),
});
