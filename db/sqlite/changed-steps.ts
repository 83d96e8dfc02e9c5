import type Database from "better-sqlite3";
import type { StepSummary } from "@/lib/core/step-summary";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { listSummaries } from "./read-steps";
import { noStep } from "./rows";

/** Runs of neighbouring steps, each by its first and last: what changed is read, and not what lies between. */
function toStretches(steps: readonly number[]): (readonly [first: number, last: number])[] {
  const stretches: [number, number][] = [];
  for (const step of steps) {
    const open = stretches[stretches.length - 1];
    if (open !== undefined && step === open[1] + 1) open[1] = step;
    else stretches.push([step, step]);
  }
  return stretches;
}

type StepRangeFilter = StepFilter & { readonly from: number; readonly to: number };

/** The filter, from the first to the last step that changed; null where none did. */
export function toChangedRange(changed: readonly number[], filter: StepFilter): StepRangeFilter | null {
  const first = changed[0];
  const last = changed[changed.length - 1];
  if (first === undefined || last === undefined) return null;
  return { ...filter, from: Math.max(first, filter.from ?? noStep), to: Math.min(last, filter.to ?? last) };
}

/** Their summaries, as far as they lie in the range. */
export function listStretches(
  db: Database.Database,
  range: StepRangeFilter,
  changed: readonly number[],
): StepSummary[] {
  return toStretches(changed).flatMap(([from, to]) =>
    from > range.to || to < range.from
      ? []
      : listSummaries(db, { ...range, from: Math.max(from, range.from), to: Math.min(to, range.to) }),
  );
}
