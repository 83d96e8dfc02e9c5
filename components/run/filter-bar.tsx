"use client";

import { memo, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { FilterField } from "@/components/ui/filter-field";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { SmoothingSelect } from "@/components/ui/smoothing-select";
import { Switch } from "@/components/ui/switch";
import { ViewsMenu } from "@/components/views/views-menu";
import { chartFields } from "@/lib/core/filter/fields";
import { splits } from "@/lib/core/rollout";
import type { RunDetail } from "@/lib/core/run";
import { printRunView, toRunView } from "@/lib/view/filter-terms";
import { isFollowing, type RunView, wholeRun } from "@/lib/view/run-view";
import { axisKinds } from "@/lib/view/step-axis";
import { RangePicker } from "./range-picker";

interface FilterBarProps extends Pick<RunDetail, "environments" | "labels" | "segments" | "splits"> {
  readonly labelNames: readonly string[];
  /** The run's last step, asked when a range is read: a growing run does not draw this again. */
  readonly readLastStep: () => number | null;
  readonly view: RunView;
  readonly onChange: (view: RunView) => void;
  readonly onFollow: (following: boolean) => void;
}

/** Stands for "no filter" in a choice; no name is empty. */
const all = "";
const axisOptions = axisKinds.map((value) => ({ value, label: value === "step" ? "by step" : "by time" }));

/** Filters that hold for everything on the page. What comes in live does not draw them again. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const {
    environments,
    labels,
    segments,
    splits: heardSplits,
    labelNames,
    readLastStep,
    view,
    onChange,
    onFollow,
  } = props;
  const choices = (values: readonly string[], everything: string) => [
    { value: all, label: everything },
    ...values.map((value) => ({ value, label: value })),
  ];
  const labelled = new Map(view.labels);
  const filtered =
    view.environment !== null || view.segment !== null || view.labels.length > 0 || view.split !== "train";
  const known = useMemo(
    () => ({
      env: environments,
      segment: segments.map(({ segment }) => segment),
      ...Object.fromEntries(
        labelNames.map((name) => [`label.${name}`, (Object.hasOwn(labels, name) ? labels[name] : undefined) ?? []]),
      ),
    }),
    [environments, segments, labels, labelNames],
  );
  const read = (filter: string) => toRunView(filter, view, readLastStep(), labelNames);
  return (
    <div className="-ms-2 flex flex-wrap items-center gap-x-1 gap-y-0.5 pt-2">
      <FilterField
        label="Filter the charts"
        placeholder="Filter: env:…, step:61..80"
        vocabulary={chartFields}
        choices={known}
        text={printRunView(view)}
        judge={(filter) => {
          const judged = read(filter);
          return judged.ok ? null : judged.fault;
        }}
        rewrite={(filter) => {
          const judged = read(filter);
          return judged.ok ? printRunView(judged.value) : filter;
        }}
        onFilter={(filter) => {
          const judged = read(filter);
          if (judged.ok) onChange(judged.value);
        }}
        className="mx-2 w-full sm:w-64"
      />
      {(environments.length > 1 || view.environment !== null) && (
        <Select
          label="environment"
          value={view.environment ?? all}
          neutral={all}
          options={choices(withCurrent(environments, view.environment), "all")}
          onChange={(value) => onChange({ ...view, environment: value === all ? null : value })}
        />
      )}
      {labelNames.map((name) => (
        <Select
          key={name}
          label={name}
          value={labelled.get(name) ?? all}
          neutral={all}
          options={choices(
            withCurrent((Object.hasOwn(labels, name) ? labels[name] : undefined) ?? [], labelled.get(name) ?? null),
            "all",
          )}
          onChange={(value) => {
            const others = view.labels.filter(([other]) => other !== name);
            onChange({ ...view, labels: value === all ? others : [...others, [name, value]] });
          }}
        />
      ))}
      {(segments.length > 1 || view.segment !== null) && (
        <Select
          label="segment"
          value={view.segment ?? all}
          neutral={all}
          options={choices(
            withCurrent(
              segments.map((one) => one.segment),
              view.segment,
            ),
            "what counts now",
          )}
          onChange={(value) => onChange({ ...view, segment: value === all ? null : value })}
        />
      )}
      {(heardSplits.includes("eval") || view.split === "eval") && (
        <Select
          label="split"
          value={view.split}
          neutral="train"
          options={splits.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ ...view, split: splits.find((split) => split === value) ?? "train" })}
        />
      )}
      <RangePicker view={view} onChange={onChange} />
      <ViewsMenu />
      {filtered && (
        <Button
          kind="quiet"
          className="h-7 px-2"
          onClick={() =>
            onChange({
              ...wholeRun,
              steps: view.steps,
              scale: view.scale,
              axis: view.axis,
              smoothing: view.smoothing,
              learning: view.learning,
            })
          }
        >
          Clear filters
        </Button>
      )}
      <div className="ms-auto flex flex-wrap items-center gap-x-3 sm:ps-2">
        <Segmented
          label="x axis"
          value={view.axis}
          options={axisOptions}
          onChange={(axis) => onChange({ ...view, axis })}
        />
        <SmoothingSelect value={view.smoothing} onChange={(smoothing) => onChange({ ...view, smoothing })} />
        <Switch label="Learning" checked={view.learning} onChange={(learning) => onChange({ ...view, learning })} />
        <Switch label="Follow newest" checked={isFollowing(view.steps)} onChange={onFollow} />
      </div>
    </div>
  );
});

function withCurrent(values: readonly string[], current: string | null): readonly string[] {
  return current === null || values.includes(current) ? values : [current, ...values];
}
