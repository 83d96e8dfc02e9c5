import { expect, test } from "vitest";
import { type IncidentSteps, type LinePoint, smoothLine } from "./smooth";

/** One step a point, each of 10 rollouts unless told; null: a gap. */
function line(values: readonly (number | null)[], counts: readonly number[] = []): LinePoint[] {
  return values.map((value, step) => ({ from: step, to: step, value, n: counts[step] ?? 10, joined: step > 0 }));
}

const smooth = (points: readonly LinePoint[], width: number, incidents: readonly IncidentSteps[]) =>
  smoothLine(points, width, incidents).map(({ value }) => value);

test("a window of three is the mean of a point and its neighbours; the ends are the raw ones", () => {
  // (1 + 4 + 1) / 3, (4 + 1 + 1) / 3.
  expect(smooth(line([1, 4, 1, 1]), 3, [])).toEqual([1, 2, 2, 1]);
});

test("points weigh as many rollouts as they have", () => {
  // (10·1 + 30·0 + 60·0.5) / 100.
  expect(smooth(line([1, 0, 0.5], [10, 30, 60]), 3, [])).toEqual([1, 0.4, 0.5]);
});

test("near an end the window shrinks on both sides alike", () => {
  // Whole window of five in the middle, (0 + 5 + 10 + 15 + 20) / 5; three beside it: a straight line stays itself.
  expect(smooth(line([0, 5, 10, 15, 20]), 5, [])).toEqual([0, 5, 10, 15, 20]);
  // (0 + 0 + 6) / 3, (0 + 0 + 6 + 0 + 0) / 5.
  expect(smooth(line([0, 0, 6, 0, 0]), 5, [])).toEqual([0, 2, 1.2, 2, 0]);
});

test("a gap stays a gap, and nothing is carried across it", () => {
  expect(smooth(line([1, 1, null, 0, 0]), 5, [])).toEqual([1, 1, null, 0, 0]);
  const missing = line([1, 1, 0, 0]).map((point, index) => (index === 2 ? { ...point, joined: false } : point));
  expect(smooth(missing, 3, [])).toEqual([1, 1, 0, 0]);
});

test("it begins anew at an incident's onset, and behind its end", () => {
  const healthy = 0.3;
  const values = [healthy, healthy, healthy, 0, 0, 0, healthy, healthy];
  expect(smooth(line(values), 5, [{ onset: 3, end: 5 }])).toEqual(values.map((value) => expect.closeTo(value, 12)));
  const begins = smoothLine(line(values), 5, [{ onset: 3, end: 5 }]).map((point) => point.begins);
  expect(begins).toEqual([true, false, false, true, false, false, true, false]);
  // Without the incident's edges the fall would be smeared: (0.3 + 0.3 + 0) / 3 and so on.
  expect(smooth(line(values), 3, [])[2]).toBeCloseTo(0.2, 12);
  // One that goes on has no second edge: (0 + 0 + 0.3) / 3.
  expect(smooth(line(values), 3, [{ onset: 3, end: null }])[5]).toBeCloseTo(0.1, 12);
});

test("a point of several steps that an edge goes through stands alone; one that an edge lies beside does not", () => {
  const wide = [8, 2, 8, 2, 8].map((value, index) => {
    return { from: index * 10, to: index * 10 + 9, value, n: 1, joined: index > 0 };
  });
  // Step 25 lies in the third point: it is joined to neither side, and two points are no window of three.
  expect(smooth(wide, 3, [{ onset: 25, end: null }])).toEqual([8, 2, 8, 2, 8]);
  // Step 10 begins the second: (2 + 8 + 2) / 3, (8 + 2 + 8) / 3.
  expect(smooth(wide, 3, [{ onset: 10, end: null }])).toEqual([8, 2, 4, 6, 8]);
  // Step 29 ends the third: (8 + 2 + 8) / 3 stands before the edge.
  expect(smooth(wide, 3, [{ onset: 0, end: 29 }])).toEqual([8, 6, 8, 2, 8]);
});

test("a window of one is the line itself, and one without a middle is refused", () => {
  expect(smooth(line([3, null, 1]), 1, [])).toEqual([3, null, 1]);
  for (const width of [0, 2, -1, 1.5]) expect(() => smoothLine(line([1]), width, [])).toThrow(`got ${width}`);
});
