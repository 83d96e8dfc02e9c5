import type { Store } from "@/db/store";
import { formatRevision } from "@/lib/core/frame";
import { bucketStepsByWidth, bucketWidth, type StepBucket } from "@/lib/core/series";
import type { StepSummary } from "@/lib/core/step-summary";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { viewTrainer } from "@/lib/core/trainer-view";
import { requireRun } from "./found";

export interface StepsRequest {
  readonly filter: StepFilter;
  /** Most points wanted; null: every step. */
  readonly resolution: number | null;
}

export interface StepList {
  readonly run: string;
  readonly revision: string;
  readonly steps: readonly StepSummary[];
  /** Null where every step was asked for. */
  readonly buckets: readonly StepBucket[] | null;
}

/** Summaries of a run's steps, or at most `resolution` buckets of them. @throws Problem `not_found`. */
export async function listSteps(store: Store, request: StepsRequest): Promise<StepList> {
  const { filter, resolution } = request;
  const detail = resolution === null ? null : await store.reader.readRun(filter.run);
  if (detail === null) await requireRun(store, filter.run);
  const { revision, steps } = await store.reader.listSteps(filter);
  const range = resolution === null ? null : await store.reader.readStepRange(filter);
  // As wide as those of the live stream with the same filter, which go by the run's steps.
  const width = range === null || resolution === null ? 1 : bucketWidth(range.first, range.last, resolution);
  const view = detail === null ? undefined : viewTrainer(detail.settings, detail.inference);
  const buckets = resolution === null ? null : bucketStepsByWidth(steps, width, view);
  return { run: filter.run, revision: formatRevision(revision), steps, buckets };
}
