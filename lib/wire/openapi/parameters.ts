import type { z } from "zod";
import { IngestQuery, RolloutQuery, StepQuery } from "../query";
import type { Parameter } from "./operation";
import { toJsonSchema } from "./schema";

type Notes<Schema extends z.ZodObject> = Readonly<Record<keyof z.input<Schema>, string>>;

const stepNotes: Notes<typeof StepQuery> = {
  from: "First step.",
  to: "Last step.",
  environment: "One environment.",
  split: "train, or eval.",
  segment: "One launch, superseded steps included; without it, what counts now.",
  resolution: "Buckets of steps instead of steps: at most this many, their width 1, 2, 5, 10, 20, 50 and so on.",
  since: "A revision to continue from, for clients that can't send Last-Event-ID.",
};

const rolloutNotes: Notes<typeof RolloutQuery> = {
  ...stepNotes,
  step: "One step.",
  kind: "A failure kind, or (masked, no kind), or (failed, no kind).",
  outcome: "One outcome.",
  group: "One prompt's group.",
  suspected: "true: only suspected false zeros.",
  q: "Words that the failure reason holds, in any case of letters.",
  sort: "newest and oldest go by arrival; reward and duration from the largest down.",
  cursor: "The next of the page before.",
  limit: "Rollouts of a page.",
};

const ingestNotes: Notes<typeof IngestQuery> = {
  format:
    "auto: a row with _ng_ keys, or with both responses_create_params and response, is nemo-gym; any other is native.",
  step: "The step of rows that name none.",
  split: "The split of rows that name none.",
  segment: "The segment of rows that name none; without it, the newest.",
  environment: "The environment of rows that name none.",
};

function toParameters<Schema extends z.ZodObject>(
  schema: Schema,
  notes: Notes<Schema>,
  names: readonly (keyof z.input<Schema> & string)[],
): Parameter[] {
  return names.flatMap((name) => {
    const field = schema.shape[name];
    if (field === undefined) return [];
    const parameter: Parameter = {
      name,
      in: "query",
      description: notes[name],
      schema: toJsonSchema(field, "input"),
    };
    return [parameter];
  });
}

/** `label.<name>=<value>`: an exploded object whose names begin with `label.`. */
const labels: Parameter = {
  name: "labels",
  in: "query",
  description:
    "label.<name>=<value>, as often as wanted: rollouts that carry all of these labels. The name of this parameter itself is not sent.",
  style: "form",
  explode: true,
  schema: {
    type: "object",
    propertyNames: { type: "string", pattern: "^label[.]." },
    additionalProperties: { type: "string" },
  },
  example: { "label.host": "gpu-17" },
};

const run: Parameter = {
  name: "run",
  in: "path",
  required: true,
  description:
    "The run's name, percent-encoded: 1 to 200 characters after Unicode normalisation (NFC), no control characters, not . or ..",
  schema: { type: "string", minLength: 1, maxLength: 200 },
  example: "browser-7",
};

const step: Parameter = {
  name: "step",
  in: "path",
  required: true,
  description: "The step's number.",
  schema: { type: "integer", minimum: 0, maximum: 1_000_000_000 },
  example: 61,
};

const rollout: Parameter = {
  name: "rollout",
  in: "path",
  required: true,
  description: "The rollout's number, as lists give it.",
  schema: { type: "integer", minimum: 1 },
  example: 2,
};

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Kept for seven days. The same key with the same body and query gets the first answer again, and stores nothing.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "9f1c2b7e-step-61-batch-3",
};

const contentEncoding: Parameter = {
  name: "Content-Encoding",
  in: "header",
  description: "How the body is packed.",
  schema: { type: "string", enum: ["identity", "gzip", "deflate", "br"] },
  example: "gzip",
};

const lastEventId: Parameter = {
  name: "Last-Event-ID",
  in: "header",
  description: "The revision to continue from; browsers send it by themselves when they reconnect. Goes before since.",
  schema: { type: "string" },
  example: "1.4711",
};

const runs: Parameter = {
  name: "run",
  in: "query",
  description: "The run's name; as often as wanted. Without it: every run.",
  style: "form",
  explode: true,
  schema: { type: "array", items: { type: "string" } },
  example: ["browser-7"],
};

/** Parameters that stand in an address or a header. */
export const parameters = {
  run,
  step,
  rollout,
  runs,
  idempotencyKey,
  contentEncoding,
  lastEventId,
} as const;

/** Filters of an address that reads steps. */
export function describeStepQuery(names: readonly (keyof z.input<typeof StepQuery>)[]): Parameter[] {
  return [...toParameters(StepQuery, stepNotes, names), labels];
}

export function describeRolloutQuery(): Parameter[] {
  const names = RolloutQuery.keyof().exclude(["since", "resolution"]).options;
  return [...toParameters(RolloutQuery, rolloutNotes, names), labels];
}

export function describeIngestQuery(): Parameter[] {
  return toParameters(IngestQuery, ingestNotes, IngestQuery.keyof().options);
}

/** What a declaration of a step takes of it. */
export function describePlaceQuery(): Parameter[] {
  return toParameters(IngestQuery, ingestNotes, ["split", "segment", "environment"]);
}
