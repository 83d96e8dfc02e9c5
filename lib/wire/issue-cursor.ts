import { Problem } from "@/lib/core/errors";
import type { IssueCursor } from "@/lib/core/issues/issue-filter";

export function formatIssueCursor({ rank, value, id }: IssueCursor): string {
  return `${rank}.${value}.${id}`;
}

/** @throws Problem `invalid_request` where the text is no cursor: starting again would show issues twice. */
export function parseIssueCursor(text: string): IssueCursor {
  const match = /^(\d)[.](\d{1,15})[.](\d{1,15})$/.exec(text);
  if (match === null) {
    const words = "The query's cursor is not one that a list of issues gave. Take next of the page before, as it is.";
    throw new Problem("invalid_request", words, { path: "cursor" });
  }
  return { rank: Number(match[1]), value: Number(match[2]), id: Number(match[3]) };
}
