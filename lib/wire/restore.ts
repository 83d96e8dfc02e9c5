import { z } from "zod";
import { formatRevision, type Revision } from "@/lib/core/frame";

const count = z.int().min(0);

/** A copy is in the place of the data. */
export const WireRestore = z.object({
  runs: count,
  rollouts: count,
  revision: z.string(),
  replaced: z.string().nullable(),
});
export type WireRestore = z.infer<typeof WireRestore>;

interface Restored {
  readonly runs: number;
  readonly rollouts: number;
  readonly revision: Revision;
  /** Name of the file that holds what was there; null: nothing was. */
  readonly replaced: string | null;
}

export function toWireRestore({ runs, rollouts, revision, replaced }: Restored): WireRestore {
  return { runs, rollouts, revision: formatRevision(revision), replaced };
}
