import { expect, test } from "vitest";
import { defaultRunSettings, type RunDetail, type RunSettings } from "@/lib/core/run";
import { emptyStanding, emptyVerdict } from "@/lib/core/run-incident";
import { bucketWidth } from "@/lib/core/series";
import type { RunSnapshot } from "@/lib/core/snapshot";
import { speaksOfFailure } from "@/lib/core/speaks-of-failure";
import { describeCharts } from "./charts-model";
import { currentRate, toFacts } from "./facts";
import { toFailuresModel } from "./failures-model";
import { countedAt } from "./mark-links";
import { toRunPageModel } from "./run-page-model";
import { wholeRun } from "./run-view";
import { binaryRewards, type SampleStep, sampleBuckets, sampleEpoch, sampleSummary } from "./sample-steps";
import { layOutSteps } from "./step-axis";
import { sumBuckets } from "./totals";

function snapshot(samples: readonly SampleStep[], settings: Partial<RunSettings> = {}, resolution = 500): RunSnapshot {
  const buckets = sampleBuckets(samples, resolution);
  const last = samples[samples.length - 1];
  const first = samples[0];
  const detail: RunDetail = {
    run: "demo",
    settings: { ...defaultRunSettings, ...settings },
    state: "live",
    lastStep: last?.step ?? null,
    rollouts: 0,
    createdAt: sampleEpoch,
    lastSeenAt: null,
    archivedAt: null,
    version: 0,
    inference: { state: "not_told" },
    coverage: sumBuckets(buckets).coverage,
    segments: [],
    annotations: [],
    overrides: [],
    ...emptyStanding,
    comparisons: [{ source: "gym", file: "a.json", step: null, name: "failed", theirs: 3, ours: 4, agrees: false }],
    environments: [],
    labels: {},
    splits: ["train"],
  };
  return {
    detail,
    revision: "1.1",
    width: first === undefined || last === undefined ? 1 : bucketWidth(first.step, last.step, resolution),
    buckets,
    superseded: [],
    overview: buckets,
    newest: last === undefined ? null : sampleSummary(last),
    firstStep: first?.step ?? null,
    lastStep: last?.step ?? null,
    evalBlock: null,
    recentPerMinute: 0,
    incidents: [],
    verdict: emptyVerdict,
  };
}

const mixed: SampleStep = {
  step: 3,
  expected: 4,
  rewards: [1, 0],
  masked: { session_lost: 2 },
  failed: { agent_timeout: 1 },
  degraded: { judge_failed: 1 },
  emptyZeros: 1,
  lostAttempts: 2,
};

test("what counts give cause to say is said, with the rollouts it counts", () => {
  const { warnings } = toRunPageModel(snapshot([mixed], { expectedPerStep: 4 }), wholeRun);
  expect(warnings.map(({ id, counted }) => [id, counted])).toEqual([
    ["mask_source", { outcome: "masked" }],
    ["world", null],
    ["on_failed", { outcome: "failed" }],
    ["suspected", { suspected: true }],
    ["degraded", null],
    ["lost_attempts", null],
    ["overfull", { steps: { from: 3, to: 3 } }],
    ["count a.json failed", null],
  ]);
});

test("where it was told how failures train, nothing is left to warn of", () => {
  const told = { world: "evidence_only", onFailed: "drop" } as const;
  const { warnings } = toRunPageModel(
    snapshot([{ step: 1, rewards: [1], failed: { agent_timeout: 1 } }], told),
    wholeRun,
  );
  expect(warnings.map((warning) => warning.id)).toEqual(["count a.json failed"]);
});

test("facts sum the steps shown", () => {
  const facts = toFacts(sumBuckets(sampleBuckets([mixed, { step: 4, rewards: [1] }])));
  expect(facts.map(({ value, label }) => `${value} ${label}`)).toEqual([
    "2 steps",
    "8 rollouts",
    "63% are evidence",
    "2 masked",
    "2 lost attempts",
  ]);
});

test("where the trainer told what it trained, the strip shows it beside what was generated", () => {
  const facts = toFacts(sumBuckets(sampleBuckets([{ step: 1, rewards: [1, 0, 0], dispositions: { trained: 2 } }])));
  expect(facts.find(({ id }) => id === "trained")).toMatchObject({ value: "2 of 3", label: "trained of generated" });
});

test("a rate a minute ends with the minute", () => {
  expect([currentRate(37, 1000, 50_000), currentRate(37, 1000, 61_001), currentRate(0, null, 5)]).toEqual([37, 0, 0]);
});

test("failure reporting is any word of failure, and rewards alone are none", () => {
  const told = (sample: SampleStep) => speaksOfFailure(sampleBuckets([sample]));
  const silent = { step: 1, silent: true };
  expect([told({ ...mixed, silent: true }), told({ ...silent, unscored: 1 })]).toEqual([true, true]);
  expect(told({ ...silent, rewards: [0, 0], emptyZeros: 1 })).toBe(false);
  expect(told({ step: 1, rewards: [0, 0] })).toBe(true);
});

const thirty = Array.from(
  { length: 30 },
  (_, index): SampleStep => ({ step: index + 1, rewards: binaryRewards(4, 4) }),
);

test("a picked range is all that a page speaks of, and the newest step is not among it", () => {
  const page = toRunPageModel(snapshot(thirty), { ...wholeRun, steps: { kind: "range", from: 5, to: 9 } });
  expect([page.totals.steps, page.shownName, page.newest, page.charts.axis.domain]).toEqual([
    5,
    "steps 5–9",
    null,
    [4.5, 9.5],
  ]);
  expect(page.brush).toMatchObject({ first: 1, last: 30, shown: { from: 5, to: 9 } });
});

test("the newest steps move on as the run grows", () => {
  const page = toRunPageModel(snapshot(thirty), { ...wholeRun, steps: { kind: "newest", count: 10 } });
  expect([page.totals.steps, page.shown, page.newest?.step]).toEqual([10, { from: 21, to: 30 }, 30]);
});

test("outer buckets end where the run does", () => {
  const { charts } = toRunPageModel(snapshot(thirty, {}, 10), wholeRun);
  const ends = charts.buckets.map(({ from, to }) => `${from}–${to}`);
  expect([ends[0], ends[1], ends[ends.length - 1]]).toEqual(["1–4", "5–9", "30–30"]);
});

test("a caption says how many steps a point spans, and what the band then is", () => {
  const graded = thirty.map((one) => ({ ...one, rewards: Array.from({ length: 16 }, (_, index) => index / 16) }));
  const captionOf = (resolution: number) =>
    describeCharts(toRunPageModel(snapshot(graded, {}, resolution), wholeRun).charts).reward.subtitle;
  expect(captionOf(500)).toBe("mean a step, 95% interval, 10–90% band");
  expect(captionOf(10)).toBe(
    "mean of 5 steps, 95% interval, band from the lowest p10 to the highest p90 of its steps; faint, the range over single steps",
  );
});

test("a young run has no strip to choose from, and an empty one waits", () => {
  expect(toRunPageModel(snapshot(thirty.slice(0, 5)), wholeRun).brush).toBeNull();
  expect(toRunPageModel(snapshot([]), wholeRun).sentence.title).toBe("waiting");
});

test("a place on a chart leads to what is drawn there", () => {
  const buckets = sampleBuckets([mixed]);
  const failures = toFailuresModel(layOutSteps(buckets, 1, null), buckets, "share");
  const [bucket] = buckets;
  if (bucket === undefined) throw new Error("no bucket");
  const steps = { from: 3, to: 3 };
  expect(countedAt("reward", bucket, 0, 0.5, failures)).toEqual({ steps, outcome: "scored" });
  expect(countedAt("failures", bucket, 0, 0.1, failures)).toEqual({ steps, kind: "session_lost" });
  expect(countedAt("failures", bucket, 0, 0.9, failures)).toEqual({ steps });
  expect(countedAt("coverage", bucket, 0, 0.1, failures)).toEqual({ steps, outcome: "masked" });
  expect(countedAt("coverage", bucket, 0, -0.1, failures)).toEqual({ steps, outcome: "failed" });
});
