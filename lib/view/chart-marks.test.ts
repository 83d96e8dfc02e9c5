import { expect, test } from "vitest";
import type { Annotation } from "@/lib/core/annotation";
import type { Segment } from "@/lib/core/run";
import { nameSteps, notesAt, toChartMarks } from "./chart-marks";
import { sampleAnnotation } from "./sample-annotation";
import { sampleBuckets, sampleEpoch } from "./sample-steps";
import { layOutSteps, layOutTimes } from "./step-axis";

const buckets = sampleBuckets(Array.from({ length: 10 }, (_, index) => ({ step: index + 1, rewards: [1] })));
const minute = (step: number) => sampleEpoch + step * 60_000;

function segment(name: string, startedAt: number, fromStep: number | null, firstStep: number | null): Segment {
  return { segment: name, startedAt, fromStep, firstStep, supersededFrom: null, firstHeardAt: startedAt };
}

function note(id: number, step: number | null, at: number | null): Annotation {
  return sampleAnnotation({ id, step, at, text: `note ${id}` });
}

const segments = [segment("second", 20, 6, null), segment("first", 10, null, 1), segment("third", 30, null, 9)];

test("segments after the first begin at a line, by what was declared or heard of", () => {
  const marks = toChartMarks(layOutSteps(buckets, 1, null), buckets, segments, []);
  expect(marks.map(({ label, x }) => [label, x])).toEqual([
    ["second", 5.5],
    ["third", 8.5],
  ]);
});

test("annotations lie at their step or their time, on either axis", () => {
  const notes = [note(1, 4, null), note(2, null, minute(6)), note(3, 99, null)];
  const bySteps = toChartMarks(layOutSteps(buckets, 1, null), buckets, [], notes);
  expect(bySteps.map(({ label, x }) => [label, x])).toEqual([
    ["note 1", 3.5],
    ["note 2", 6],
  ]);
  const byTime = toChartMarks(layOutTimes(buckets), buckets, [], notes);
  expect(byTime.map(({ label, x }) => [label, x])).toEqual([
    ["note 1", minute(3)],
    ["note 2", minute(6)],
  ]);
});

test("an annotation of a range is a band, and is told at every step that it covers", () => {
  const axis = layOutSteps(buckets, 1, null);
  const marks = toChartMarks(axis, buckets, segments, [{ ...note(1, 4, null), toStep: 6 }, note(2, 6, null)]);
  expect(marks.slice(2).map(({ x, xEnd }) => [x, xEnd])).toEqual([
    [3.5, 6.5],
    [5.5, null],
  ]);
  expect(axis.extents.map((extent) => notesAt(marks, extent).length)).toEqual([0, 0, 0, 1, 1, 2, 0, 0, 0, 0]);
  const times = layOutTimes(buckets);
  expect(toChartMarks(times, buckets, [], [{ ...note(1, 4, null), toStep: 6 }])).toMatchObject([
    { x: minute(3), xEnd: minute(6) },
  ]);
});

test("steps are named by one or both ends", () => {
  expect([nameSteps({ from: 3, to: 3 }), nameSteps({ from: 380, to: 1389 })]).toEqual(["Step 3", "Steps 380–1,389"]);
});
