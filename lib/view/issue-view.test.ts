import { expect, test } from "vitest";
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

test("leads to a queue that is narrowed", () => {
  expect(queueHref({ run: "a b", state: "all" })).toBe("/issues?run=a+b&state=all");
  expect(queueHref({})).toBe("/issues");
});
