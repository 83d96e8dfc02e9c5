import { expect, test } from "vitest";
import { sampleAnnotation } from "@/lib/view/sample-annotation";
import { sampleDetection } from "@/lib/view/sample-incidents";
import { sampleEpoch, sampleSummary } from "@/lib/view/sample-steps";
import { noteRun } from "./run-notes";

const samples = Array.from({ length: 20 }, (_, index) => ({
  step: index + 1,
  rewards: [1, 0, 1, 0],
  masked: index + 1 >= 11 ? { session_lost: 12 } : {},
}));
const steps = samples.map(sampleSummary);
const { incidents } = sampleDetection(samples);
const read = (annotations: Parameters<typeof sampleAnnotation>[0][]) => ({
  detail: { annotations: annotations.map(sampleAnnotation), segments: [] },
  steps,
  incidents,
});

test("annotations have the steps that they are drawn at, one of a moment the step that was not over by then", () => {
  const at = (steps[6]?.finishedAt ?? sampleEpoch) - 1;
  const { annotations } = noteRun(read([{ step: 4 }, { step: 5, toStep: 9 }, { at }, {}, { at: at + 1e9 }]), {
    split: "train",
  });
  expect(annotations.map((one) => one.steps)).toEqual([
    { from: 4, to: 4 },
    { from: 5, to: 9 },
    { from: 7, to: 7 },
    null,
    null,
  ]);
});

test("incidents are those of the rollouts shown: none of eval, and those of other environments left out", () => {
  expect(noteRun(read([]), { split: "train" }).incidents.map(({ onset }) => onset)).toContain(11);
  expect(noteRun(read([]), { split: "eval" }).incidents).toEqual([]);
  const elsewhere = incidents.map((incident) => ({ ...incident, environment: "math" }));
  const told = { ...read([]), incidents: elsewhere };
  expect(noteRun(told, { split: "train", environment: "code" }).incidents).toEqual([]);
  expect(noteRun(told, { split: "train", environment: "math" }).incidents).toHaveLength(elsewhere.length);
});
