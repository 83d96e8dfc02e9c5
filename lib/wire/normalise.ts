/** The one crossing from the wire into the domain: rows of any format become a Rollout, or say why they can't. */
import type { z } from "zod";
import { judgeOutcome } from "@/lib/core/outcome";
import type { Pair, RewardState, Rollout, Split } from "@/lib/core/rollout";
import { judgeEmptiness } from "./emptiness";
import {
  firstKind,
  firstReason,
  isTruthyFlag,
  readFailure,
  readMaskSources,
  readOwnFields,
  sendsFailureFields,
} from "./failure-fields";
import { isRecord } from "./is-record";
import { NemoGymRow } from "./nemo-gym-row";
import { largestMeasure, RolloutRow } from "./rollout-row";
import { sayFault } from "./say-fault";

export type RowFormat = "native" | "nemo-gym";

/** What a request says about all of its rows. */
export interface RowDefaults {
  readonly step: number | null;
  readonly split: Split | null;
  readonly segment: string | null;
  readonly environment: string | null;
}

export interface RowRejection {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

export type Normalised =
  | { readonly rollout: Rollout; readonly format: RowFormat }
  | { readonly rejection: RowRejection };

export const labelLimit = 16;
export const labelLength = 256;

/** Which format a row is in when the sender leaves it to us. */
export function detectFormat(row: Readonly<Record<string, unknown>>): RowFormat {
  if ("responses_create_params" in row && "response" in row) return "nemo-gym";
  for (const key in row) if (key.startsWith("_ng_")) return "nemo-gym";
  return "native";
}

/** What is as good as infinite can't be averaged either. */
function isMeasure(value: number): boolean {
  return Math.abs(value) <= largestMeasure;
}

function readReward(reward: unknown, verificationSkipped: boolean): { reward: number | null; state: RewardState } {
  if (verificationSkipped) return { reward: null, state: "verification_skipped" };
  if (reward === undefined) return { reward: null, state: "absent" };
  if (reward === null) return { reward: null, state: "null" };
  if (typeof reward === "boolean") return { reward: null, state: "bool" };
  if (typeof reward === "string") return { reward: null, state: "string" };
  if (typeof reward !== "number") return { reward: null, state: "other" };
  if (Number.isNaN(reward)) return { reward: null, state: "nan" };
  if (!isMeasure(reward)) return { reward: null, state: "infinite" };
  return { reward, state: "finite" };
}

function readComponents(sent: unknown): Pair<number>[] | RowRejection {
  if (sent === null || sent === undefined) return [];
  if (!isRecord(sent)) return rejection("wrong_type", "reward_components", "must be an object of names and numbers");
  const components: Pair<number>[] = [];
  for (const [name, value] of Object.entries(sent)) {
    // A component that is null or NaN was not measured; that is no reason to lose the rollout.
    if (typeof value === "number" && isMeasure(value))
      components.push([name.slice(0, labelLength).toWellFormed(), value]);
    else if (value !== null && typeof value !== "number") {
      return rejection("wrong_type", `reward_components.${name.slice(0, 64)}`, "must be a number");
    }
  }
  return components;
}

function readLabels(sent: unknown): Pair<string>[] | RowRejection {
  if (sent === null || sent === undefined) return [];
  if (!isRecord(sent)) return rejection("wrong_type", "labels", "must be an object of names and short strings");
  const labels: Pair<string>[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) continue;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") {
      return rejection("wrong_type", `labels.${name.slice(0, 64)}`, "must be a short string");
    }
    const text = String(value);
    if (name.length > labelLength || text.length > labelLength) {
      return rejection("label_too_long", `labels.${name.slice(0, 64)}`, `is longer than ${labelLength} characters`);
    }
    labels.push([name.toWellFormed(), text.toWellFormed()]);
  }
  if (labels.length > labelLimit) {
    return rejection("too_many_labels", "labels", `has ${labels.length} names; at most ${labelLimit} are taken`);
  }
  return labels.sort(([a], [b]) => (a < b ? -1 : 1));
}

function rejection(code: string, path: string, message: string): RowRejection {
  return { code, path, message: path === "" ? message : `${path} ${message}` };
}

function isRejection(value: object): value is RowRejection {
  return "code" in value && "message" in value;
}

/** Looks again at a row that was refused, to say why: good rows do without the words. */
function toRejection(schema: z.ZodType, row: unknown): RowRejection {
  const fault = schema.safeParse(row, { error: sayFault }).error?.issues[0];
  const path = fault?.path.map(String).join(".") ?? "";
  return rejection("wrong_type", path, `is not as expected: ${fault?.message ?? "unreadable"}`);
}

function toEpochMs(time: string | number | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  return typeof time === "number" ? Math.round(time) : Date.parse(time);
}

/** Half a surrogate pair can't be kept as UTF-8, nor asked for in an address: it becomes the replacement character. */
function toText(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value).toWellFormed();
}

function normaliseNative(row: RolloutRow, defaults: RowDefaults): Normalised {
  const labels = readLabels(row.labels);
  if (isRejection(labels)) return { rejection: labels };
  const components = readComponents(row.reward_components);
  if (isRejection(components)) return { rejection: components };
  const { reward, state } = readReward(row.reward, row.verification_skipped === true);
  const envelope = row._falsezero ?? null;
  const echoed = envelope?.echoed ?? [];
  const own = readOwnFields(row, echoed);
  const failure = readFailure(own.kind, own.reason, readMaskSources(row), echoed);
  const payload = isRecord(row.payload) ? row.payload : {};
  const emptiness = judgeEmptiness({
    outputTokens: row.output_tokens ?? null,
    outputs: [row.output, row.completion, payload["output"], payload["completion"]],
    error: row.error ?? payload["error"],
  });
  const policy = row.policy_step ?? null;
  return {
    format: "native",
    rollout: {
      split: row.split ?? defaults.split ?? "train",
      step: row.step ?? defaults.step,
      segment: toText(row.segment) ?? defaults.segment,
      environment: toText(row.environment) ?? defaults.environment,
      group: toText(row.group),
      sample: row.sample ?? null,
      id: toText(row.id) ?? envelope?.id ?? null,
      attempt: row.attempt ?? 0,
      outcome: judgeOutcome({
        isOmitted: row.outcome === "omitted",
        isFailureRecord: row.outcome === "failed" || envelope?.outcome === "failed",
        rewardState: state,
        maskFlagged: failure.maskSources.length > 0,
      }),
      omitReason: toText(row.omit_reason),
      reward,
      rewardState: state,
      rewardComponents: components,
      maskSources: failure.maskSources,
      failureKind: failure.kind,
      failureReason: failure.reason,
      tags: failure.tags,
      emptiness: emptiness.rule,
      reportsGeneration: emptiness.reports,
      reportsFailures: sendsFailureFields(row),
      policyStep: policy === null ? null : typeof policy === "number" ? [policy, policy] : policy,
      startedAt: toEpochMs(row.started_at),
      finishedAt: toEpochMs(row.finished_at),
      durationMs: row.duration_ms ?? null,
      turns: row.turns ?? null,
      inputTokens: row.input_tokens ?? null,
      outputTokens: row.output_tokens ?? null,
      truncated: row.truncated ?? null,
      sessionId: toText(row.session_id),
      disposition: row.disposition ?? null,
      trainerReward: row.trainer_reward ?? null,
      advantage: row.advantage ?? null,
      labels,
    },
  };
}

/** Token counts of a response's usage, where it has one. */
function readUsage(response: unknown): { inputTokens: number | null; outputTokens: number | null } {
  const usage = isRecord(response) && isRecord(response["usage"]) ? response["usage"] : {};
  const read = (name: string) => {
    const value = usage[name];
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 1e9 ? value : null;
  };
  return { inputTokens: read("input_tokens"), outputTokens: read("output_tokens") };
}

function countTurns(output: unknown): number | null {
  if (!Array.isArray(output)) return null;
  return output.filter((item) => isRecord(item) && item["role"] === "assistant").length;
}

function isTruncated(response: unknown): boolean | null {
  if (!isRecord(response)) return null;
  const details = response["incomplete_details"];
  if (isRecord(details)) return details["reason"] === "max_output_tokens";
  return null;
}

function normaliseNemoGym(row: NemoGymRow, defaults: RowDefaults): Normalised {
  const components = readComponents(isRecord(row.reward_components) ? row.reward_components : null);
  if (isRejection(components)) return { rejection: components };
  const envelope = row._falsezero ?? null;
  const record = row._ng_failure_record ?? null;
  const hasClass = row._ng_failure_class !== null && row._ng_failure_class !== undefined;
  const hasResult = row.response !== undefined && row.response !== null;
  const isBare = row.reward === undefined && !hasResult;
  const isFailureRecord = envelope?.outcome === "failed" || hasClass || record !== null;
  if (isBare && !isFailureRecord && row._ng_omitted !== true) {
    const message =
      "this row has neither a reward nor a response: it is an input of a rollout, not a rollout. " +
      "Send the file that the collector wrote, or declare inputs as the step's expected_ids";
    return { rejection: rejection("not_a_rollout", "", message) };
  }
  const { reward, state } = readReward(row.reward, isTruthyFlag(row.verification_skipped));
  const echoed = envelope?.echoed ?? [];
  const own = readOwnFields(row, echoed);
  // What the collector says of a failure stands, whatever the dataset's columns echo.
  const kind = firstKind(record?.failure?.failure_kind, own.kind, row._ng_failure_class);
  const reason = firstReason(record?.failure?.failure_reason, own.reason, row._ng_failure_message);
  const failure = readFailure(kind, reason, readMaskSources(row), echoed);
  const terminal = row._ng_failure_terminal ?? record?.failure?.terminal ?? false;
  const isOmitted = row._ng_omitted === true || (row._ng_failure_class === "skipped" && terminal);
  const output = isRecord(row.response) ? row.response["output"] : undefined;
  const usage = readUsage(row.response);
  const emptiness = judgeEmptiness({ outputTokens: usage.outputTokens, outputs: [output], error: null });
  return {
    format: "nemo-gym",
    rollout: {
      split: defaults.split ?? "train",
      step: defaults.step,
      segment: defaults.segment,
      environment: toText(row.agent_ref?.name) ?? defaults.environment,
      group: toText(row._ng_task_index),
      sample: row._ng_rollout_index ?? null,
      id: toText(row._ng_rollout_id) ?? toText(record?.episode_id?.rollout_id) ?? envelope?.id ?? null,
      attempt: row._ng_attempt_index ?? record?.episode_id?.attempt ?? 0,
      outcome: judgeOutcome({
        isOmitted,
        isFailureRecord,
        rewardState: state,
        maskFlagged: failure.maskSources.length > 0,
      }),
      omitReason: isOmitted ? failure.reason : null,
      reward,
      rewardState: state,
      rewardComponents: components,
      maskSources: failure.maskSources,
      failureKind: failure.kind,
      failureReason: failure.reason,
      tags: failure.tags,
      emptiness: emptiness.rule,
      reportsGeneration: emptiness.reports,
      reportsFailures: sendsFailureFields(row),
      policyStep: null,
      startedAt: null,
      finishedAt: null,
      durationMs: null,
      turns: countTurns(output),
      ...usage,
      truncated: isTruncated(row.response),
      sessionId: null,
      disposition: null,
      trainerReward: null,
      advantage: null,
      labels: [],
    },
  };
}

/**
 * Judges one row. The step may still be missing: only the store knows the run's current one.
 *
 * @param row a parsed JSON value.
 * @returns the rollout, or a rejection with the path of what is wrong.
 */
export function normaliseRow(row: unknown, format: RowFormat | "auto", defaults: RowDefaults): Normalised {
  if (!isRecord(row)) {
    return { rejection: rejection("not_an_object", "", "a rollout is a JSON object; this is not one") };
  }
  if ((format === "auto" ? detectFormat(row) : format) === "native") {
    const parsed = RolloutRow.safeParse(row);
    return parsed.success ? normaliseNative(parsed.data, defaults) : { rejection: toRejection(RolloutRow, row) };
  }
  const parsed = NemoGymRow.safeParse(row);
  return parsed.success ? normaliseNemoGym(parsed.data, defaults) : { rejection: toRejection(NemoGymRow, row) };
}
