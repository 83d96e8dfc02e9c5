import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import { cutRunPage, type RunCursor, type RunListEntry } from "@/lib/core/run-list";

export interface RunsRequest {
  readonly limit: number;
  /** The last run of the page before; null: the first page. */
  readonly after: RunCursor | null;
}

export interface RunsPage {
  readonly revision: string;
  readonly runs: readonly RunListEntry[];
  readonly next: RunCursor | null;
}

/** Everything, in one page. */
export const allRuns: RunsRequest = { limit: Number.MAX_SAFE_INTEGER, after: null };

/** A page of the list of runs, at a revision that a live stream can go on from. */
export async function listRuns(store: Store, request: RunsRequest): Promise<RunsPage> {
  // First the revision, then what it covers: what changes in between is sent once more, which is harmless.
  const revision = await store.reader.readRevision();
  const { page, next } = cutRunPage(await store.reader.listRuns(), request.after, request.limit);
  return { revision: formatRevision(revision), runs: page, next };
}
