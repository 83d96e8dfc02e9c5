/** Queries of the tables that go out as CSV: those of their lists, without pages, for all of them are sent. */
import { Problem } from "@/lib/core/errors";
import { parseIssuesQuery, parseRunIssuesQuery } from "./issue-query";
import { parseRolloutsQuery, parseStepGroupsQuery } from "./query";

/** What says which page of a list is wanted. */
const pageNames = ["cursor", "limit", "offset", "rollouts"];

function withoutPages<Asked>(parse: (query: URLSearchParams) => Asked): (query: URLSearchParams) => Asked {
  return (query) => {
    const paged = pageNames.find((name) => query.has(name));
    if (paged === undefined) return parse(query);
    throw new Problem("invalid_request", `The query's ${paged} is not known here: a table is sent whole.`, {
      path: paged,
    });
  };
}

/** @throws Problem `invalid_request` that names the part of the query, as do all of these. */
export const parseRolloutTableQuery = withoutPages(parseRolloutsQuery);
export const parseGroupTableQuery = withoutPages(parseStepGroupsQuery);
export const parseIssueTableQuery = withoutPages(parseIssuesQuery);
export const parseRunIssueTableQuery = withoutPages(parseRunIssuesQuery);

/** Whether a parameter of a list is one of its table, too. */
export function isTableParameter({ name }: { readonly name: string }): boolean {
  return !pageNames.includes(name);
}
