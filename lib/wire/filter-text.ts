/** The filter language where it comes in: `?filter=`. */
import { z } from "zod";
import { Problem } from "@/lib/core/errors";
import type { FilterVocabulary } from "@/lib/core/filter/fields";
import { type ReadTerm, readFilter } from "@/lib/core/filter/read-filter";

export const filterText = z.string().max(2_000);

/** Characters as people and other languages count them, not UTF-16 code units. */
function countCharacters(text: string): number {
  return [...text].length;
}

/**
 * @param text undefined: nothing is asked.
 * @throws Problem `invalid_request` with the place: `position` and `length` in characters, from 0.
 */
export function parseFilterText(text: string | undefined, vocabulary: FilterVocabulary): readonly ReadTerm[] {
  const read = readFilter(text ?? "", vocabulary);
  if (read.ok) return read.value;
  const { span, message } = read.fault;
  const position = countCharacters((text ?? "").slice(0, span.from));
  const part = (text ?? "").slice(span.from, span.to);
  throw new Problem("invalid_request", `The filter can't be read at "${part.slice(0, 60)}": ${message}`, {
    path: "filter",
    details: { position, length: countCharacters(part) },
  });
}
