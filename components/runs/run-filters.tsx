"use client";

import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { FilterField } from "@/components/ui/filter-field";
import { NoticeSwitch } from "@/components/ui/notice-switch";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { ViewsMenu } from "@/components/views/views-menu";
import { runFields } from "@/lib/core/filter/fields";
import { runStates } from "@/lib/core/run";
import { everyRun, judgeRunsFilter, printRunsAsked, toRunsAsked } from "@/lib/view/filter-terms";
import { formatCount, formatNoun } from "@/lib/view/format";
import type { RunChoices } from "@/lib/view/run-filter";
import { DemoMenu } from "./demo-menu";
import { useRunAddress } from "./run-address";

const all = "";

function toOptions(values: readonly string[], current: string | null) {
  const known = current === null || values.includes(current) ? values : [current, ...values];
  return [{ value: all, label: "all" }, ...known.map((value) => ({ value, label: value }))];
}

const rewriteRuns = (filter: string) => printRunsAsked(toRunsAsked(filter));

interface RunFiltersProps {
  readonly choices: RunChoices;
  readonly shown: number;
  readonly total: number;
  /** Runs that somebody put away. */
  readonly archived: number;
}

export function RunFilters({ choices, shown, total, archived }: RunFiltersProps) {
  const [address, setAddress] = useRunAddress();
  const text = printRunsAsked(address);
  const isFiltered = text !== "";
  const known = useMemo(() => ({ project: choices.projects, tag: choices.tags, kind: choices.kinds }), [choices]);
  return (
    <search className="-mx-2 flex flex-wrap items-center gap-x-1 gap-y-1">
      <FilterField
        label="Filter runs"
        placeholder="Filter runs: words, state:live, tag:…"
        vocabulary={runFields}
        choices={known}
        text={text}
        judge={judgeRunsFilter}
        rewrite={rewriteRuns}
        onFilter={(filter) => setAddress(toRunsAsked(filter))}
        pause={300}
        className="mx-2 w-full sm:w-80"
      />
      {(choices.projects.length > 0 || address.project !== null) && (
        <Select
          label="project"
          value={address.project ?? all}
          neutral={all}
          options={toOptions(choices.projects, address.project)}
          onChange={(project) => setAddress({ project: project === all ? null : project })}
        />
      )}
      {(choices.tags.length > 0 || address.tag !== null) && (
        <Select
          label="tag"
          value={address.tag ?? all}
          neutral={all}
          options={toOptions(choices.tags, address.tag)}
          onChange={(tag) => setAddress({ tag: tag === all ? null : tag })}
        />
      )}
      <Select
        label="state"
        value={address.state ?? all}
        neutral={all}
        options={toOptions(runStates, address.state)}
        onChange={(state) => setAddress({ state: runStates.find((one) => one === state) ?? null })}
      />
      {(archived > 0 || address.archived) && (
        <span className="mx-2">
          <Switch
            label={`archived (${formatCount(archived)})`}
            checked={address.archived}
            onChange={(isOn) => setAddress({ archived: isOn ? true : null })}
          />
        </span>
      )}
      {isFiltered && (
        <Button kind="quiet" onClick={() => setAddress(everyRun)}>
          Clear
        </Button>
      )}
      <ViewsMenu />
      <span className="ms-auto inline-flex items-center gap-3">
        <span role="status" className="text-sm text-ink-2">
          {isFiltered ? `${formatCount(shown)} of ${formatNoun(total, "run")}` : null}
        </span>
        <NoticeSwitch />
        <DemoMenu />
      </span>
    </search>
  );
}
