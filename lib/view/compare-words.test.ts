import { describe, expect, test } from "vitest";
import { compareRuns } from "@/lib/core/compare/compare-runs";
import type { CompareRequest, ReadRun } from "@/lib/core/compare/comparison";
import { listCompareNotes } from "./compare-notes";
import { describeComparison, namePlaces } from "./compare-words";
import { toText } from "./phrase";
import { sampleRun, sampleSteps } from "./sample-comparison";
import { binaryRewards } from "./sample-steps";

const asked: CompareRequest = { baseline: null, alignment: "step", at: null, range: "common", resolution: 500 };

function say(runs: readonly ReadRun[], request: Partial<CompareRequest> = {}): string {
  return toText(describeComparison({ comparison: compareRuns(runs, { ...asked, ...request }) }));
}

const well = { rewards: binaryRewards(20, 44) };
const ill = { rewards: binaryRewards(1, 3), masked: { session_lost: 60 } };
const healthy = sampleRun("healthy", sampleSteps(1, 40, well));
const broken = sampleRun("broken", [...sampleSteps(1, 20, well), ...sampleSteps(21, 40, ill)]);

describe("the sentence of a comparison", () => {
  test("says who loses more, by how much, from when on, as what and of how many", () => {
    expect(say([healthy, broken], { range: "after" })).toMatch(
      /^broken loses 93\.8 points more of its rollouts than healthy from step 21 on, most of all as session_lost \(94%, 1,200 of 1,280, against 0%, 0 of 1,280; 95% interval \+\d/,
    );
  });

  test("says when it began, where that lies within the steps counted", () => {
    expect(say([healthy, broken])).toContain("than healthy, since step 21, most of all as session_lost");
    expect(say([healthy, broken], { baseline: "broken" })).toMatch(/^healthy loses 46\.9 points less of its rollouts/);
  });

  test("claims nothing where intervals touch", () => {
    const some = (name: string, lost: number) =>
      sampleRun(name, [{ step: 1, masked: { judge_failed: lost }, rewards: binaryRewards(10, 54 - lost) }]);
    expect(say([some("a", 3), some("b", 5)])).toContain(
      "What b and a lose can’t be told apart: 7.8%, 5 of 64, against 4.7%, 3 of 64",
    );
    expect(say([healthy, sampleRun("twin", sampleSteps(1, 40, well))])).toMatch(
      /^Neither twin nor healthy lost a rollout \(0 of 2,560 and 0 of 2,560\)\. Evidence reward can’t be told apart/,
    );
  });

  test("never calls a silent run healthy", () => {
    const silent = sampleRun("silent", sampleSteps(1, 40, { ...well, silent: true }));
    expect(say([healthy, silent])).toMatch(/^silent reports no failures, so losses can’t be compared\./);
    const zeros = sampleRun("zeros", sampleSteps(1, 40, { rewards: [1], emptyZeros: 63, silent: true }));
    expect(say([healthy, zeros])).toContain("Suspected false zeros are 98.4 points more (98%, 2,520 of 2,560");
    expect(say([healthy, broken, zeros])).toContain(
      "1 surely lose more, 1 can’t be compared without failure reporting",
    );
  });

  test("counts many runs, and tells of the farthest", () => {
    expect(say([healthy, broken, sampleRun("twin", sampleSteps(1, 40, well))])).toMatch(
      /^Of 2 runs held against healthy, 1 surely lose more, 1 can’t be told apart\. Farthest: broken loses 46\.9/,
    );
  });

  test("says why there is nothing to say", () => {
    const late = sampleRun("late", sampleSteps(90, 95, well));
    expect(say([healthy, late])).toMatch(/^No step in common/);
    expect(say([healthy, broken], { alignment: "onset" })).toMatch(/^healthy has no incident to align by/);
    expect(say([healthy])).toBe("healthy stands alone: choose a run to hold it against.");
  });

  test("names places before and after an onset", () => {
    const name = (from: number, to: number) => namePlaces({ alignment: "onset" }, { from, to });
    expect([name(0, 19), name(-10, 4), name(-10, -1), name(3, 5), name(0, 0)]).toEqual([
      "the first 20 steps from each onset on",
      "10 steps before to 4 steps after each onset",
      "10 steps before to 1 step before each onset",
      "3 steps to 5 steps after each onset",
      "the step of each onset",
    ]);
  });
});

describe("remarks on a comparison", () => {
  test("name missing runs, those left out, and environments that only one has", () => {
    const coder = sampleRun("coder", sampleSteps(1, 40, well), { environments: ["browser_agent", "code"] });
    const comparison = compareRuns([broken, coder], { ...asked, alignment: "onset" });
    expect(listCompareNotes({ missing: ["gone"], comparison }).map(toText)).toEqual([
      "There is no run called gone.",
      "coder had no incident to be aligned by: left out until it is said which step stands at 0.",
      "Only coder has the environment code: what differs may be the tasks.",
    ]);
  });
});
