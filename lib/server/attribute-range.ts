import type { Store } from "@/db/store";
import { attributeReward, type RewardAttribution } from "@/lib/core/attribution";
import type { PeriodFilter, ScorePeriod } from "@/lib/core/score-period";
import { requireRun } from "./found";

/** Complete steps before a range that it is compared with unless told otherwise. */
const stepsBefore = 50;

export interface RangeRequest extends Omit<PeriodFilter, "newest" | "from" | "to"> {
  readonly from: number;
  readonly to: number;
  readonly beforeFrom: number | null;
  readonly beforeTo: number | null;
}

export interface RangeAttribution {
  readonly before: ScorePeriod | null;
  readonly after: ScorePeriod | null;
  /** Null where a period has no reward. */
  readonly attribution: RewardAttribution | null;
}

/** Whose the change of the mean reward as scored is, from an earlier range of steps to a later one. @throws Problem. */
export async function attributeRange(store: Store, request: RangeRequest): Promise<RangeAttribution> {
  const { from, to, beforeFrom, beforeTo, ...filter } = request;
  await requireRun(store, filter.run);
  const isTold = beforeFrom !== null && beforeTo !== null;
  const earlier = isTold ? { from: beforeFrom, to: beforeTo } : { to: from - 1, newest: stepsBefore };
  const [before, after] = await Promise.all([
    isTold || from > 0 ? store.reader.readScores({ ...filter, ...earlier }) : null,
    store.reader.readScores({ ...filter, from, to }),
  ]);
  const attribution = before === null || after === null ? null : attributeReward(before.totals, after.totals);
  return { before, after, attribution };
}
