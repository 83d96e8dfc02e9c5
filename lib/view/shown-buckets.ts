import type { StepBucket } from "@/lib/core/series";
import type { RunSnapshot } from "@/lib/core/snapshot";
import { trimToNewest } from "./run-state";
import { type RunView, toStepRange } from "./run-view";

/**
 * The buckets that a view shows of a snapshot. Buckets are aligned to multiples of their width, so the outer two may name
 * steps that the run does not have; here they end where the run does.
 */
export function toShownBuckets(
  snapshot: Pick<RunSnapshot, "buckets" | "width" | "firstStep" | "lastStep">,
  view: RunView,
): readonly StepBucket[] {
  const range = toStepRange(view.steps, snapshot.lastStep);
  const inView = trimToNewest(snapshot.buckets, view.steps.kind === "newest" ? range.from : null);
  if (snapshot.width === 1) return inView;
  return endWithin(
    inView,
    Math.max(snapshot.firstStep ?? 0, range.from ?? 0),
    Math.min(snapshot.lastStep ?? Number.MAX_SAFE_INTEGER, range.to ?? Number.MAX_SAFE_INTEGER),
  );
}

/** The whole run in few buckets, for what is said of it while only a part is shown. */
export function toWholeRun(snapshot: RunSnapshot): readonly StepBucket[] {
  return endWithin(snapshot.overview, snapshot.firstStep ?? 0, snapshot.lastStep ?? Number.MAX_SAFE_INTEGER);
}

function endWithin(buckets: readonly StepBucket[], first: number, last: number): readonly StepBucket[] {
  return buckets.map((bucket) =>
    bucket.from >= first && bucket.to <= last
      ? bucket
      : endAt(bucket, Math.max(bucket.from, first), Math.min(bucket.to, last)),
  );
}

const ended = new WeakMap<StepBucket, StepBucket>();

/** The same bucket, ended at the same steps, is the same object: what hangs on it is not drawn again. */
function endAt(bucket: StepBucket, from: number, to: number): StepBucket {
  const known = ended.get(bucket);
  if (known !== undefined && known.from === from && known.to === to) return known;
  const made = { ...bucket, from, to };
  ended.set(bucket, made);
  return made;
}
