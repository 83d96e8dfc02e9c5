import { Problem } from "@/lib/core/errors";
import type { RunCursor } from "@/lib/core/run-list";

export function formatRunCursor({ activeAt, run }: RunCursor): string {
  return `${activeAt}.${run}`;
}

/** @throws Problem `invalid_request` where the text is no cursor: starting again would show runs twice. */
export function parseRunCursor(text: string): RunCursor {
  const match = /^(\d{1,15})[.](.+)$/su.exec(text);
  const [, activeAt = "", run = ""] = match ?? [];
  if (match === null) {
    const words = "The query's cursor is not one that the list of runs gave. Take next of the page before, as it is.";
    throw new Problem("invalid_request", words, { path: "cursor" });
  }
  return { activeAt: Number(activeAt), run };
}
