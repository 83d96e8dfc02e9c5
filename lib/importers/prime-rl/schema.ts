/** The names that prime-rl writes into `rollouts/step_{N}/{train,eval}/{all,effective}/traces.jsonl`: an episode a line. */
import { z } from "zod";

const name = z.union([z.string(), z.int()]).nullish();
const step = z.int().min(0).nullish();

const PrimeError = z.looseObject({ type: z.string().nullish(), message: z.string().nullish() });

const PrimeTrace = z.looseObject({
  rewards: z.unknown().optional(),
  errors: z.array(PrimeError).nullish(),
  stop_condition: z.string().nullish(),
  agent: z.object({ trainable: z.boolean().nullish() }).nullish().catch(null),
});
export type PrimeTrace = z.infer<typeof PrimeTrace>;

export const PrimeEpisode = z.looseObject({
  id: z.union([z.string().min(1).max(1_000), z.int()]),
  env: z.object({ id: name, name }).nullish().catch(null),
  group: z.object({ id: name }).nullish().catch(null),
  run: z
    .object({
      type: z.string().nullish(),
      work: z
        .object({
          type: z.string().nullish(),
          step,
          policy: z.object({ start: step, end: step }).nullish().catch(null),
        })
        .nullish(),
    })
    .nullish(),
  ok: z.boolean(),
  errors: z.array(PrimeError).nullish(),
  traces: z.array(PrimeTrace),
});
export type PrimeEpisode = z.infer<typeof PrimeEpisode>;
