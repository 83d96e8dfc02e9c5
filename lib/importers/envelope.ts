import type { Envelope } from "@/lib/wire/rollout-row";

/**
 * Adds what is known about a row to its text, and leaves the text as it was otherwise: numbers, bare NaN and the order
 * of keys stay to the letter. Ours comes last, so that it wins over a key of the same name.
 *
 * @param text a JSON object.
 */
export function addEnvelope(text: string, envelope: Envelope): string {
  if (Object.keys(envelope).length === 0) return text;
  const end = text.lastIndexOf("}");
  const body = text.slice(0, end).trimEnd();
  const comma = body.endsWith("{") ? "" : ",";
  return `${body}${comma}"_falsezero":${JSON.stringify(envelope)}}`;
}
