import { readString } from "@/lib/view/json-value";
import { suspectServer } from "./server-reach";

/** What asking the API to do something came to. */
export type Sending =
  /** Done; what was answered, null where nothing was. */
  | { readonly as: "done"; readonly json: unknown }
  /** Why not, as a sentence, and the problem's code. */
  | { readonly as: "refused"; readonly why: string; readonly code: string | null }
  /** No answer came: whether it was done is not known. */
  | { readonly as: "unanswered" };

/** Asks an address of the API to do something. @param body undefined: none is sent. */
export async function sendJson(method: string, path: string, body?: object): Promise<Sending> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    suspectServer();
    return { as: "unanswered" };
  }
  const json: unknown = await response.json().catch(() => null);
  if (response.ok) return { as: "done", json };
  const why = readString(json, "detail") ?? readString(json, "title") ?? `The server answered ${response.status}.`;
  return { as: "refused", why, code: readString(json, "code") };
}
