import { describe, expect, test } from "vitest";
import { drawSparkline, type SparkPoint } from "./sparkline";

const frame = { width: 40, height: 10, low: 0, high: 1 };

function points(...values: (number | null)[]): SparkPoint[] {
  return values.map((value, step) => [step, value]);
}

describe("drawSparkline", () => {
  test("puts every step in the middle of its share of the width", () => {
    // 4 steps in 40 units: 10 each, centres at 5, 15, 25, 35.
    expect(drawSparkline(points(0, 0.5, 1, 0.25), frame)).toEqual({
      line: "M5 10L15 5L25 0L35 7.5",
      area: "M0 10V10H10V5H20V0H30V7.5H40V10Z",
      dots: [],
    });
  });

  test("leaves a gap where a step has no value, and shows a lone point as a dot", () => {
    expect(drawSparkline(points(1, 1, null, 0.5), frame)).toEqual({
      line: "M5 0L15 0",
      area: "M0 10V0H10V0H20V10ZM30 10V5H40V10Z",
      dots: [{ x: 35, y: 5 }],
    });
  });

  test("leaves a gap where a step was never heard of", () => {
    const drawn = drawSparkline(
      [
        [1, 0],
        [2, 0],
        [4, 0],
      ],
      frame,
    );
    expect(drawn.line).toBe("M5 10L15 10");
    expect(drawn.dots).toEqual([{ x: 35, y: 10 }]);
  });

  test("draws a run that reports every tenth step as one line", () => {
    const drawn = drawSparkline(
      [
        [10, 0],
        [20, 1],
      ],
      frame,
    );
    expect(drawn.line).toBe("M10 10L30 0");
  });

  test("holds values outside the frame at its edges, and draws nothing of nothing", () => {
    expect(drawSparkline(points(-3, 7), frame).line).toBe("M10 10L30 0");
    expect(drawSparkline([], frame)).toEqual({ line: "", area: "", dots: [] });
    expect(drawSparkline(points(null, null), frame)).toEqual({ line: "", area: "", dots: [] });
  });

  test("leaves room behind a run that has just begun", () => {
    // Two of four places taken: 10 units each.
    expect(drawSparkline(points(1, 0), { ...frame, room: 4 })).toEqual({
      line: "M5 0L15 10",
      area: "M0 10V0H10V10H20V10Z",
      dots: [],
    });
  });

  test("lies on the lower edge where the frame has no height of values", () => {
    expect(drawSparkline(points(0, 0), { ...frame, high: 0 }).line).toBe("M10 10L30 10");
  });
});
