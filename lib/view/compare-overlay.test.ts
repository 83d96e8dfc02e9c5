import { expect, test } from "vitest";
import { compareRuns } from "@/lib/core/compare/compare-runs";
import type { CompareRequest } from "@/lib/core/compare/comparison";
import { noteRun } from "@/lib/core/compare/run-notes";
import type { Segment } from "@/lib/core/run";
import { toCompareCharts } from "./compare-charts";
import { toCompareBands, toCompareMarks } from "./compare-overlay";
import { sampleAnnotation } from "./sample-annotation";
import { sampleRun } from "./sample-comparison";
import type { SampleStep } from "./sample-steps";

/** Steps 1 to `last` of 16; from `broken` on 12 of them are lost. */
function samples(broken: number, last: number): SampleStep[] {
  return Array.from({ length: last }, (_, index) => index + 1).map((step) =>
    step >= broken
      ? { step, rewards: [1, 0, 1, 0], masked: { session_lost: 12 } }
      : { step, rewards: Array.from({ length: 16 }, (_, sample) => sample % 2) },
  );
}

const asked: CompareRequest = { baseline: null, alignment: "step", at: null, range: "whole", resolution: 500 };
const early = sampleRun("early", samples(11, 20));
const late = sampleRun("late", samples(15, 26));
const well = sampleRun("well", samples(999, 24));
const written = [
  [
    { id: 1, step: 12, text: "pool b drained" },
    { id: 2, text: "of the whole run" },
  ],
  [{ id: 3, step: 16, toStep: 18, text: "pool b again" }],
  [],
];

const launch = (segment: string, startedAt: number, fromStep: number | null): Segment => {
  return { segment, startedAt, fromStep, firstStep: 1, supersededFrom: null, firstHeardAt: startedAt };
};
/** Only the second run was launched again. */
const launched = [[launch("first", 10, null)], [launch("again", 20, 19), launch("first", 10, null)], []];

function overlay(request: Partial<CompareRequest>) {
  const runs = [early, late, well];
  const comparison = compareRuns(runs, { ...asked, ...request });
  const { axis } = toCompareCharts(comparison, comparison.rangeKind === "chosen" ? comparison.range : null);
  const notes = runs.map((run, index) =>
    noteRun(
      {
        ...run,
        detail: { annotations: (written[index] ?? []).map(sampleAnnotation), segments: launched[index] ?? [] },
      },
      { split: "train" },
    ),
  );
  return {
    marks: toCompareMarks(axis, comparison.runs, notes).map(({ label, x, xEnd, colour }) => [label, x, xEnd, colour]),
    bands: toCompareBands(axis, comparison.runs, notes),
  };
}

test("by step, annotations, launches and incidents lie at their steps, in the colour of their run", () => {
  const { marks, bands } = overlay({});
  expect(marks).toEqual([
    ["early: pool b drained", 11.5, null, "var(--run-0)"],
    ["late: again", 18.5, null, "var(--run-1)"],
    ["late: pool b again", 15.5, 18.5, "var(--run-1)"],
  ]);
  const places = (run: number) => bands.filter((band) => band.run === run).map(({ x, xEnd }) => [x, xEnd]);
  // Both are open: each goes on to the end of its own run, not of the longest.
  expect(places(0)).toContainEqual([10.5, 20.5]);
  expect(places(1)).toContainEqual([14.5, 26.5]);
  expect(places(2)).toEqual([]);
  expect(bands.find(({ run }) => run === 1)).toMatchObject({
    colour: "var(--run-1)",
    label: expect.stringMatching(/ · late$/),
  });
});

test("by onset, both onsets are one place, and a run that is left out has nothing there", () => {
  const { marks, bands } = overlay({ alignment: "onset" });
  expect(marks.map(([, x, xEnd]) => [x, xEnd])).toEqual([
    [0.5, null],
    [3.5, null],
    [0.5, 3.5],
  ]);
  expect(new Set(bands.map(({ x }) => x))).toEqual(new Set([-0.5]));
});

test("what lies beside the steps that are shown is left out", () => {
  expect(overlay({ range: { from: 1, to: 9 } })).toEqual({ marks: [], bands: [] });
  expect(overlay({ range: { from: 13, to: 17 } }).marks.map(([label]) => label)).toEqual(["late: pool b again"]);
});
