import { describe, expect, test } from "vitest";
import {
  countConditions,
  everyRollout,
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
