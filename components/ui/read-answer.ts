import { suspectServer } from "./server-reach";

/** What asking the API for something came to. */
export type Answer<Value> =
  | { readonly as: "read"; readonly value: Value }
  /** 404: it is no more. */
  | { readonly as: "gone" }
  /** Unreachable, aborted, or refused for now: worth asking again. */
  | { readonly as: "failed" }
  /** The server answers in a form that this page does not know: it was loaded before the server was renewed. */
  | { readonly as: "outdated" };

/** Reads JSON. It is given the text as well, to know an answer again. Throws where the answer is not what it reads. */
type Parse<Value> = (json: unknown, text: string) => Value;

/** Asks an address for JSON. */
export async function readAnswer<Value>(url: string, signal: AbortSignal, parse: Parse<Value>): Promise<Answer<Value>> {
  let text: string;
  try {
    const response = await fetch(url, { signal, headers: { accept: "application/json" } });
    if (response.status === 404) return { as: "gone" };
    if (!response.ok) return { as: "failed" };
    text = await response.text();
  } catch {
    // The caller keeps what it has, says so and asks again.
    if (!signal.aborted) suspectServer();
    return { as: "failed" };
  }
  return parseAnswer(text, parse);
}

/** Reads JSON that came whole. */
export function parseAnswer<Value>(
  text: string,
  parse: Parse<Value>,
): { readonly as: "read"; readonly value: Value } | { readonly as: "outdated" } {
  try {
    const json: unknown = JSON.parse(text);
    return { as: "read", value: parse(json, text) };
  } catch {
    return { as: "outdated" };
  }
}
