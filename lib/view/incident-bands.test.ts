import { describe, expect, test } from "vitest";
import { type IncidentBand, incidentsAt, placeBandLabels, toIncidentBands } from "./incident-bands";
import { sampleDetection } from "./sample-incidents";
import { binaryRewards, type SampleStep, sampleBuckets, sampleEpoch } from "./sample-steps";
import { layOutSteps, layOutTimes } from "./step-axis";
import { rankByExcess } from "./totals";

const steps = (from: number, to: number, make: (step: number) => Omit<SampleStep, "step">): SampleStep[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ step: from + index, ...make(from + index) }));
const well = () => ({ expected: 64, rewards: binaryRewards(10, 54) });
const ill = () => ({ expected: 64, masked: { session_lost: 59 }, rewards: binaryRewards(0, 5) });

const ended = [...steps(1, 60, well), ...steps(61, 70, ill), ...steps(71, 90, well)];

describe("where an incident is shaded", () => {
  test("from its onset to its end; an open one to the end of what is drawn", () => {
    const buckets = sampleBuckets(ended);
    const axis = layOutSteps(buckets, 1, null);
    const [band] = toIncidentBands(axis, buckets, sampleDetection(ended).incidents);
    expect(band).toMatchObject({ x: 60.5, xEnd: 70.5, severity: "critical", standing: "ended" });
    expect(band?.label).toBe("critical · session_lost");
    expect(band?.title).toBe("Critical, steps 61 to 70: 92% of rollouts come back masked as session_lost, before 0%.");

    const open = ended.slice(0, 70);
    const shown = sampleBuckets(open);
    const [going] = toIncidentBands(layOutSteps(shown, 1, null), shown, sampleDetection(open).incidents);
    expect(going).toMatchObject({ x: 60.5, xEnd: 70.5, standing: "open", steps: { from: 61, to: 70 } });
  });

  test("under a zoom only where it lies in it, and its label says that it goes back", () => {
    const { incidents } = sampleDetection(ended);
    const zoom = (from: number, to: number) => {
      const buckets = sampleBuckets(ended).filter((bucket) => bucket.from >= from && bucket.to <= to);
      return toIncidentBands(layOutSteps(buckets, 1, { from, to }), buckets, incidents);
    };
    expect(zoom(1, 40)).toEqual([]);
    expect(zoom(65, 90)).toHaveLength(1);
    expect(placeBandLabels(zoom(65, 90), [64.5, 90.5], 600).labels).toMatchObject([{ left: 0, goesBack: true }]);
  });

  test("in buckets of several steps it keeps its own steps; by wall time it lies where its steps finished", () => {
    const { incidents } = sampleDetection(ended);
    const wide = sampleBuckets(ended, 20);
    expect(toIncidentBands(layOutSteps(wide, 5, null), wide, incidents)).toMatchObject([{ x: 60.5, xEnd: 70.5 }]);
    const buckets = sampleBuckets(ended);
    // A step takes a minute: 61 begins when 60 finished.
    expect(toIncidentBands(layOutTimes(buckets), buckets, incidents)).toMatchObject([
      { x: sampleEpoch + 60 * 60_000, xEnd: sampleEpoch + 70 * 60_000 },
    ]);
  });

  test("what someone expects, and what was rolled back, is labelled as such", () => {
    const expected = sampleDetection(ended, {}, () => true).incidents;
    const buckets = sampleBuckets(ended);
    const axis = layOutSteps(buckets, 1, null);
    expect(toIncidentBands(axis, buckets, expected)).toMatchObject([
      { label: "expected · session_lost", standing: "expected" },
    ]);
    const back = expected.map((one) => ({ ...one, isExpected: false, state: "rolled_back" as const }));
    expect(toIncidentBands(axis, buckets, back)).toMatchObject([{ label: "rolled back · session_lost" }]);
    // Its steps ran again, so by wall time they lie elsewhere.
    expect(toIncidentBands(layOutTimes(buckets), buckets, back)).toEqual([]);
  });

  test("a pointer is told of those that cover its bucket", () => {
    const buckets = sampleBuckets(ended);
    const axis = layOutSteps(buckets, 1, null);
    const bands = toIncidentBands(axis, buckets, sampleDetection(ended).incidents);
    const told = [60, 61, 70, 71].map((step) => {
      const extent = axis.extents[step - 1];
      return extent === undefined ? null : incidentsAt(bands, extent).length;
    });
    expect(told).toEqual([0, 1, 1, 0]);
  });
});

describe("labels", () => {
  const band = (id: string, x: number, label = "critical · session_lost"): IncidentBand => ({
    id,
    x,
    xEnd: x + 10,
    severity: "critical",
    standing: "open",
    label,
    title: label,
    steps: { from: x, to: x + 10 },
  });

  test("none overlaps another: close ones take lines, far ones share one", () => {
    const { labels, lanes } = placeBandLabels([band("a", 10), band("b", 12), band("c", 80)], [0, 100], 600);
    // 23 letters of 5.8 pixels and 10 around them: 144 wide.
    expect(labels.map(({ band: { id }, left, lane, width }) => [id, left, lane, width])).toEqual([
      ["a", 60, 0, 144],
      ["b", 72, 1, 144],
      ["c", 480, 0, 120],
    ]);
    expect(lanes).toBe(2);
  });

  test("one that would run over the edge is moved in, and ends at its onset where little of it would stay", () => {
    const place = (x: number) => {
      const { left, side } = placeBandLabels([band("a", x)], [0, 100], 600).labels[0] ?? {};
      return [left, side];
    };
    // 144 wide: from 540 it runs 84 over, more than half of it; from 510 only 54; from 480 there are 120, which is nearly enough.
    expect([place(70), place(80), place(85), place(90)]).toEqual([
      [420, "start"],
      [480, "start"],
      [456, "start"],
      [396, "end"],
    ]);
  });

  test("a narrow plot keeps them inside, and counts those without room", () => {
    const many = Array.from({ length: 6 }, (_, index) => band(String(index), 90 + index));
    const { labels, hidden } = placeBandLabels(many, [0, 100], 320);
    expect(labels.every(({ left, width }) => left + width <= 320)).toBe(true);
    expect(labels).toHaveLength(4);
    expect(hidden.map(({ id }) => id)).toEqual(["4", "5"]);
  });

  test("a name of 200 characters has the width of any other", () => {
    const [label] = placeBandLabels([band("a", 0, "x".repeat(200))], [0, 100], 320).labels;
    expect(label?.width).toBe(200);
  });
});

test("kinds are ranked by what they have above their rate before, not by how many they are", () => {
  const samples = [
    ...steps(1, 10, () => ({ masked: { usual: 20 }, rewards: binaryRewards(0, 44) })),
    ...steps(11, 14, () => ({ masked: { usual: 20, fresh: 8 }, rewards: binaryRewards(0, 36) })),
  ];
  const buckets = sampleBuckets(samples);
  const names = rankByExcess(buckets, { from: 11, to: 14 }).map(({ kind }) => kind);
  // fresh: 32 above none. usual: 80 of 256 against 200 of 640, none above.
  expect(names).toEqual(["fresh", "usual"]);
});
