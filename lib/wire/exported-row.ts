/**
 * A row of an export: a native row with what was judged of it when it first came in, so that a second server keeps the
 * same rollout and not another judgement of what is left of its text.
 */
import { z } from "zod";
import { judgeOutcome } from "@/lib/core/outcome";
import {
  dispositions,
  emptinessRules,
  largestStep,
  maskSources,
  type Pair,
  type Rollout,
  rewardStates,
  rolloutTags,
  splits,
} from "@/lib/core/rollout";
import type { ExportedRollout } from "@/lib/core/run-record";
import { keptTime as time } from "./instant";
import { isRecord } from "./is-record";
import { largestMeasure, Measure } from "./rollout-row";

const count = z.int().min(0);
const text = z.string().max(10_000);

/** What an export adds to a native row, under `_falsezero`. */
const ExportedEnvelope = z.object({
  /** The version of all of this. */
  exported: z.literal(1),
  content: z.string().regex(/^[0-9a-f]{42}$/),
  received_at: time,
  reward_state: z.enum(rewardStates).optional(),
  mask_sources: z.array(z.enum(maskSources)).max(8).optional(),
  tags: z.array(z.enum(rolloutTags)).max(32).optional(),
  emptiness: z.enum(emptinessRules).optional(),
  reports_generation: z.boolean().optional(),
  reports_failures: z.boolean().optional(),
  lone: z.string().min(1).max(200).optional(),
  payload_bytes: count.optional(),
});

const ExportedRow = z.object({
  _falsezero: ExportedEnvelope,
  id: text.optional(),
  split: z.enum(splits),
  step: count.max(largestStep).optional(),
  group: text.optional(),
  sample: count.optional(),
  attempt: count.optional(),
  segment: text.min(1),
  environment: text.optional(),
  reward: Measure.optional(),
  reward_components: z.unknown().optional(),
  failure_kind: text.optional(),
  failure_reason: text.optional(),
  outcome: z.enum(["failed", "omitted"]).optional(),
  omit_reason: text.optional(),
  policy_step: z.tuple([count, count]).optional(),
  started_at: time.optional(),
  finished_at: time.optional(),
  duration_ms: z.number().min(0).optional(),
  turns: count.optional(),
  input_tokens: count.optional(),
  output_tokens: count.optional(),
  truncated: z.boolean().optional(),
  session_id: text.optional(),
  disposition: z.enum(dispositions).optional(),
  trainer_reward: Measure.optional(),
  advantage: Measure.optional(),
  labels: z.unknown().optional(),
  payload: z.unknown().optional(),
});

/** Whether a row says that it is one of an export. */
export function isExportedRow(row: unknown): boolean {
  if (!isRecord(row)) return false;
  const envelope = row["_falsezero"];
  return isRecord(envelope) && "exported" in envelope;
}

export type ReadExportedRow =
  | (Omit<ExportedRollout, "payload"> & { readonly payload: Uint8Array | null })
  | { readonly code: string; readonly path: string; readonly message: string };

function listPairs<Value>(value: unknown, isOne: (value: unknown) => value is Value): Pair<Value>[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]): Pair<Value>[] => (isOne(one) ? [[name, one]] : []));
}

const isText = (value: unknown): value is string => typeof value === "string";
const isMeasure = (value: unknown): value is number => typeof value === "number" && Math.abs(value) <= largestMeasure;

function toRollout(row: z.infer<typeof ExportedRow>): Rollout {
  const { _falsezero: told } = row;
  const state = told.reward_state ?? "finite";
  const sources = told.mask_sources ?? [];
  return {
    split: row.split,
    step: row.step ?? null,
    segment: row.segment,
    environment: row.environment ?? null,
    group: row.group ?? null,
    sample: row.sample ?? null,
    id: row.id ?? null,
    attempt: row.attempt ?? 0,
    outcome: judgeOutcome({
      isOmitted: row.outcome === "omitted",
      isFailureRecord: row.outcome === "failed",
      rewardState: state,
      maskFlagged: sources.length > 0,
    }),
    omitReason: row.omit_reason ?? null,
    reward: row.reward ?? null,
    rewardState: state,
    rewardComponents: listPairs(row.reward_components, isMeasure),
    maskSources: sources,
    failureKind: row.failure_kind ?? null,
    failureReason: row.failure_reason ?? null,
    tags: told.tags ?? [],
    emptiness: told.emptiness ?? null,
    reportsGeneration: told.reports_generation ?? false,
    reportsFailures: told.reports_failures ?? false,
    policyStep: row.policy_step ?? null,
    startedAt: row.started_at ?? null,
    finishedAt: row.finished_at ?? null,
    durationMs: row.duration_ms ?? null,
    turns: row.turns ?? null,
    inputTokens: row.input_tokens ?? null,
    outputTokens: row.output_tokens ?? null,
    truncated: row.truncated ?? null,
    sessionId: row.session_id ?? null,
    disposition: row.disposition ?? null,
    trainerReward: row.trainer_reward ?? null,
    advantage: row.advantage ?? null,
    labels: listPairs(row.labels, isText).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

const payloadMark = Buffer.from(',"payload":');

/** The payload's bytes to the letter, where the row still ends as it was written; else written anew. */
function readPayload(row: z.infer<typeof ExportedRow>, bytes: Uint8Array): Uint8Array | null {
  const length = row._falsezero.payload_bytes;
  if (length === undefined || row.payload === undefined) return null;
  const start = bytes.length - 1 - length;
  const isAsWritten =
    start > payloadMark.length && payloadMark.equals(bytes.subarray(start - payloadMark.length, start));
  return isAsWritten ? bytes.subarray(start, bytes.length - 1) : Buffer.from(JSON.stringify(row.payload));
}

/**
 * Reads a row of an export.
 *
 * @param bytes of the row as it was sent. @param now no row can have come in after it.
 * @returns what is kept of it, or why it is refused.
 */
export function readExportedRow(value: unknown, bytes: Uint8Array, now: number): ReadExportedRow {
  const parsed = ExportedRow.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = issue?.path.map(String).join(".") ?? "";
    return { code: "wrong_type", path, message: `${path} is not as an export of version 1 has it: ${issue?.message}` };
  }
  const row = parsed.data;
  const { content, received_at: receivedAt, lone = null } = row._falsezero;
  if (row.step === undefined && row.split === "train") {
    return { code: "step_missing", path: "step", message: "step is missing: a train row of an export has one" };
  }
  return {
    rollout: toRollout(row),
    contentHash: content,
    receivedAt: Math.min(receivedAt, now),
    lone,
    payload: readPayload(row, bytes),
  };
}

/** Members that are told; a second server takes what is left out for not told. */
function told(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== false && !isEmptyList(value)),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function toObject<Value>(pairs: readonly Pair<Value>[]): Record<string, Value> | null {
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

/** One line of an export, without its end. */
export function toExportedLine({ rollout, contentHash, receivedAt, lone, payload }: ExportedRollout): string {
  const { outcome, rewardState } = rollout;
  // Kept text is strict JSON: a line break in it stands between values, where a space means the same.
  const body = payload === null ? null : payload.replace(/[\r\n]/g, " ");
  const envelope: Record<string, unknown> = {
    exported: 1,
    content: contentHash,
    received_at: receivedAt,
    ...told({
      reward_state: rewardState === "finite" ? null : rewardState,
      mask_sources: rollout.maskSources,
      tags: rollout.tags,
      emptiness: rollout.emptiness,
      reports_generation: rollout.reportsGeneration,
      reports_failures: rollout.reportsFailures,
      lone,
      payload_bytes: body === null ? null : Buffer.byteLength(body),
    }),
  };
  const row = JSON.stringify({
    _falsezero: envelope,
    ...told({
      id: rollout.id,
      split: rollout.split,
      step: rollout.step,
      group: rollout.group,
      sample: rollout.sample,
      attempt: rollout.attempt === 0 ? null : rollout.attempt,
      segment: rollout.segment,
      environment: rollout.environment,
      reward: rollout.reward,
      reward_components: toObject(rollout.rewardComponents),
      mask_sample: rollout.maskSources.length > 0 ? true : null,
      failure_kind: rollout.failureKind,
      failure_reason: rollout.failureReason,
      outcome: outcome === "failed" || outcome === "omitted" ? outcome : null,
      omit_reason: rollout.omitReason,
      policy_step: rollout.policyStep,
      started_at: rollout.startedAt,
      finished_at: rollout.finishedAt,
      duration_ms: rollout.durationMs,
      turns: rollout.turns,
      input_tokens: rollout.inputTokens,
      output_tokens: rollout.outputTokens,
      session_id: rollout.sessionId,
      disposition: rollout.disposition,
      trainer_reward: rollout.trainerReward,
      advantage: rollout.advantage,
      labels: toObject(rollout.labels),
    }),
    // False says something here: it was told.
    ...(rollout.truncated === null ? {} : { truncated: rollout.truncated }),
  });
  return body === null ? row : `${row.slice(0, -1)},"payload":${body}}`;
}
