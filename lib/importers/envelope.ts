import type { Envelope } from "@/lib/wire/rollout-row";

const encoder = new TextEncoder();
const closeBrace = 0x7d;
const openBrace = 0x7b;

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Adds what is known about a row to its bytes, and leaves them as they were otherwise: numbers, bare NaN and the order
 * of keys stay to the letter. Ours comes last, so that it wins over a key of the same name.
 *
 * @param bytes of a JSON object.
 */
export function addEnvelope(bytes: Uint8Array, envelope: Envelope): Uint8Array {
  if (Object.keys(envelope).length === 0) return bytes;
  let end = bytes.lastIndexOf(closeBrace);
  while (end > 0 && isSpace(bytes[end - 1])) end--;
  const comma = bytes[end - 1] === openBrace ? "" : ",";
  const added = encoder.encode(`${comma}"_falsezero":${JSON.stringify(envelope)}}`);
  const whole = new Uint8Array(end + added.length);
  whole.set(bytes.subarray(0, end));
  whole.set(added, end);
  return whole;
}
