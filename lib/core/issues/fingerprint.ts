import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { rulesVersion } from "./template-rules";

/** Digits of a fingerprint: 128 bits, so that two of a billion templates share one with probability 1e-21. */
const digits = 32;

/**
 * What makes occurrences one issue until a person says otherwise: the first 128 bits of SHA-256 over the rules' version,
 * the kind and the template, as JSON, in which no two triples look alike. Changed rules make new fingerprints; which
 * issue they belong to is kept apart.
 */
export function toFingerprint(kind: string, template: string, version: number = rulesVersion): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([version, kind, template])))).slice(0, digits);
}
