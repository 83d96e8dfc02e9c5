import { describe, expect, test } from "vitest";
import type { RunOverride } from "@/lib/core/override";
import { type EntryFacts, type IncidentEntry, toIncidentEntry } from "./incident-entry";
import { stepsAround } from "./incident-links";
import { describeOverride } from "./override-words";
import { sampleDetection } from "./sample-incidents";
import { binaryRewards, type SampleStep } from "./sample-steps";

const steps = (from: number, to: number, make: (step: number) => Omit<SampleStep, "step">): SampleStep[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ step: from + index, ...make(from + index) }));

/** 10 of 64 solved; step 20 loses one. */
const well = (step: number) => ({
  expected: 64,
  rewards: binaryRewards(10, step === 20 ? 53 : 54),
  masked: step === 20 ? { session_lost: 1 } : {},
});
const ill = () => ({ expected: 64, masked: { session_lost: 59 }, rewards: binaryRewards(0, 5) });
const lost = [...steps(1, 60, well), ...steps(61, 70, ill)];

const plain: EntryFacts = { inPercent: true, overrides: [], runbooks: {} };

function tell(samples: readonly SampleStep[], about: Partial<EntryFacts> = {}): IncidentEntry {
  const [incident] = sampleDetection(samples).incidents;
  if (incident === undefined) throw new Error("no incident");
  return toIncidentEntry(incident, { ...plain, ...about });
}

function write(entry: IncidentEntry): Record<string, string> {
  return Object.fromEntries(entry.facts.map(({ label, parts }) => [label, parts.map(({ text }) => text).join("")]));
}

const override: RunOverride = {
  id: 3,
  kind: "expect",
  incident: "61-kind:session_lost",
  series: [{ series: "kind:session_lost", environment: null }],
  step: 61,
  value: null,
  note: "the pool is being moved",
  author: "Ada",
  createdAt: 0,
  withdrawnAt: null,
};

describe("every number of an incident", () => {
  const entry = tell(lost);

  test("both numbers of each rate, before and during, and what is above the usual", () => {
    expect(entry).toMatchObject({
      severityName: "Critical",
      when: "since step 61",
      from: "step 61",
      name: "session_lost",
    });
    expect(write(entry)).toMatchObject({
      Onset: "step 61, 2026-03-04 13:01 UTC",
      Noticed: "in the same step",
      End: "ongoing",
      Before: "0.03%, 1 of 3,200",
      During: "92%, 590 of 640, 10 steps",
      // 640 of a usual 0.05%: a third of one.
      Excess: "590 rollouts above what was usual",
      // Without groups, each rollout is its own.
      "Evidence left": "50 rollouts in 50 groups",
      Reward: "as scored 15.6% → 0%; group means of evidence 15.6% → 0%",
      "Before it": "1 session_lost in 1 step, step 20",
    });
  });

  test("each number is a door to what it counts", () => {
    const doors = Object.fromEntries(entry.facts.map(({ label, parts }) => [label, parts[0]?.counted]));
    expect(doors["During"]).toEqual({ steps: { from: 61, to: 70 }, split: "train", kind: "session_lost" });
    expect(doors["Onset"]).toEqual({ steps: { from: 61, to: 61 }, split: "train" });
    expect(doors["Before it"]).toEqual({ steps: { from: 20, to: 20 }, split: "train", kind: "session_lost" });
    expect(doors["Evidence left"]).toEqual({ steps: { from: 61, to: 70 }, split: "train", outcome: "scored" });
  });

  test("the terms of the reward sum to its change", () => {
    const [lost, survivors, change] = entry.terms.map(({ exact }) => exact);
    expect((lost ?? 0) + (survivors ?? 0)).toBeCloseTo(change ?? 0, 12);
    expect(entry.terms).toMatchObject([
      { label: "lost rollouts", value: "−14.4", as: "term" },
      { label: "survivors", value: "−1.2", as: "term" },
      { label: "points in all", value: "−15.6", as: "sum" },
    ]);
    expect(entry.remark).toBe("The evidence that is left fell too; survivors of a failure may not be like the rest.");
  });

  test("suspected false zeros are among the evidence, so no term is called survivors", () => {
    const silent = { expected: 64, silent: true, rewards: binaryRewards(10, 54) };
    const empty = { expected: 64, silent: true, rewards: binaryRewards(1, 4), emptyZeros: 59 };
    const suspects = tell([...steps(1, 60, () => silent), ...steps(61, 66, () => empty)]);
    expect(suspects).toMatchObject({ name: "suspected false zeros", kind: null, terms: [] });
    expect(suspects.rollouts).toEqual({ steps: { from: 61, to: 66 }, split: "train", suspected: true });
  });

  test("bad from the start has nothing to compare with", () => {
    expect(write(tell(steps(1, 4, ill)))["Before"]).toBe("bad from the start: nothing to compare with");
  });
});

describe("what people said", () => {
  test("of this incident, newest first; its kind's runbook", () => {
    const later = { ...override, id: 4, withdrawnAt: 5 };
    const other = { ...override, id: 5, incident: "another" };
    const setting = { ...override, id: 6, kind: "sensitivity" as const, incident: null, series: [], value: "high" };
    const entry = tell(lost, {
      overrides: [override, later, other, setting],
      runbooks: { session_lost: "https://wiki.example/lost" },
    });
    expect(entry.overrides.map(({ id }) => id)).toEqual([4, 3]);
    expect(entry).toMatchObject({ runbookKind: "session_lost", runbook: "https://wiki.example/lost" });
  });

  test.each<[Partial<RunOverride>, string]>([
    [{}, "Marked as expected from step 61: session_lost"],
    [{ kind: "accept", series: [] }, "Accepted as the new normal from step 61"],
    [
      {
        series: [...override.series, { series: "masked", environment: null }, { series: "reward", environment: null }],
      },
      "Marked as expected from step 61: session_lost and 2 more series",
    ],
    [{ kind: "sensitivity", value: "high" }, "Sensitivity set to high"],
  ])("in words %#", (change, words) => {
    expect(describeOverride({ ...override, ...change })).toBe(words);
  });
});

test("an incident is shown with as much before and after it as it is long, and never less than ten steps", () => {
  const whole = { firstStep: 1, lastStep: 200 };
  expect(stepsAround({ onset: 61, lastStep: 80 }, whole)).toEqual({ from: 41, to: 100 });
  expect(stepsAround({ onset: 61, lastStep: 61 }, whole)).toEqual({ from: 51, to: 71 });
  expect(stepsAround({ onset: 5, lastStep: 200 }, whole)).toEqual({ from: 1, to: 200 });
  expect(stepsAround({ onset: null, lastStep: null }, whole)).toBeNull();
});
