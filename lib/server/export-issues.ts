import type { Store } from "@/db/store";
import { type CsvRow, flatten, toCsvRow } from "@/lib/core/csv";
import { toFileName } from "@/lib/core/file-name";
import type { IssueCursor, IssueFilter } from "@/lib/core/issues/issue-filter";
import { issueColumns } from "@/lib/wire/csv-tables";
import { toWireIssue } from "@/lib/wire/issue";
import type { CsvTable } from "./csv-answer";
import { nameFilters } from "./csv-pages";
import { listIssues } from "./list-issues";

const pageIssues = 200;
const whole = ["decision", "reopened"];

/** Failure issues as their list has them, all its pages. @throws Problem `not_found` where there is no such run. */
export async function exportIssues(store: Store, filter: Omit<IssueFilter, "after" | "limit">): Promise<CsvTable> {
  const { run, kind, query, states } = filter;
  const state = states === null ? "all" : states.join("-");
  const parts = [run ?? "", "issues", ...nameFilters({ state, kind, with: query })];
  return { fileName: toFileName(parts, "csv"), columns: issueColumns, pages: pageRows(store, filter) };
}

async function* pageRows(
  store: Store,
  filter: Omit<IssueFilter, "after" | "limit">,
): AsyncGenerator<readonly CsvRow[]> {
  let after: IssueCursor | null = null;
  do {
    const page = await listIssues(store, { ...filter, after, limit: pageIssues });
    yield page.issues.map((issue) => toCsvRow(issueColumns, flatten(toWireIssue(issue), whole)));
    after = page.next;
  } while (after !== null);
}
