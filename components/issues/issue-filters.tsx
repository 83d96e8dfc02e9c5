"use client";

import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { SearchField } from "@/components/ui/search-field";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { displayFailureKind } from "@/lib/core/failure-kind";
import { type IssuePage, issueSorts } from "@/lib/core/issues/issue-filter";
import { formatNoun } from "@/lib/view/format";
import { issueStates, wholeQueue } from "@/lib/view/issue-view";
import { MyNameField } from "./my-name-field";
import { useIssueAddress } from "./use-issue-address";

const all = "";
const sorts = issueSorts.map((value) => ({ value, label: value }));

export function IssueFilters({ page, onKeys }: { readonly page: IssuePage; readonly onKeys: () => void }) {
  const [address, setAddress] = useIssueAddress();
  const { q, kind, run, state, sort } = address;
  const kinds = new Set([...page.issues.map((issue) => issue.kind), ...(kind === null ? [] : [kind])]);
  const isFiltered = q !== "" || kind !== null || run !== null || state !== "waiting";
  return (
    <search className="-mx-2 flex flex-wrap items-center gap-x-1 gap-y-1">
      <SearchField
        label="Search issues by kind, template or owner"
        placeholder="Search issues"
        value={q}
        onChange={(text) => setAddress({ q: text })}
        className="mx-2 w-full sm:w-64"
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
