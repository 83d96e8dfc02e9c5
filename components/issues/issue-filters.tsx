"use client";

import { X } from "lucide-react";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { FilterField } from "@/components/ui/filter-field";
import { Name } from "@/components/ui/name";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { ViewsMenu } from "@/components/views/views-menu";
import { displayFailureKind } from "@/lib/core/failure-kind";
import { issueFields } from "@/lib/core/filter/fields";
import { type IssuePage, issueSorts } from "@/lib/core/issues/issue-filter";
import type { FilterChoices } from "@/lib/view/filter-completion";
import { judgeIssuesFilter, printIssuesAsked, toIssuesAsked } from "@/lib/view/filter-terms";
import { formatNoun } from "@/lib/view/format";
import { issueStates, wholeQueue } from "@/lib/view/issue-view";
import { MyNameField } from "./my-name-field";
import { useIssueAddress } from "./use-issue-address";

const all = "";
const sorts = issueSorts.map((value) => ({ value, label: value }));

const rewriteIssues = (filter: string) => printIssuesAsked(toIssuesAsked(filter));

function toIssueChoices(issues: IssuePage["issues"]): FilterChoices {
  const sorted = (values: readonly string[]) => [...new Set(values)].sort();
  return {
    kind: sorted(issues.map(({ kind }) => kind)),
    owner: sorted(issues.flatMap(({ owner }) => (owner === null ? [] : [owner]))),
    run: sorted(issues.flatMap(({ spans }) => spans.map(({ run }) => run))),
  };
}

export function IssueFilters({ page, onKeys }: { readonly page: IssuePage; readonly onKeys: () => void }) {
  const [address, setAddress] = useIssueAddress();
  const { kind, run, state, sort } = address;
  const kinds = new Set([...page.issues.map((issue) => issue.kind), ...(kind === null ? [] : [kind])]);
  const text = printIssuesAsked(address);
  const isFiltered = text !== "";
  const known = useMemo(() => toIssueChoices(page.issues), [page.issues]);
  return (
    <search className="-mx-2 flex flex-wrap items-center gap-x-1 gap-y-1">
      <FilterField
        label="Filter issues"
        placeholder="Filter issues: words, state:open, kind:…"
        vocabulary={issueFields}
        choices={known}
        text={text}
        judge={judgeIssuesFilter}
        rewrite={rewriteIssues}
        onFilter={(filter) => setAddress(toIssuesAsked(filter))}
        className="mx-2 w-full sm:w-80"
      />
      <Select
        label="state"
        value={state}
        neutral="waiting"
        options={issueStates.map((value) => ({ value, label: value === "waiting" ? "open or acknowledged" : value }))}
        onChange={(value) => setAddress({ state: issueStates.find((one) => one === value) ?? null })}
      />
      <Select
        label="kind"
        value={kind ?? all}
        neutral={all}
        options={[
          { value: all, label: "all" },
          ...[...kinds].sort().map((value) => ({ value, label: displayFailureKind(value) })),
        ]}
        onChange={(value) => setAddress({ kind: value === all ? null : value })}
      />
      {run !== null && (
        <span className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2">
          run
          <Name text={run} limit={24} className="font-medium text-ink" />
          <button type="button" aria-label="Any run" onClick={() => setAddress({ run: null })}>
            <X size={13} aria-hidden />
          </button>
        </span>
      )}
      <Segmented label="order" value={sort} options={sorts} onChange={(value) => setAddress({ sort: value })} />
      {isFiltered && (
        <Button kind="quiet" onClick={() => setAddress({ ...wholeQueue, sort })}>
          Clear
        </Button>
      )}
      <ViewsMenu />
      <span className="ms-auto inline-flex flex-wrap items-center gap-3 px-2">
        <span className="text-sm text-ink-2">{isFiltered ? formatNoun(page.total, "issue") : null}</span>
        <MyNameField />
        <Button kind="quiet" onClick={onKeys} aria-label="Keys of the queue">
          <kbd>?</kbd> keys
        </Button>
      </span>
    </search>
  );
}
