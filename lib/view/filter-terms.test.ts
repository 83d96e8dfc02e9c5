import { describe, expect, test } from "vitest";
import {
  judgeIssuesFilter,
  printIssuesAsked,
  printRolloutView,
  printRunsAsked,
  printRunView,
  toIssuesAsked,
  toRolloutView,
  toRunsAsked,
  toRunView,
} from "./filter-terms";
import { parseRolloutView, rolloutsApiPath, toRolloutSearch } from "./rollout-view";
import { wholeRun } from "./run-view";

describe("a filter of rollouts", () => {
  test.each([
    ["kind:session_lost step:61", "step=61&kind=session_lost", "kind:session_lost step:61"],
    ["step:>60 step:<=80", "from=61&filter=step%3A%3C%3D80", "step:>=61 step:<=80"],
    ["host:gpu-17 split:eval", "label.host=gpu-17&split=eval", "host:gpu-17 split:eval"],
    ["label.kind:b", "label.kind=b", "label.kind:b"],
    ["kind:a kind:b", "kind=a&filter=kind%3Ab", "kind:a kind:b"],
    ['reward:<0.5 "no session"', "q=no+session&filter=reward%3A%3C0.5", 'reward:<0.5 "no session"'],
    ["-kind:a outcome:masked,failed", "filter=-kind%3Aa+outcome%3Amasked%2Cfailed", "-kind:a outcome:masked,failed"],
  ])("%s stands in the address as %s", (filter, search, printed) => {
    const view = toRolloutView(filter, "newest");
    expect(toRolloutSearch(view).toString()).toBe(search);
    expect(printRolloutView(view)).toBe(printed);
    expect(parseRolloutView(new URLSearchParams(search))).toEqual(view);
    expect(toRolloutView(printed, "newest")).toEqual(view);
  });

  test("old links are written as a filter", () => {
    const view = parseRolloutView(
      new URLSearchParams("from=61&to=80&suspected=true&label.browser+pool=b&issue=3&q=a:b"),
    );
    expect(printRolloutView(view)).toBe('step:61..80 issue:3 suspected:true label."browser pool":b "a:b"');
  });

  test("that can't be read stays as it was written, and is put to the API to be refused", () => {
    const view = parseRolloutView(new URLSearchParams("kind=a&filter=step%3Ax"));
    expect(view.filter).toBe("step:x");
    expect(printRolloutView(view)).toBe("kind:a step:x");
    expect(rolloutsApiPath("r", view, "c")).toContain("filter=step%3Ax");
  });
});

test.each([
  ["state:live browser agent", { state: "live", q: "browser agent", filter: "" }, "state:live browser agent"],
  [
    "status:live,quiet project:x",
    { state: null, project: "x", filter: "status:live,quiet" },
    "project:x status:live,quiet",
  ],
  ['-tag:a "two words"', { tag: null, q: "", filter: '-tag:a "two words"' }, '-tag:a "two words"'],
  ["state:dead", { state: null, filter: "state:dead" }, "state:dead"],
])("%s is kept in the address of the runs, part by part", (filter, asked, printed) => {
  expect(toRunsAsked(filter)).toMatchObject(asked);
  expect(printRunsAsked(toRunsAsked(filter))).toBe(printed);
});

test.each([
  ["", { state: "waiting", filter: "" }, ""],
  [
    "state:resolved kind:a reset",
    { state: "resolved", kind: "a", q: "reset", filter: "" },
    "state:resolved kind:a reset",
  ],
  ["-state:resolved count:>10", { state: "all", filter: "-state:resolved count:>10" }, "-state:resolved count:>10"],
  ["state:all", { state: "all", filter: "" }, "state:all"],
])("%s is kept in the address of the issues, part by part", (filter, asked, printed) => {
  expect(toIssuesAsked(filter)).toMatchObject(asked);
  expect(printIssuesAsked(toIssuesAsked(filter))).toBe(printed);
});

test("a second run of issues is refused at its place, and is not taken for the first", () => {
  expect(toIssuesAsked("run:a run:b")).toMatchObject({ run: "a", filter: "run:b" });
  expect(judgeIssuesFilter("kind:x run:a run:b")).toMatchObject({ span: { from: 13, to: 18 } });
  expect(judgeIssuesFilter("run:a run:a kind:x")).toBeNull();
});

describe("a filter of charts", () => {
  test("is a view of the run, which keeps its scale", () => {
    const before = { ...wholeRun, scale: "log" } as const;
    const read = toRunView("env:browser pool:b step:>60 split:eval", before, 74, ["pool"]);
    expect(read).toEqual({
      ok: true,
      value: {
        ...before,
        environment: "browser",
        labels: [["pool", "b"]],
        steps: { kind: "range", from: 61, to: 74 },
        split: "eval",
      },
    });
    expect(read.ok && printRunView(read.value)).toBe("env:browser step:61..74 pool:b split:eval");
  });

  test.each([
    ["step:>=74", 74, 74],
    ["step:70..", 70, 74],
    ["step:61..500", 61, 500],
    ["step:100..120", 100, 120],
    ["step:>60 step:<=70", 61, 70],
  ])("%s of a run of 74 steps is %i to %i", (filter, from, to) => {
    expect(toRunView(filter, wholeRun, 74, null)).toMatchObject({
      ok: true,
      value: { steps: { kind: "range", from, to } },
    });
  });

  test("steps beyond the last are none, and it is said which the last is", () => {
    expect(toRunView("step:>100", wholeRun, 50, null)).toMatchObject({
      ok: false,
      fault: { message: "The last step so far is 50: there is none from 101 on." },
    });
  });

  test.each([
    ["-env:browser", 0, 12],
    ["pool:b*", 0, 7],
    ["step:1,5", 7, 8],
    ["hots:a", 0, 4],
    ["kind:a", 0, 4],
    ["env:browser step:>74", 12, 20],
    ["step:61..80 step:<=60", 12, 21],
  ])("%s is refused at its place", (filter, from, to) => {
    expect(toRunView(filter, wholeRun, 74, ["pool"])).toMatchObject({ ok: false, fault: { span: { from, to } } });
  });
});
