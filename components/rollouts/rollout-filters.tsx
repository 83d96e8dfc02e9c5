"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { useCallback, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { FilterField } from "@/components/ui/filter-field";
import { Name } from "@/components/ui/name";
import { type Option, Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { ViewsMenu } from "@/components/views/views-menu";
import { displayFailureKind } from "@/lib/core/failure-kind";
import { rolloutFields } from "@/lib/core/filter/fields";
import { readFilter } from "@/lib/core/filter/read-filter";
import { storedOutcomes } from "@/lib/core/outcome";
import { splits } from "@/lib/core/rollout";
import { printRolloutView, toRolloutView } from "@/lib/view/filter-terms";
import { issueHref } from "@/lib/view/issue-view";
import { type RolloutChoices, toFilterChoices } from "@/lib/view/rollout-choices";
import { countConditions, everyRollout, type RolloutView } from "@/lib/view/rollout-view";
import { StepRange } from "./step-range";

interface RolloutFiltersProps {
  readonly query: RolloutView;
  readonly choices: RolloutChoices;
  readonly onChange: (part: Partial<RolloutView>) => void;
}

const all = "";

const rewrite = (filter: string) => printRolloutView(toRolloutView(filter, everyRollout.sort));

function toOptions(values: readonly string[], current: string | null, neutral: string): Option[] {
  const known = current === null || values.includes(current) ? values : [current, ...values];
  return [{ value: all, label: neutral }, ...known.map((value) => ({ value, label: value }))];
}

/** One filter whose values are names; hidden where there is nothing to choose. */
function NameFilter(props: {
  readonly label: string;
  readonly value: string | null;
  readonly values: readonly string[];
  readonly neutral?: string;
  readonly onChange: (value: string | null) => void;
}) {
  const { label, value, values, neutral = "all", onChange } = props;
  if (value === null && values.length === 0) return null;
  return (
    <Select
      label={label}
      value={value ?? all}
      neutral={all}
      options={toOptions(values, value, neutral)}
      onChange={(next) => onChange(next === all ? null : next)}
    />
  );
}

export function RolloutFilters({ query, choices, onChange }: RolloutFiltersProps) {
  const known = useMemo(() => toFilterChoices(choices), [choices]);
  const { sort } = query;
  const judge = useCallback(
    (filter: string) => {
      const read = readFilter(
        filter,
        rolloutFields,
        choices.labels.map(([name]) => name),
      );
      return read.ok ? null : read.fault;
    },
    [choices],
  );
  const labelNames = new Set([...choices.labels.map(([name]) => name), ...query.labels.map(([name]) => name)]);
  const setLabel = (name: string, value: string | null) => {
    const others = query.labels.filter(([other]) => other !== name);
    onChange({ labels: value === null ? others : [...others, [name, value]] });
  };
  return (
    <search className="-mx-2 flex flex-wrap items-center gap-x-1 gap-y-1">
      <FilterField
        label="Filter rollouts"
        placeholder="Filter rollouts: words of reasons, kind:…, reward:<0.5"
        vocabulary={rolloutFields}
        choices={known}
        text={printRolloutView(query)}
        judge={judge}
        rewrite={rewrite}
        onFilter={(filter) => onChange(toRolloutView(filter, sort))}
        className="mx-2 mb-1 w-full lg:w-[36rem]"
      />
      <StepRange from={query.from} to={query.to} onChange={onChange} />
      <NameFilter
        label="outcome"
        value={query.outcome}
        values={storedOutcomes}
        onChange={(value) => onChange({ outcome: storedOutcomes.find((outcome) => outcome === value) ?? null })}
      />
      <KindFilter kinds={choices.kinds} value={query.kind} onChange={(kind) => onChange({ kind })} />
      <NameFilter
        label="environment"
        value={query.environment}
        values={choices.environments}
        onChange={(environment) => onChange({ environment })}
      />
      {[...labelNames].map((name) => (
        <NameFilter
          key={name}
          label={name}
          value={query.labels.find(([other]) => other === name)?.[1] ?? null}
          values={choices.labels.find(([other]) => other === name)?.[1] ?? []}
          onChange={(value) => setLabel(name, value)}
        />
      ))}
      {(choices.hasEval || query.split !== "train") && (
        <Select
          label="split"
          value={query.split}
          neutral="train"
          options={splits.map((value) => ({ value, label: value }))}
          onChange={(value) => onChange({ split: splits.find((split) => split === value) ?? "train" })}
        />
      )}
      {(choices.segments.length > 1 || query.segment !== null) && (
        <NameFilter
          label="segment"
          value={query.segment}
          values={choices.segments}
          neutral="what counts now"
          onChange={(segment) => onChange({ segment })}
        />
      )}
      {query.issue !== null && (
        <span className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2">
          <Link href={issueHref(query.issue)} className="quiet-link">
            issue <span className="font-medium text-ink">{query.issue}</span>
          </Link>
          <button type="button" aria-label="Any issue" onClick={() => onChange({ issue: null })}>
            <X size={13} aria-hidden />
          </button>
        </span>
      )}
      {query.group !== null && (
        <span className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2">
          group
          <Name text={query.group} limit={24} className="font-medium text-ink" />
          <button type="button" aria-label="Any group" onClick={() => onChange({ group: null })}>
            <X size={13} aria-hidden />
          </button>
        </span>
      )}
      <span className="mx-1">
        <Switch
          label="suspected false zeros"
          checked={query.suspected}
          onChange={(suspected) => onChange({ suspected })}
        />
      </span>
      <ViewsMenu />
      {countConditions(query) > 0 && (
        <Button kind="quiet" onClick={() => onChange({ ...everyRollout, sort })}>
          Clear
        </Button>
      )}
    </search>
  );
}

function KindFilter(props: {
  readonly kinds: readonly string[];
  readonly value: string | null;
  readonly onChange: (kind: string | null) => void;
}) {
  const { kinds, value, onChange } = props;
  if (value === null && kinds.length === 0) return null;
  const options = toOptions(kinds, value, "any or none").map((option) => ({
    ...option,
    label: displayFailureKind(option.label),
  }));
  return (
    <Select
      label="kind"
      value={value ?? all}
      neutral={all}
      options={options}
      onChange={(next) => onChange(next === all ? null : next)}
    />
  );
}
