import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Digits of a digest: enough that no two of a run's names share one. */
const digits = 32;

/** A name that fits: a longer one keeps its end, behind a digest of the whole, so that no two become one. */
export function shortenName(name: string, limit: number): string {
  if (name.length <= limit) return name;
  const digest = bytesToHex(sha256(utf8ToBytes(name))).slice(0, digits);
  return `${digest}…${name.slice(name.length - limit + digits + 1)}`;
}
