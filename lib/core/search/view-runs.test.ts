import { expect, test } from "vitest";
import { namesRun, renameInView } from "./view-runs";

const compared = { page: "compare", run: null, query: "runs=a,b&base=b&align=onset" } as const;
const ofRun = { page: "rollouts", run: "b", query: "kind=b" } as const;

test("a view names the run that it is of, and those that it compares", () => {
  expect(["a", "b", "c"].map((name) => namesRun(compared, name))).toEqual([true, true, false]);
  expect(["a", "b"].map((name) => namesRun(ofRun, name))).toEqual([false, true]);
  expect(namesRun({ page: "runs", run: null, query: "runs=a" }, "a")).toBe(false);
});

test("a run that is called otherwise is called so in its views, and nothing else is", () => {
  expect(renameInView(ofRun, "b", "c")).toEqual({ ...ofRun, run: "c" });
  expect(renameInView(ofRun, "x", "c")).toEqual(ofRun);
  expect(renameInView(compared, "b", "c, d")).toEqual({
    ...compared,
    query: "run=a&run=c%2C+d&base=c%2C+d&align=onset",
  });
  expect(renameInView(compared, "x", "c")).toEqual(compared);
});
