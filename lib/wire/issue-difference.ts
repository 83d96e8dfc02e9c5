import { z } from "zod";
import type { JudgedCategory, JudgedNumber } from "@/lib/core/difference/describe-difference";
import type { IssueDifference } from "@/lib/core/issues/issue-difference";
import { WireRate } from "./issue";

const count = z.int().min(0);
const role = z.enum(["context", "symptom"]);

const WireValue = z.object({
  value: z.string().nullable(),
  failing: WireRate,
  others: WireRate,
  difference: z.number(),
});

const WireCategory = z.object({
  attribute: z.string(),
  role,
  top: WireValue,
  values: z.array(WireValue),
  distinct: count,
  test: z.enum(["g", "fisher"]),
  p: z.number(),
  corrected_p: z.number(),
  separates: z.boolean(),
});

const WireSide = z.object({ n: count, median: z.number() });

const WireNumber = z.object({
  attribute: z.string(),
  role,
  failing: WireSide,
  others: WireSide,
  histograms: z.object({
    edges: z.array(z.number()),
    failing: z.array(count),
    others: z.array(count),
    scale: z.enum(["linear", "log"]),
  }),
  d: z.number(),
  p: z.number(),
  corrected_p: z.number(),
  separates: z.boolean(),
});

const WireRange = z.object({ from: count, to: count });

/** What sets an issue's rollouts apart. */
export const WireIssueDifference = z.object({
  run: z.string(),
  range: WireRange.nullable(),
  baseline: z.enum(["range", "before"]),
  against: WireRange.nullable(),
  whole: z.boolean(),
  failing: count,
  others: count,
  verdict: z.enum(["separates", "none_separates", "too_few"]),
  causes: z.array(WireCategory),
  symptoms: z.array(WireCategory),
  numbers: z.array(WireNumber),
  shared_sessions: z.object({
    sessions: z.array(
      z.object({
        session_id: z.string(),
        rollouts: z.array(count),
        failing: count,
        others: count,
        overlap_ms: z.number(),
      }),
    ),
    total: count,
    failing: WireRate,
    others: WireRate,
  }),
});
export type WireIssueDifference = z.infer<typeof WireIssueDifference>;

function toWireCategory({ correctedP, values, ...rest }: JudgedCategory): z.infer<typeof WireCategory> {
  return { ...rest, values: [...values], corrected_p: correctedP };
}

function toWireNumber({ correctedP, histograms, ...rest }: JudgedNumber): z.infer<typeof WireNumber> {
  const { edges, failing, others, scale } = histograms;
  return {
    ...rest,
    corrected_p: correctedP,
    histograms: { edges: [...edges], failing: [...failing], others: [...others], scale },
  };
}

export function toWireIssueDifference(found: IssueDifference): WireIssueDifference {
  const { sessions, total, failing, others } = found.sharedSessions;
  return {
    run: found.run,
    range: found.range,
    baseline: found.baseline,
    against: found.against,
    whole: found.isWhole,
    failing: found.failing,
    others: found.others,
    verdict: found.verdict,
    causes: found.causes.map(toWireCategory),
    symptoms: found.symptoms.map(toWireCategory),
    numbers: found.numbers.map(toWireNumber),
    shared_sessions: {
      sessions: sessions.map(({ sessionId, keys, overlapMs, ...sides }) => {
        return { ...sides, session_id: sessionId, rollouts: [...keys], overlap_ms: overlapMs };
      }),
      total,
      failing,
      others,
    },
  };
}

/** Reads a difference that the API sent. @throws ZodError where it is none. */
export function parseIssueDifference(json: unknown): IssueDifference {
  const wire = WireIssueDifference.parse(json);
  const { sessions, ...shared } = wire.shared_sessions;
  return {
    run: wire.run,
    range: wire.range,
    baseline: wire.baseline,
    against: wire.against,
    isWhole: wire.whole,
    failing: wire.failing,
    others: wire.others,
    verdict: wire.verdict,
    causes: wire.causes.map(({ corrected_p: correctedP, ...rest }) => ({ ...rest, correctedP })),
    symptoms: wire.symptoms.map(({ corrected_p: correctedP, ...rest }) => ({ ...rest, correctedP })),
    numbers: wire.numbers.map(({ corrected_p: correctedP, ...rest }) => ({ ...rest, correctedP })),
    sharedSessions: {
      ...shared,
      sessions: sessions.map(({ session_id: sessionId, rollouts: keys, overlap_ms: overlapMs, ...sides }) => {
        return { ...sides, sessionId, keys, overlapMs };
      }),
    },
  };
}
