import { describe, expect, test } from "vitest";
import { bucketSteps } from "@/lib/core/series";
import { toChartsModel } from "../charts-model";
import { kindColour } from "../colour";
import { type SampleStep, sampleSummary } from "../sample-steps";
import { drawCharts } from "./draw-charts";

function draw(samples: readonly SampleStep[], annotation: string | null = null) {
  const buckets = bucketSteps(samples.map(sampleSummary), 500);
  const note = { id: 1, toStep: null, at: null, kind: "note" as const, createdAt: 0 };
  const told = { author: null, version: 1, changedAt: null, changedBy: null, removedAt: null };
  const model = toChartsModel({
    buckets,
    superseded: [],
    width: 1,
    shown: null,
    axisKind: "step",
    scaleKind: "share",
    rewardRange: null,
    segments: [],
    annotations: annotation === null ? [] : [{ ...note, ...told, step: 3, text: annotation }],
    incidents: [],
  });
  return drawCharts(model, "t-");
}

const rewards = [1, 0, 0, 0, 0, 0, 0, 0, 1, 1];
const well = (step: number): SampleStep => ({ step, rewards });

/** Stretches that a path is made of. */
function countParts(svg: string, stroke: string): number {
  const path = new RegExp(`<path d="([^"]*)" fill="none" stroke="${stroke}"`).exec(svg)?.[1] ?? "";
  return path.split("M").length - 1;
}

describe("charts drawn without a browser", () => {
  test("leave a gap where a step was never heard of, or has no value", () => {
    const whole = draw([1, 2, 3, 4, 5, 6].map(well));
    expect(countParts(whole.reward, "var\\(--evidence\\)")).toBe(1);
    const torn = draw([1, 2, 5, 6].map(well));
    expect(countParts(torn.reward, "var\\(--evidence\\)")).toBe(2);
    const lost = draw([well(1), well(2), { step: 3, masked: { session_lost: 10 } }, well(4), well(5)]);
    expect(countParts(lost.reward, "var\\(--evidence\\)")).toBe(2);
    // As scored has a value there: 0, which is not the same as none.
    expect(countParts(lost.reward, "var\\(--as-scored\\)")).toBe(1);
  });

  test("give a kind the colour that it has everywhere, and every chart a title, axes and labels", () => {
    const svgs = draw([well(1), { step: 2, rewards, masked: { session_lost: 10 } }]);
    expect(svgs.failures).toContain(`fill="${kindColour("session_lost")}"`);
    for (const [chart, svg] of Object.entries(svgs)) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 960 \d+/);
      expect(svg).toContain(`<clipPath id="t-${chart}-clip">`);
      expect(svg).toContain(">step</text>");
      expect(svg).toMatch(/<title>\w/);
    }
    expect(svgs.reward).toContain("evidence 30%");
    expect(svgs.failures).toContain("session_lost 50%");
  });

  test("escape foreign words", () => {
    const { reward } = draw([1, 2, 3].map(well), `</text><script>alert("1")</script>`);
    expect(reward).toContain("&lt;/text&gt;&lt;scrip");
    expect(reward).not.toContain("<script");
  });

  test("say what there is not, instead of an empty plot", () => {
    expect(draw([{ step: 1, failed: { agent_run_error: 3 } }]).reward).toContain("No reward in these steps");
    expect(draw([well(1)]).failures).toContain("No failure reported in these steps");
  });
});
