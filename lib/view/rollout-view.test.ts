import { describe, expect, test } from "vitest";
import {
  countConditions,
  everyRollout,
  explainEmpty,
  parseRolloutView,
  type RolloutView,
  rolloutsApiPath,
  rolloutsPath,
  toRolloutFilter,
  toRolloutSearch,
} from "./rollout-view";

function parse(search: string): RolloutView {
  return parseRolloutView(new URLSearchParams(search));
}

describe("an address", () => {
  test.each<[string, Partial<RolloutView>]>([
    ["", {}],
    ["step=61", { from: 61, to: 61 }],
    ["from=61&to=80", { from: 61, to: 80 }],
    ["from=61", { from: 61 }],
    ["step=61&outcome=masked&kind=session_lost", { from: 61, to: 61, outcome: "masked", kind: "session_lost" }],
    ["kind=%28masked%2C+no+kind%29", { kind: "(masked, no kind)" }],
    ["group=812&suspected=true", { group: "812", suspected: true }],
    [
      "environment=web&label.host=gpu-17&label.pool=b",
      {
        environment: "web",
        labels: [
          ["host", "gpu-17"],
          ["pool", "b"],
        ],
      },
    ],
    [
      "split=eval&segment=resume-2&q=no+session&sort=duration",
      {
        split: "eval",
        segment: "resume-2",
        text: "no session",
        sort: "duration",
      },
    ],
  ])("%s says what is shown, and is written back to the letter", (search, expected) => {
    const query = parse(search);
    expect(query).toEqual({ ...everyRollout, ...expected });
    expect(toRolloutSearch(query).toString()).toBe(search);
  });

  test("that is mistyped still shows something", () => {
    expect(parse("step=-1&outcome=lost&split=test&sort=best&label.=x&kind=")).toEqual(everyRollout);
  });

  test("keeps names of any kind apart from the path", () => {
    expect(rolloutsPath("a/b ü?", { ...everyRollout, group: "1&2" })).toBe(
      "/runs/a%2Fb%20%C3%BC%3F/rollouts?group=1%262",
    );
  });

  test("asks the API for the page after a cursor", () => {
    expect(rolloutsApiPath("r", { ...everyRollout, from: 61, to: 61 }, "c+1")).toBe(
      "/api/v1/runs/r/rollouts?step=61&cursor=c%2B1&limit=100",
    );
  });
});

test("a query asks the store for nothing that it does not say", () => {
  expect(toRolloutFilter("r", { ...everyRollout, text: "  ", to: 5 })).toEqual({
    run: "r",
    split: "train",
    labels: [],
    sort: "newest",
    limit: 100,
    to: 5,
  });
});

test.each([
  ["", 0],
  ["sort=reward", 0],
  ["step=61&kind=session_lost&label.host=a&sort=step", 3],
])("countConditions of %s is %i", (search, expected) => {
  expect(countConditions(parse(search))).toBe(expected);
});

describe("an empty list", () => {
  test("of a run without rollouts waits for them", () => {
    expect(explainEmpty(everyRollout, { train: 0, eval: 0 })).toEqual({
      words: "No rollout of this run has come in. They are listed here as soon as there are any.",
      instead: null,
    });
  });

  test("with nothing asked says what the run has, and leads there", () => {
    expect(explainEmpty({ ...everyRollout, sort: "reward" }, { train: 0, eval: 4 })).toEqual({
      words: "No train rollout of this run has come in; there are 4 eval rollouts.",
      instead: { label: "Show the 4 eval rollouts", query: { ...everyRollout, split: "eval" } },
    });
    expect(explainEmpty({ ...everyRollout, split: "eval" }, { train: 1, eval: 0 })).toEqual({
      words: "No eval rollout of this run has come in; there is 1 train rollout.",
      instead: { label: "Show the 1 train rollout", query: everyRollout },
    });
    expect(explainEmpty(everyRollout, { train: 640, eval: 4 }).words).toMatch(
      /^None of the 640 train rollouts is kept/,
    );
  });

  test("under a filter leads to all of them", () => {
    const asked = explainEmpty({ ...everyRollout, kind: "session_lost" }, { train: 8, eval: 0 });
    expect(asked.words).toMatch(/^Nothing in this run matches all of that\./);
    expect(asked.instead).toEqual({ label: "Show every rollout", query: everyRollout });
    expect(explainEmpty({ ...everyRollout, filter: "kind:" }, { train: 8, eval: 0 }).words).toMatch(/can’t be read/);
  });
});
