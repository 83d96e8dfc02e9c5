import { expect, test } from "vitest";
import type { ChartMark } from "./chart-marks";
import { toMarkFlags } from "./mark-flags";

function mark(x: number): ChartMark {
  return { id: `annotation ${x}`, x, xEnd: null, label: "", kind: "annotation", annotation: null, segment: null };
}

const domain = [0, 100] as const;

test("marks that a finger could not tell apart share a flag, whatever their order", () => {
  const flags = toMarkFlags([mark(50), mark(10), mark(12), mark(10.5)], domain, 1000);
  expect(flags.map(({ id, left, marks }) => [id, left, marks.map(({ x }) => x)])).toEqual([
    ["annotation 10", 100, [10, 10.5, 12]],
    ["annotation 50", 500, [50]],
  ]);
});

test("words stand behind a flag as far as the next one, or not at all", () => {
  const flags = toMarkFlags([mark(10), mark(17), mark(30), mark(98)], domain, 1000);
  // 170 - 100 - 24 - 4 is too little for words; 300 - 170 - 28 is not; the last ends with the plot.
  expect(flags.map(({ room }) => room)).toEqual([0, 102, 180, 0]);
});

test("a mark that begins before the plot, or at its end, has its flag within", () => {
  expect(toMarkFlags([mark(-20), mark(100)], domain, 300).map(({ left }) => left)).toEqual([0, 276]);
});

test("five hundred marks make no more flags than there is room for", () => {
  const flags = toMarkFlags(
    Array.from({ length: 500 }, (_, index) => mark(index / 5)),
    domain,
    600,
  );
  expect(flags.length).toBeLessThanOrEqual(24);
  expect(flags.reduce((sum, { marks }) => sum + marks.length, 0)).toBe(500);
});
