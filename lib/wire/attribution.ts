import { z } from "zod";
import type { RewardAttribution } from "@/lib/core/attribution";

const count = z.int().min(0);

const Period = z.object({ from: count, to: count, steps: count, n: count, evidence: count });

/** Whose the change of the mean reward as scored is, between two ranges of steps. */
export const WireAttribution = z.object({
  run: z.string(),
  before: Period.nullable(),
  after: Period.nullable(),
  attribution: z
    .object({
      change: z.number(),
      before: z.number(),
      after: z.number(),
      lost: z.number(),
      survivors: z.number(),
      policy: z.number(),
      mix: z.number(),
    })
    .nullable(),
});
export type WireAttribution = z.infer<typeof WireAttribution>;

interface Scores {
  readonly from: number;
  readonly to: number;
  readonly steps: number;
  readonly totals: readonly { readonly evidence: { readonly n: number }; readonly lost: { readonly n: number } }[];
}

function toPeriod(period: Scores | null): WireAttribution["before"] {
  if (period === null) return null;
  const { from, to, steps, totals } = period;
  const evidence = totals.reduce((sum, one) => sum + one.evidence.n, 0);
  return { from, to, steps, n: totals.reduce((sum, one) => sum + one.lost.n, evidence), evidence };
}

export function toWireAttribution(
  run: string,
  told: {
    readonly before: Scores | null;
    readonly after: Scores | null;
    readonly attribution: RewardAttribution | null;
  },
): WireAttribution {
  const { attribution: terms } = told;
  const { change = 0, before = 0, after = 0, lost = 0, survivors = 0, policy = 0, mix = 0 } = terms ?? {};
  return {
    run,
    before: toPeriod(told.before),
    after: toPeriod(told.after),
    attribution: terms === null ? null : { change, before, after, lost, survivors, policy, mix },
  };
}

/** Reads what the API sent. @throws ZodError where it is something else. */
export function parseAttribution(json: unknown): WireAttribution {
  return WireAttribution.parse(json);
}
