import { z } from "zod";
import { dispositions, largestStep, splits } from "@/lib/core/rollout";
import { lastInstant } from "./instant";

/** Absent and null are one thing from here on. */
function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish();
}

const count = z.int().min(0);
/** As far as the step of an address goes. */
const step = z.int().min(0).max(largestStep);
const shortText = z.string().max(1_000);
/** An identifier that producers write as a string or as a whole number. */
const identifier = z.union([shortText.min(1), z.int()]);

/** Beyond it the sum of squares over a step would be no number any more. */
export const largestMeasure = 1e100;
export const Measure = z.number().min(-largestMeasure).max(largestMeasure);

/** Tokens of one rollout: their sum over a long step is still a whole number. */
const tokens = count.max(1_000_000_000);

const yearZero = Date.parse("0000-01-01T00:00:00Z");

/** Whether an instant can be written with a year of four digits, as everybody who reads it expects. */
function isWritable(time: string | number): boolean {
  const at = typeof time === "number" ? time : Date.parse(time);
  return at >= yearZero && at <= lastInstant;
}

/** RFC 3339 with an offset, or epoch milliseconds; of the years 0 to 9999 in UTC. */
export const Timestamp = z
  .union([z.iso.datetime({ offset: true }), z.number().min(0).max(lastInstant)])
  .refine(isWritable, "is outside the years 0 to 9999");

/**
 * What whoever passes a row on may add about it: an id from where it was found, that it stands in a file of failures,
 * and which failure fields only echo the dataset.
 */
export const Envelope = z.object({
  id: optional(shortText.min(1)),
  outcome: optional(z.literal("failed")),
  echoed: optional(z.array(z.enum(["mask_sample", "failure_kind", "failure_reason"])).max(3)),
});
export type Envelope = z.infer<typeof Envelope>;

/** Names with values of one type. Typed as unknown first, so that a name such as `__proto__` stays a plain name. */
const NamedValues = z.unknown().meta({ type: "object", additionalProperties: true });

/** A rollout as a sender of our own format writes it (docs/api.md). Unknown keys stay with the payload. */
export const RolloutRow = z.object({
  id: optional(identifier),
  split: optional(z.enum(splits)),
  step: optional(step),
  group: optional(identifier),
  sample: optional(count),
  attempt: optional(count),
  segment: optional(shortText.min(1)),
  environment: optional(shortText),
  reward: z.unknown().optional(),
  reward_components: optional(NamedValues),
  mask_sample: z.unknown().optional(),
  failure_kind: optional(z.string()),
  failure_reason: optional(z.string()),
  outcome: optional(z.enum(["failed", "omitted"])),
  omit_reason: optional(shortText),
  verification_skipped: optional(z.boolean()),
  policy_step: optional(z.union([count, z.tuple([count, count])])),
  started_at: optional(Timestamp),
  finished_at: optional(Timestamp),
  duration_ms: optional(z.number().min(0)),
  turns: optional(count),
  input_tokens: optional(tokens),
  output_tokens: optional(tokens),
  output: z.unknown().optional(),
  completion: z.unknown().optional(),
  error: z.unknown().optional(),
  truncated: optional(z.boolean()),
  session_id: optional(shortText),
  disposition: optional(z.enum(dispositions)),
  trainer_reward: optional(Measure),
  advantage: optional(Measure),
  labels: optional(NamedValues),
  instance_config: z.unknown().optional(),
  metrics: z.unknown().optional(),
  payload: z.unknown().optional(),
  _falsezero: optional(Envelope),
});
export type RolloutRow = z.infer<typeof RolloutRow>;

/** The keys of a native row; any other is kept with the payload and counted. */
export const rolloutRowKeys: ReadonlySet<string> = new Set(Object.keys(RolloutRow.shape));
