import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * The header by which a receiver knows that a notice is ours and new: `t=<epoch seconds>,v1=<hexadecimal HMAC-SHA256 of
 * "<t>.<body>">`. The time is part of what is signed, so that an old notice can't be sent again as a new one.
 */
export function signNotice(secret: string, body: string, now: number): string {
  const time = Math.floor(now / 1_000);
  const digest = hmac(sha256, utf8ToBytes(secret), utf8ToBytes(`${time}.${body}`));
  return `t=${time},v1=${bytesToHex(digest)}`;
}
