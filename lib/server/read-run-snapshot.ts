import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import { bucketStepsByWidth, bucketWidth } from "@/lib/core/series";
import type { RunSnapshot } from "@/lib/core/snapshot";
import type { StepFilter } from "@/lib/core/stored-rollout";

export interface SnapshotRequest extends StepFilter {
  /** Most points a chart gets. */
  readonly resolution: number;
}

/** Points of the strip that shows the whole run, whatever range is looked at. */
const overviewPoints = 120;

/**
 * What the run page shows, at one revision: a live stream that starts there continues it without a gap.
 *
 * @returns null where there is no such run.
 */
export async function readRunSnapshot(store: Store, request: SnapshotRequest): Promise<RunSnapshot | null> {
  const { reader } = store;
  const { resolution, ...filter } = request;
  // First the revision, then what it covers: what changes in between is sent once more, which is harmless.
  const revision = await reader.readRevision();
  const detail = await reader.readRun(filter.run);
  if (detail === null) return null;
  const { from: _from, to: _to, ...wholeFilter } = filter;
  const [range, whole] = [await reader.readStepRange(filter), await reader.readStepRange(wholeFilter)];
  const { steps: all } = await reader.listSteps(wholeFilter);
  const steps = all.filter(
    ({ step }) => step !== null && step >= (filter.from ?? 0) && step <= (filter.to ?? Number.MAX_SAFE_INTEGER),
  );
  const width = range === null ? 1 : bucketWidth(range.first, range.last, resolution);
  const isCurrent = filter.segment === undefined && filter.split === "train" && filter.labels.length === 0;
  const superseded = isCurrent && filter.environment === undefined ? await reader.listSupersededSteps(filter.run) : [];
  return {
    detail,
    revision: formatRevision(revision),
    width,
    buckets: bucketStepsByWidth(steps, width),
    superseded: bucketStepsByWidth(
      superseded.filter(({ step }) => range !== null && step !== null && step >= range.first && step <= range.last),
      width,
    ),
    overview: whole === null ? [] : bucketStepsByWidth(all, bucketWidth(whole.first, whole.last, overviewPoints)),
    newest: all.findLast((summary) => summary.step !== null) ?? null,
    firstStep: whole?.first ?? null,
    lastStep: whole?.last ?? null,
    evalBlock: await readEvalBlock(store, filter),
    recentPerMinute: await reader.readIngestRate(filter.run),
  };
}

async function readEvalBlock(store: Store, filter: StepFilter) {
  const { steps } = await store.reader.listSteps({ ...filter, split: "eval", from: undefined, to: undefined });
  return steps.find((summary) => summary.step === null) ?? null;
}
