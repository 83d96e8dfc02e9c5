import { expect, test } from "vitest";
import { parseIssuesQuery } from "@/lib/wire/issue-query";
import { issuesApiPath, parseIssueView, queueHref, toIssueFilter, wholeQueue } from "./issue-view";

test("an address says what is shown, and what it does not understand is left out", () => {
  const view = parseIssueView(new URLSearchParams("q=pool&state=resolved&kind=session_lost&run=a+b&sort=count"));
  expect(view).toEqual({ q: "pool", state: "resolved", kind: "session_lost", run: "a b", filter: "", sort: "count" });
  expect(parseIssueView(new URLSearchParams("state=shut&sort=colour&kind="))).toEqual(wholeQueue);
});

test("asks the store and the API the same", () => {
  const view = { ...wholeQueue, q: " pool ", run: "a/b", state: "all" } as const;
  expect(toIssueFilter(view)).toMatchObject({ query: "pool", run: "a/b", states: null, sort: "queue", limit: 100 });
  expect(issuesApiPath(view)).toBe("/api/v1/issues?limit=100&sort=queue&state=all&q=pool&run=a%2Fb");
  expect(toIssueFilter(wholeQueue).states).toEqual(["open", "acknowledged"]);
  expect(issuesApiPath(wholeQueue)).toBe("/api/v1/issues?limit=100&sort=queue");
});

test("a filter's own states and run go before what is meant unless told, as in the API", () => {
  const asked = (filter: string, run: string | null = null) => toIssueFilter({ ...wholeQueue, filter, run });
  expect(asked("state:resolved").states).toBeNull();
  expect(asked("-state:ignored").states).toBeNull();
  expect(asked("kind:a run:b")).toMatchObject({ run: "b", states: ["open", "acknowledged"] });
  expect(asked("kind:a run:b").where).toHaveLength(1);
  for (const filter of ["state:resolved", "-state:ignored", "kind:a run:b", "count:>3 state:open,resolved"]) {
    const { run, states, where } = parseIssuesQuery(new URLSearchParams({ filter }));
    expect(asked(filter)).toMatchObject({ states, where });
    expect(asked(filter).run).toBe(run);
  }
});

test("of two runs at once there is no issue, which the API refuses", () => {
  expect(toIssueFilter({ ...wholeQueue, run: "a", filter: "run:b" }).states).toEqual([]);
  expect(toIssueFilter({ ...wholeQueue, run: "a", filter: "run:a" })).toMatchObject({ run: "a", where: [] });
});

test("leads to a queue that is narrowed", () => {
  expect(queueHref({ run: "a b", state: "all" })).toBe("/issues?run=a+b&state=all");
  expect(queueHref({})).toBe("/issues");
});
