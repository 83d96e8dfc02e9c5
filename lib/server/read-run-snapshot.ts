import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import { bucketStepsByWidth, bucketWidth } from "@/lib/core/series";
import type { RunSnapshot } from "@/lib/core/snapshot";
import type { StepSummary } from "@/lib/core/step-summary";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { viewTrainer } from "@/lib/core/trainer-view";

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
  const { resolution, ...filter } = request;
  const reading = await store.reader.readRunView(filter);
  if (reading === null) return null;
  const { detail, range, whole, steps, superseded } = reading;
  const isInRange = ({ step }: StepSummary) =>
    range !== null && step !== null && step >= range.first && step <= range.last;
  const width = range === null ? 1 : bucketWidth(range.first, range.last, resolution);
  const overviewWidth = whole === null ? 1 : bucketWidth(whole.first, whole.last, overviewPoints);
  const view = viewTrainer(detail.settings, detail.inference);
  return {
    detail,
    revision: formatRevision(reading.revision),
    width,
    buckets: bucketStepsByWidth(steps.filter(isInRange), width, view),
    superseded: bucketStepsByWidth(superseded.filter(isInRange), width, view),
    overview: bucketStepsByWidth(steps, overviewWidth, view),
    newest: steps.findLast((summary) => summary.step !== null) ?? null,
    firstStep: whole?.first ?? null,
    lastStep: whole?.last ?? null,
    evalBlock: reading.evalBlock,
    recentPerMinute: reading.recentPerMinute,
    incidents: reading.incidents,
    verdict: reading.verdict,
  };
}
