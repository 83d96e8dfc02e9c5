import { hash } from "node:crypto";
import type { Split } from "@/lib/core/rollout";

export interface IdentityParts {
  readonly split: Split;
  readonly step: number;
  /** Number of the environment's name; null where there is none. */
  readonly environmentId: number | null;
  readonly group: string | null;
  readonly sample: number | null;
  readonly id: string | null;
  /** What an exported row without any of these is known by. */
  readonly lone?: string | null;
}

/** Largest number that the six bytes of a key's step can hold, kept for rollouts that are known by id alone. */
const anyStep = 2 ** 48 - 1;

/** Segment and step, in front of the rest. */
const prefixBytes = 10;

/** A longer rest is hashed. */
const restLimit = 48;

/** A segment as its keys tell it. */
export interface KeyedSegment {
  readonly id: number;
  /** 0: sample first; 1: group first. */
  readonly key_order: number;
}

/** Keys of a new segment have the group first: rows of a group come together, and then lie together in the index. */
export const newKeyOrder = 1;

/**
 * The part that tells rollouts of one step apart. No two read the same, whatever a group is called: the other parts have
 * no slash.
 */
function toRest(keyOrder: number, parts: IdentityParts): string | null {
  if (parts.group !== null && parts.sample !== null) {
    const place = keyOrder === newKeyOrder ? `${parts.group}/${parts.sample}` : `${parts.sample}/${parts.group}`;
    return `${parts.split === "train" ? "t" : "e"}${parts.environmentId ?? ""}/${place}`;
  }
  if (parts.id !== null) return `i${parts.id}`;
  return parts.lone == null ? null : `x${parts.lone}`;
}

/** What an exported row without identity is known by; null for any other. */
export function readLone(identity: Buffer): string | null {
  const rest = identity.toString("utf8", prefixBytes);
  return rest.startsWith("x") ? rest.slice(1) : null;
}

/** Whether a rollout is known by its id, wherever it stands, and not by its place in a group of a step. */
export function isKnownById(parts: Pick<IdentityParts, "group" | "sample" | "id">): boolean {
  return (parts.group === null || parts.sample === null) && parts.id !== null;
}

/**
 * The key of a rollout: segment, step and the rest, so that rows of one step lie together in the index. Null for a
 * rollout without identity, which is its own.
 */
export function toIdentity(segment: KeyedSegment, parts: IdentityParts): Buffer | null {
  const rest = toRest(segment.key_order, parts);
  if (rest === null) return null;
  const length = Buffer.byteLength(rest);
  const key = Buffer.allocUnsafe(prefixBytes + (length > restLimit ? 33 : length));
  key.writeUInt32BE(segment.id, 0);
  key.writeUIntBE(isKnownById(parts) ? anyStep : parts.step + 1, 4, 6);
  if (length <= restLimit) key.write(rest, prefixBytes);
  else {
    key.write("#", prefixBytes);
    hash("sha256", rest, "buffer").copy(key, prefixBytes + 1);
  }
  return key;
}
