import type { Store } from "@/db/store";
import type { Condition } from "@/lib/core/filter/condition";
import { formatRevision } from "@/lib/core/frame";
import { cutRunPage, type RunCursor, type RunListEntry } from "@/lib/core/run-list";
import { isWantedRun } from "@/lib/view/run-filter";
import { toRunRow } from "@/lib/view/run-row";

export interface RunsRequest {
  /** All of these must hold. */
  readonly where: readonly Condition[];
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
export const allRuns: RunsRequest = { where: [], limit: Number.MAX_SAFE_INTEGER, after: null };

/** A page of the list of runs, at a revision that a live stream can go on from. */
export async function listRuns(store: Store, request: RunsRequest): Promise<RunsPage> {
  // First the revision, then what it covers: what changes in between is sent once more, which is harmless.
  const revision = await store.reader.readRevision();
  const { where } = request;
  const all = await store.reader.listRuns();
  const wanted = where.length === 0 ? all : all.filter((entry) => isWantedRun(toRunRow(entry), where));
  const { page, next } = cutRunPage(wanted, request.after, request.limit);
  return { revision: formatRevision(revision), runs: page, next };
}
