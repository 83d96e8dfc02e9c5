/** The failure fields of a verify response: its mask, wherever it hides, its kind and its reason. */
import { parseFailureKind } from "@/lib/core/failure-kind";
import type { MaskSource, RolloutTag } from "@/lib/core/rollout";
import { isRecord } from "./is-record";
import type { Envelope, RolloutRow } from "./rollout-row";

/** `failure_reason` is cut here, in UTF-16 code units. */
const reasonLimit = 2_000;

export function isTruthyFlag(value: unknown): boolean {
  return value === true || value === "true" || value === 1;
}

/** `instance_config` is an object or a JSON string; only its mask flag is ever read. */
function readNestedFlag(holder: unknown): boolean {
  if (isRecord(holder)) return isTruthyFlag(holder["mask_sample"]);
  if (typeof holder !== "string" || !holder.includes("mask_sample")) return false;
  try {
    const parsed: unknown = JSON.parse(holder);
    return isRecord(parsed) && isTruthyFlag(parsed["mask_sample"]);
  } catch {
    return false;
  }
}

/** Every place of a row that flags its reward as no measurement. */
export function readMaskSources(row: Pick<RolloutRow, "mask_sample" | "instance_config" | "metrics">): MaskSource[] {
  const sources: MaskSource[] = [];
  if (isTruthyFlag(row.mask_sample)) sources.push("mask_sample");
  if (readNestedFlag(row.instance_config)) sources.push("instance_config.mask_sample");
  if (isRecord(row.metrics) && isTruthyFlag(row.metrics["mask_sample"])) sources.push("metrics.mask_sample");
  return sources;
}

export interface FailureFields {
  readonly kind: string | null;
  readonly reason: string | null;
  readonly maskSources: MaskSource[];
  readonly tags: RolloutTag[];
}

/** The row's own failure fields: those that only echo the dataset are left out. */
export function readOwnFields(
  row: Pick<RolloutRow, "failure_kind" | "failure_reason">,
  echoed: NonNullable<Envelope["echoed"]>,
): { readonly kind: string | null; readonly reason: string | null } {
  return {
    kind: echoed.includes("failure_kind") ? null : toTold(row.failure_kind, isKind),
    reason: echoed.includes("failure_reason") ? null : toTold(row.failure_reason, isReason),
  };
}

const isKind = (kind: string) => parseFailureKind(kind).kind !== null;
const isReason = (reason: string) => reason !== "";

/** A word that says nothing, such as "none" for a kind, hides nothing that is told elsewhere. */
function toTold(sent: string | null | undefined, says: (text: string) => boolean): string | null {
  return sent !== null && sent !== undefined && says(sent) ? sent : null;
}

/** The first kind that names a failure. */
export function firstKind(...sent: readonly (string | null | undefined)[]): string | null {
  return sent.map((kind) => toTold(kind, isKind)).find((kind) => kind !== null) ?? null;
}

/** The first reason that says anything. */
export function firstReason(...sent: readonly (string | null | undefined)[]): string | null {
  return sent.map((reason) => toTold(reason, isReason)).find((reason) => reason !== null) ?? null;
}

/** Reads the three failure fields; those that only echo the dataset are tagged. */
export function readFailure(
  kind: string | null,
  reason: string | null,
  maskSources: MaskSource[],
  echoed: NonNullable<Envelope["echoed"]>,
): FailureFields {
  const tags: RolloutTag[] = [];
  const parsed = parseFailureKind(kind);
  if (echoed.includes("failure_kind")) tags.push("kind_echoed");
  if (parsed.unregistered) tags.push("kind_unregistered");
  if (parsed.cut) tags.push("kind_cut");
  if (echoed.includes("failure_reason")) tags.push("reason_echoed");
  if (echoed.includes("mask_sample")) tags.push("mask_echoed");
  const counted = reason === "" ? null : reason;
  if (counted !== null && counted.length > reasonLimit) tags.push("reason_cut");
  return {
    // Cut, or as they were sent, both may hold half a surrogate pair.
    kind: parsed.kind?.toWellFormed() ?? null,
    reason: counted?.slice(0, reasonLimit).toWellFormed() ?? null,
    maskSources: echoed.includes("mask_sample")
      ? maskSources.filter((source) => source !== "mask_sample")
      : maskSources,
    tags,
  };
}

/** Whether a row has any failure field at all, even false or null. */
export function sendsFailureFields(row: object): boolean {
  return "mask_sample" in row || "failure_kind" in row || "failure_reason" in row || "_ng_failure_class" in row;
}
