"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { type StepView, wholeStep } from "@/lib/view/step-page-view";
import type { PlacedGroups } from "@/lib/wire/step-groups";

interface StepFiltersProps {
  readonly view: StepView;
  readonly place: PlacedGroups["place"];
  readonly environments: readonly string[];
  readonly hrefOf: (view: StepView) => string;
}

/** Stands for "no filter" in a choice; no name is empty. */
const all = "";

/** Which launch and which part of the step is shown; absent where there is nothing to choose. */
export function StepFilters({ view, place, environments, hrefOf }: StepFiltersProps) {
  const router = useRouter();
  const go = (part: Partial<StepView>) => router.push(hrefOf({ ...view, ...part }), { scroll: false });
  const isFiltered =
    view.environment !== null || view.segment !== null || view.labels.length > 0 || view.split !== "train";
  const hasSegments = place.segments.length > 1 || view.segment !== null;
  if (!isFiltered && !hasSegments && environments.length < 2) return null;
  const withCurrent = (values: readonly string[], current: string | null) =>
    current === null || values.includes(current) ? values : [current, ...values];
  return (
    <div className="-ms-2 flex flex-wrap items-center gap-x-1 pt-2">
      {(environments.length > 1 || view.environment !== null) && (
        <Select
          label="environment"
          value={view.environment ?? all}
          neutral={all}
          options={[
            { value: all, label: "all" },
            ...withCurrent(environments, view.environment).map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => go({ environment: value === all ? null : value })}
        />
      )}
      {hasSegments && (
        <Select
          label="segment"
          value={view.segment ?? all}
          neutral={all}
          options={[
            { value: all, label: "what counts now" },
            ...withCurrent(
              place.segments.map(({ segment }) => segment),
              view.segment,
            ).map((value) => {
              const isOld = place.segments.some(({ segment, counts }) => segment === value && !counts);
              return { value, label: isOld ? `${value} (run again since)` : value };
            }),
          ]}
          onChange={(value) => go({ segment: value === all ? null : value })}
        />
      )}
      {view.split !== "train" && <span className="px-2 text-sm text-ink-2">the eval split</span>}
      {view.labels.map(([name, value]) => (
        <span key={name} className="px-2 text-sm text-ink-2">
          <bdi>{name}</bdi> <bdi className="font-medium text-ink">{value}</bdi>
        </span>
      ))}
      {isFiltered && (
        <Button kind="quiet" className="h-7 px-2" onClick={() => go({ ...wholeStep, order: view.order })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
