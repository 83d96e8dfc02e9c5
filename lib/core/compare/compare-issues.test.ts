import { describe, expect, test } from "vitest";
import { compareIssues } from "./compare-issues";
import type { IssueCount } from "./run-tally";

const seen = (issue: number, count: number): IssueCount => {
  return { issue, count, kind: "session_lost", template: `reason ${issue}`, state: "open" };
};

describe("issues of compared runs", () => {
  test("are new, gone or shared against the baseline, each with its counts", () => {
    const { issues } = compareIssues(
      [
        [seen(1, 4), seen(2, 1)],
        [seen(2, 9), seen(3, 7)],
      ],
      0,
    );
    expect(issues.map(({ issue, presence, counts }) => [issue, presence, counts])).toEqual([
      [3, "new", [0, 7]],
      [1, "gone", [4, 0]],
      [2, "shared", [1, 9]],
    ]);
    const turned = compareIssues(
      [
        [seen(1, 4), seen(2, 1)],
        [seen(2, 9), seen(3, 7)],
      ],
      1,
    );
    expect(turned.issues.map(({ issue, presence }) => [issue, presence])).toEqual([
      [1, "new"],
      [3, "gone"],
      [2, "shared"],
    ]);
  });

  test("of a run that is left out are not known, which is not none", () => {
    const { issues } = compareIssues([[seen(1, 4)], null, [seen(1, 2)]], 0);
    expect(issues).toMatchObject([{ presence: "shared", counts: [4, null, 2] }]);
  });

  test("beyond a hundred of each are counted", () => {
    const many = Array.from({ length: 130 }, (_, index) => seen(index + 1, 200 - index));
    const { issues, others } = compareIssues([[], many], 0);
    expect(issues).toHaveLength(100);
    expect(others).toEqual({ new: 30, gone: 0, shared: 0 });
  });
});
