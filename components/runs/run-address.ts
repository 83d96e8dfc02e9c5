"use client";

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { runStates } from "@/lib/core/run";
import { runSortColumns, sortDirections } from "@/lib/view/run-filter";

const parsers = {
  q: parseAsString.withDefault(""),
  project: parseAsString,
  tag: parseAsString,
  state: parseAsStringLiteral(runStates),
  archived: parseAsBoolean.withDefault(false),
  filter: parseAsString.withDefault(""),
  sort: parseAsStringLiteral(runSortColumns),
  order: parseAsStringLiteral(sortDirections).withDefault("desc"),
};

/** What the list of runs shows, kept in the address; it changes without asking the server. */
export function useRunAddress() {
  return useQueryStates(parsers, { history: "replace", shallow: true, scroll: false });
}
