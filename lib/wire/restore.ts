import { z } from "zod";
import { formatRevision, type Revision } from "@/lib/core/frame";
import { parseQuery } from "./query";

const RestoreQuery = z.object({ copy: z.string() });

export function parseRestoreQuery(query: URLSearchParams) {
  return parseQuery(RestoreQuery, query);
}

/** A copy is in the place of the data. */
export const WireRestore = z.object({
  revision: z.string(),
  replaced: z.string().nullable(),
});
export type WireRestore = z.infer<typeof WireRestore>;

interface Restored {
  readonly revision: Revision;
  /** Name of the file that holds what was there; null: nothing was. */
  readonly replaced: string | null;
}

export function toWireRestore({ revision, replaced }: Restored): WireRestore {
  return { revision: formatRevision(revision), replaced };
}
