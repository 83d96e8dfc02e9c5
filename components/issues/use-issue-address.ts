"use client";

import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { issueSorts } from "@/lib/core/issues/issue-filter";
import { issueStates } from "@/lib/view/issue-view";

const parsers = {
  q: parseAsString.withDefault(""),
  state: parseAsStringLiteral(issueStates).withDefault("waiting"),
  kind: parseAsString,
  run: parseAsString,
  filter: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(issueSorts).withDefault("queue"),
};

/** What the queue shows, kept in the address. */
export function useIssueAddress() {
  return useQueryStates(parsers, { history: "replace", shallow: true, scroll: false });
}
