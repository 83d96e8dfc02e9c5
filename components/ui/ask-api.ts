import { type Sending, sendJson } from "./send-json";

/**
 * Asks the API for something.
 *
 * @param path below `/api/v1`, as `/webhooks`. @throws Error with a sentence for the reader.
 */
export async function askApi(method: string, path: string, body?: object): Promise<unknown> {
  return takeAnswer(await sendJson(method, `/api/v1${path}`, body));
}

/** @throws Error with a sentence for the reader, where it was not done. */
export function takeAnswer(sending: Sending): unknown {
  if (sending.as === "done") return sending.json;
  throw new Error(sending.as === "refused" ? sending.why : "The server did not answer. Is it still running?");
}

/** What an act that failed says to the reader, where something thrown is no Error of ours too. */
export function toSentence(error: unknown): string {
  return error instanceof Error && error.name === "Error"
    ? error.message
    : "The server answered in an unknown form. Reload the page.";
}
