import { describe, expect, test } from "vitest";
import type { Shift } from "./detected-shift";
import { chooseHeadline, groupShifts } from "./group-shifts";

interface Place {
  readonly series: string;
  readonly onset: number;
  readonly end?: number | null;
  readonly lastStep?: number;
  readonly range?: readonly [number, number];
  readonly segment?: string;
  readonly environment?: string | null;
}

function toFacts({ series, onset, end = null, lastStep = end ?? 90, range, segment, environment }: Place) {
  return {
    series,
    environment: environment ?? null,
    split: "train",
    segment: segment ?? "first",
    onset,
    onsetRange: range ?? [onset, onset],
    opened: onset,
    lastStep,
    end,
    state: end === null ? "open" : "ended",
    steps: 20,
    completeSteps: 20,
  } as const;
}

function count(place: Place, excess = 100, n = 1_280): Shift {
  return {
    ...toFacts(place),
    before: { x: 0, n: 3_200, rate: 0 },
    during: { x: excess, n, rate: excess / n },
    excess,
    detector: "level",
    evidence: { low: 0.3, threshold: 0.2 },
  };
}

function fall(place: Omit<Place, "series">): Shift {
  return {
    ...toFacts({ series: "reward", ...place }),
    detector: "reward",
    before: { n: 400, mean: 0.5, se: 0.01 },
    during: { n: 100, mean: 0.1, se: 0.01 },
    evidence: { score: 12, threshold: 11.5, scatter: 1, leastDrop: 0.1 },
  };
}

function group(...shifts: readonly Shift[]): string[][] {
  const groups = groupShifts(shifts.map((shift) => ({ shift, from: 0, to: 0 })));
  return groups.map((members) => members.map(({ shift }) => `${shift.series} ${shift.onset}`));
}

describe("shifts are one incident", () => {
  test.each([
    [
      "where they begin within 2 steps",
      [count({ series: "masked", onset: 61 }), count({ series: "kind:a", onset: 63 })],
      1,
    ],
    ["not within 3", [count({ series: "masked", onset: 61 }), count({ series: "kind:a", onset: 64 })], 2],
    [
      "where the range of one leaves that open",
      [count({ series: "masked", onset: 61 }), count({ series: "kind:a", onset: 66, range: [62, 67] })],
      1,
    ],
    [
      "where they overlap",
      [count({ series: "masked", onset: 61, end: 61 }), count({ series: "kind:a", onset: 62 })],
      2,
    ],
    [
      "where they are of one segment",
      [count({ series: "masked", onset: 61 }), count({ series: "kind:a", onset: 61, segment: "second" })],
      2,
    ],
  ])("%s", (_, shifts, incidents) => {
    expect(group(...shifts)).toHaveLength(incidents);
    expect(group(...[...shifts].reverse())).toEqual(group(...shifts));
  });

  test("and a reward that fell with them is, until it has outlasted them by 5 steps", () => {
    const cause = count({ series: "kind:a", onset: 61, end: 80 });
    expect(group(cause, fall({ onset: 62, lastStep: 84 }))).toEqual([["kind:a 61", "reward 62"]]);
    expect(group(cause, fall({ onset: 62, lastStep: 85 }))).toEqual([["kind:a 61"], ["reward 62"]]);
    expect(group(cause, fall({ onset: 62, end: 95 }))).toEqual([["kind:a 61", "reward 62"]]);
  });
});

describe("the headline", () => {
  const all = (series: string, excess: number) => count({ series, onset: 61 }, excess);
  const part = (series: string, excess: number, environment: string, n = 640) =>
    count({ series, onset: 61, environment }, excess, n);

  test.each([
    ["the most specific", [all("masked", 100), all("any_failure", 100), all("kind:a", 60)], "kind:a", null],
    ["that explains half of it", [all("masked", 100), all("any_failure", 100), all("kind:a", 40)], "any_failure", null],
    ["the larger of two kinds", [all("kind:a", 50), all("kind:b", 70), all("masked", 100)], "kind:b", null],
    ["zeros where nothing else says so", [all("zero_rewards", 90), fall({ onset: 61 })], "zero_rewards", null],
    ["a mean where there is no count", [fall({ onset: 61 })], "reward", null],
    ["one environment that carries it", [all("masked", 100), part("masked", 95, "x")], "masked", "x"],
    ["all where two do", [all("masked", 100), part("masked", 60, "x"), part("masked", 40, "y")], "masked", null],
    ["all where one is all there is", [all("masked", 100), part("masked", 100, "x", 1_280)], "masked", null],
    ["one environment where all was not seen to shift", [part("masked", 30, "x")], "masked", "x"],
  ])("is %s", (_, shifts, series, environment) => {
    const { shift } = chooseHeadline(shifts.map((one) => ({ shift: one, from: 0, to: 0 })));
    expect([shift.series, shift.environment]).toEqual([series, environment]);
  });
});
