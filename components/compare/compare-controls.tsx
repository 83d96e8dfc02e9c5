"use client";

import { type FormEvent, useId } from "react";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { SmoothingSelect } from "@/components/ui/smoothing-select";
import type { Comparison } from "@/lib/core/compare/comparison";
import { kindOfSeries } from "@/lib/core/detect/rate-series";
import { displayFailureKind } from "@/lib/core/failure-kind";
import { type Split, splits } from "@/lib/core/rollout";
import type { CompareView } from "@/lib/view/compare-view";
import { namePlaces, nameRun } from "@/lib/view/compare-words";

export interface CompareChoices {
  readonly environments: readonly string[];
  readonly labels: Readonly<Record<string, readonly string[]>>;
}

interface CompareControlsProps {
  readonly comparison: Comparison;
  readonly view: CompareView;
  readonly choices: CompareChoices;
  readonly onChange: (view: CompareView) => void;
}

/** Stands for "no filter" in a choice; no name is empty. */
const all = "";

const alignOptions = [
  { value: "step", label: "by step" },
  { value: "onset", label: "by onset" },
] as const;

const rangeOptions = [
  { value: "common", label: "steps in common" },
  { value: "after", label: "after the onset" },
  { value: "whole", label: "whole runs" },
  { value: "chosen", label: "as zoomed" },
] as const;

function toOptions(values: readonly string[], current: string | null) {
  const known = current === null || values.includes(current) ? values : [current, ...values];
  return [{ value: all, label: "all" }, ...known.map((value) => ({ value, label: value }))];
}

/** What is held against what: baseline, alignment, the steps that count, and the filters. */
export function CompareControls({ comparison, view, choices, onChange }: CompareControlsProps) {
  const { runs, baseline, range, rangeKind } = comparison;
  const labelled = new Map(view.labels);
  const labelNames = [...new Set([...Object.keys(choices.labels), ...labelled.keys()])];
  const filtered = view.environment !== null || view.labels.length > 0 || view.split !== "train";
  const named = comparison.rates.flatMap(({ measure }) => kindOfSeries(measure) ?? []);
  const kinds = view.kind === null || named.includes(view.kind) ? named : [view.kind, ...named];
  const needsPlace = view.alignment === "onset" && (view.at !== null || runs.some(({ origin }) => origin === null));
  return (
    <div className="-ms-2 flex flex-wrap items-center gap-x-1 gap-y-0.5 pt-2">
      {runs.length > 1 && (
        <Select
          label="against"
          value={runs[baseline]?.run ?? all}
          options={runs.map((run) => ({ value: run.run, label: nameRun(runs, run) }))}
          onChange={(run) => onChange({ ...view, baseline: run })}
        />
      )}
      {(kinds.length > 0 || view.kind !== null) && (
        <Select
          label="failures"
          value={view.kind ?? all}
          neutral={all}
          options={[
            { value: all, label: "all lost" },
            ...kinds.map((kind) => ({ value: kind, label: displayFailureKind(kind) })),
          ]}
          onChange={(kind) => onChange({ ...view, kind: kind === all ? null : kind })}
        />
      )}
      {(choices.environments.length > 1 || view.environment !== null) && (
        <Select
          label="environment"
          value={view.environment ?? all}
          neutral={all}
          options={toOptions(choices.environments, view.environment)}
          onChange={(value) => onChange({ ...view, environment: value === all ? null : value })}
        />
      )}
      {labelNames.map((name) => (
        <Select
          key={name}
          label={name}
          value={labelled.get(name) ?? all}
          neutral={all}
          options={toOptions(
            (Object.hasOwn(choices.labels, name) ? choices.labels[name] : undefined) ?? [],
            labelled.get(name) ?? null,
          )}
          onChange={(value) => {
            const others = view.labels.filter(([other]) => other !== name);
            onChange({ ...view, labels: value === all ? others : [...others, [name, value]] });
          }}
        />
      ))}
      <Select
        label="split"
        value={view.split}
        neutral="train"
        options={splits.map((value) => ({ value, label: value }))}
        onChange={(value) =>
          onChange({ ...view, split: splits.find((split): split is Split => split === value) ?? "train" })
        }
      />
      <SmoothingSelect value={view.smoothing} onChange={(smoothing) => onChange({ ...view, smoothing })} />
      {filtered && (
        <Button
          kind="quiet"
          className="h-7 px-2"
          onClick={() => onChange({ ...view, environment: null, labels: [], split: "train" })}
        >
          Clear filters
        </Button>
      )}
      <div className="ms-auto flex flex-wrap items-center gap-x-3 ps-2">
        <Segmented
          label="Steps that are counted"
          value={rangeKind}
          options={rangeOptions.filter(({ value }) => value !== "chosen" || rangeKind === "chosen")}
          onChange={(value) => value !== "chosen" && onChange({ ...view, range: value })}
        />
        <Segmented
          label="Alignment"
          value={view.alignment}
          options={alignOptions}
          // Places of one axis mean nothing on the other.
          onChange={(alignment) =>
            onChange({ ...view, alignment, range: typeof view.range === "object" ? "common" : view.range })
          }
        />
      </div>
      {needsPlace && <PlaceForm at={view.at} onChange={(at) => onChange({ ...view, at })} />}
      {range !== null && <p className="w-full ps-2 text-sm text-ink-2">Counted: {namePlaces(comparison, range)}.</p>}
    </div>
  );
}

interface PlaceFormProps {
  readonly at: number | null;
  readonly onChange: (at: number | null) => void;
}

/** Where runs without an incident stand when onsets are aligned. */
function PlaceForm({ at, onChange }: PlaceFormProps) {
  const id = useId();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("at") ?? "").trim();
    onChange(/^\d{1,9}$/.test(text) ? Number(text) : null);
  }
  return (
    <form key={at} onSubmit={submit} className="flex w-full flex-wrap items-center gap-2 py-1 ps-2 text-sm">
      <label htmlFor={id} className="text-ink-2">
        Runs without an incident: at 0 stands their step
      </label>
      <input
        id={id}
        name="at"
        inputMode="numeric"
        defaultValue={at ?? ""}
        className="h-7 w-20 rounded-md border border-control bg-paper px-2 text-end"
      />
      <Button type="submit" className="h-7">
        Show
      </Button>
      {at !== null && (
        <Button kind="quiet" className="h-7" onClick={() => onChange(null)}>
          Leave them out
        </Button>
      )}
    </form>
  );
}
