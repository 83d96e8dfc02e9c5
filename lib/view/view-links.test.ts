import { describe, expect, test } from "vitest";
import type { SavedView } from "@/lib/core/search/saved-view";
import { findPathRun, findViewPlace, isOffered, viewHref, viewTarget } from "./view-links";

const view: SavedView = {
  id: 3,
  name: "Lost",
  page: "rollouts",
  run: "a b",
  query: "kind=x",
  author: null,
  version: 1,
  createdAt: 0,
  changedAt: 0,
};

describe("a saved view", () => {
  test("leads to its page with its filters, on its own run or on the one at hand", () => {
    expect(viewTarget(view, "other")).toBe("/runs/a%20b/rollouts?kind=x");
    expect(viewTarget({ ...view, run: null }, "other")).toBe("/runs/other/rollouts?kind=x");
    expect(viewTarget({ ...view, run: null }, null)).toBeNull();
    expect(viewTarget({ ...view, page: "runs", run: null, query: "" }, "other")).toBe("/");
    expect(viewHref(3, "a b")).toBe("/views/3?run=a%20b");
  });

  test("is offered on its page, of its run or of any", () => {
    expect(isOffered(view, { page: "rollouts", run: "a b" })).toBe(true);
    expect(isOffered(view, { page: "rollouts", run: "c" })).toBe(false);
    expect(isOffered({ ...view, run: null }, { page: "rollouts", run: "c" })).toBe(true);
    expect(isOffered({ ...view, run: null }, { page: "run", run: "c" })).toBe(false);
  });
});

test.each([
  ["/", { page: "runs", run: null }],
  ["/issues", { page: "issues", run: null }],
  ["/issues/3", null],
  ["/runs/a%20b", { page: "run", run: "a b" }],
  ["/runs/a%2Fb/rollouts", { page: "rollouts", run: "a/b" }],
  ["/runs/a/steps/61", null],
  ["/runs/%E0%A4%A", null],
  ["/settings", null],
])("the page at %s", (path, place) => {
  expect(findViewPlace(path)).toEqual(place);
});

test("a path's run is known on every page below it", () => {
  expect(findPathRun("/runs/a%20b/steps/61")).toBe("a b");
  expect(findPathRun("/rollouts/3")).toBeNull();
});
