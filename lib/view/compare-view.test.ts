import { describe, expect, test } from "vitest";
import { compareViewHref, parseCompareView } from "./compare-view";

const reread = (href: string) => parseCompareView(new URL(href, "http://here").searchParams);

describe("the address of a comparison", () => {
  test("names plain runs in one, and every run apart where a name holds a comma", () => {
    const view = parseCompareView(new URLSearchParams("runs=a,b"));
    expect(view.runs).toEqual(["a", "b"]);
    expect(compareViewHref(view)).toBe("/compare?runs=a,b");
    const odd = { ...view, runs: ["a,b", "c/d ü&x"] };
    expect(compareViewHref(odd)).toBe("/compare?run=a%2Cb&run=c%2Fd%20%C3%BC%26x");
    expect(reread(compareViewHref(odd)).runs).toEqual(["a,b", "c/d ü&x"]);
  });

  test("holds everything that is shown", () => {
    const view = {
      runs: ["a", "b"],
      baseline: "b",
      alignment: "onset",
      at: 40,
      range: { from: -5, to: 12 },
      kind: "session_lost",
      smoothing: 15,
      environment: "code",
      split: "eval",
      labels: [["host", "gpu-1"]],
    } as const;
    expect(reread(compareViewHref(view))).toEqual(view);
  });

  test("leaves out what makes no sense, and a run that is named twice", () => {
    expect(reread("/compare?runs=a,,a&run=a&align=sideways&smoothing=4&from=3&at=-1&split=test")).toEqual({
      runs: ["a"],
      baseline: null,
      alignment: "step",
      at: null,
      range: "common",
      kind: null,
      smoothing: 1,
      environment: null,
      split: "train",
      labels: [],
    });
  });
});
