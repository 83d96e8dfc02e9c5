import { createHash } from "node:crypto";
import type { Split } from "@/lib/core/rollout";

export interface IdentityParts {
  readonly split: Split;
  readonly step: number;
  readonly environment: string | null;
  readonly group: string | null;
  readonly sample: number | null;
  readonly id: string | null;
}

/** Largest number that the six bytes of a key's step can hold, kept for rollouts that are known by id alone. */
const anyStep = 2 ** 48 - 1;

/** What is hashed: JSON keeps parts apart whatever characters they hold. */
function toKeyText(parts: IdentityParts): string | null {
  if (parts.group !== null && parts.sample !== null) {
    return JSON.stringify([parts.split, parts.environment, parts.group, parts.sample]);
  }
  return parts.id === null ? null : JSON.stringify([parts.id]);
}

/** Whether a rollout is known by its id, wherever it stands, and not by its place in a group of a step. */
export function isKnownById(parts: Pick<IdentityParts, "group" | "sample" | "id">): boolean {
  return (parts.group === null || parts.sample === null) && parts.id !== null;
}

/**
 * The key of a rollout: segment, step and 14 bytes of SHA-256 of the rest, so that rows of one step lie together in the
 * index. Null for a rollout without identity, which is its own.
 */
export function toIdentity(segment: number, parts: IdentityParts): Buffer | null {
  const text = toKeyText(parts);
  if (text === null) return null;
  const key = Buffer.allocUnsafe(24);
  key.writeUInt32BE(segment, 0);
  key.writeUIntBE(isKnownById(parts) ? anyStep : parts.step + 1, 4, 6);
  createHash("sha256").update(text).digest().copy(key, 10, 0, 14);
  return key;
}
