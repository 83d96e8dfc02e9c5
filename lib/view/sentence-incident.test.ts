import { describe, expect, test } from "vitest";
import type { RunFacts } from "@/lib/core/detect/run-detector";
import { defaultRunSettings, type RunSettings, type RunState } from "@/lib/core/run";
import { sampleDetection } from "./sample-incidents";
import { binaryRewards, type SampleStep, sampleBuckets } from "./sample-steps";
import { type SentenceInput, toSentence } from "./sentence";
import type { RunSentence } from "./sentence-parts";

interface About {
  readonly facts?: Partial<RunFacts>;
  readonly settings?: Partial<RunSettings>;
  readonly expected?: (series: string) => boolean;
  readonly state?: RunState;
  readonly input?: Partial<SentenceInput>;
}

function sentence(samples: readonly SampleStep[], about: About = {}): RunSentence {
  return toSentence({
    buckets: sampleBuckets(samples),
    failureReward: 0,
    inPercent: true,
    picked: null,
    filters: [],
    evalRollouts: 0,
    evalOutside: 0,
    told: {
      ...sampleDetection(samples, about.facts, about.expected),
      inPercent: true,
      state: about.state ?? "live",
      settings: { ...defaultRunSettings, ...about.settings },
      toldDispositions: false,
    },
    ...about.input,
  });
}

function say(samples: readonly SampleStep[], about: About = {}): string {
  return sentence(samples, about)
    .parts.map((part) => part.text)
    .join("");
}

const steps = (from: number, to: number, make: (step: number) => Omit<SampleStep, "step">): SampleStep[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ step: from + index, ...make(from + index) }));

/** 10 of 64 solved; every 20th step one is masked. */
const well = (step: number) => ({
  expected: 64,
  rewards: binaryRewards(10, step % 20 === 0 ? 53 : 54),
  masked: step % 20 === 0 ? { session_lost: 1 } : {},
});
const ill = () => ({ expected: 64, masked: { session_lost: 59 }, rewards: binaryRewards(0, 5) });
const silent = (step: number) => ({
  expected: 64,
  silent: true,
  rewards: binaryRewards(10 + (step % 2), 54 - (step % 2)),
});
const checkpoints = [20, 40, 60].map((step) => ({ segment: "first", step, name: `step ${step}` }));

describe("an open incident", () => {
  test("since when, what, what it did to the reward, and what to do", () => {
    const said = sentence([...steps(1, 60, well), ...steps(61, 73, ill)], { facts: { checkpoints } });
    expect(said.parts.map((part) => part.text).join("")).toBe(
      "Critical since step 61 (2026-03-04 13:01 UTC, 13 full steps). 92% of rollouts come back masked as session_lost, 59 of 64 a step (before 0.04). " +
        "Reward as scored 15.6% → 0%: of the 15.6 points, 14.4 are lost rollouts, 1.2 the survivors. " +
        "How the trainer treats them: not told. Pause; last clean checkpoint: step 60.",
    );
    expect(said).toMatchObject({ title: "⚠ critical since step 61", alarming: true });
    expect(said.parts.find(({ tone }) => tone === "kind")?.counted).toEqual({
      steps: { from: 61, to: 73 },
      split: "train",
      kind: "session_lost",
    });
  });

  test("the trainer's treatment is told where it is known", () => {
    const samples = [...steps(1, 60, well), ...steps(61, 73, ill)];
    expect(say(samples, { settings: { world: "evidence_only" } })).toContain("The trainer leaves them out.");
  });

  test("a run that has ended needs no pause", () => {
    const samples = [...steps(1, 60, well), ...steps(61, 73, ill)];
    expect(say(samples, { state: "finished", facts: { checkpoints } })).toMatch(
      /not told\. Last clean checkpoint: step 60\.$/,
    );
    expect(say(samples)).toMatch(/Pause; no clean checkpoint is known\.$/);
  });

  test("in a step still filling, the onset is that step", () => {
    const filling = { step: 61, expected: 64, masked: { session_lost: 30 }, complete: false };
    expect(say([...steps(1, 60, well), filling])).toMatch(
      /^Major since step 61 \(2026-03-04 13:01 UTC, this step still filling\)\. 47% of rollouts come back masked as session_lost, 30 of 64 /,
    );
  });

  test("bad from the start has no before, and is worded as such", () => {
    expect(say(steps(1, 4, ill))).toMatch(
      /^Critical since step 1, bad from the start \(2026-03-04 12:01 UTC, 4 full steps\)\. 92% of rollouts come back masked as session_lost, 59 of 64 a step\. /,
    );
  });

  test("degraded rollouts are scored all the same, and no trainer needs to treat them", () => {
    const degraded = { expected: 64, degraded: { judge_failed: 40 }, rewards: binaryRewards(10, 14) };
    const text = say([...steps(1, 60, well), ...steps(61, 70, () => degraded)]);
    expect(text).toMatch(
      /^Minor since step 61 .* 63% of rollouts are scored, though named judge_failed, 40 of 64 a step/,
    );
    expect(text).not.toContain("not told");
  });

  test("suspected false zeros are a suspicion, with its rule, and never called reported", () => {
    const empty = () => ({ expected: 64, silent: true, rewards: binaryRewards(0, 5), emptyZeros: 59 });
    const text = say([...steps(1, 60, silent), ...steps(61, 65, empty)]);
    expect(text).toMatch(/^Critical since step 61 .* 92% of rollouts are suspected false zeros, 59 of 64 a step/);
    expect(text).toContain(
      "A suspicion, not a report: the reward is exactly 0, no failure is named, and nothing was generated.",
    );
    expect(text).not.toContain("lost rollouts");
  });

  test("the worst is told, and how many more there are", () => {
    const both = () => ({ expected: 64, masked: { session_lost: 59 }, rewards: binaryRewards(0, 5), lostAttempts: 0 });
    const timeouts = () => ({ expected: 64, failed: { agent_timeout: 12 }, rewards: binaryRewards(8, 44) });
    const text = say([
      ...steps(1, 40, well),
      ...steps(41, 60, timeouts),
      ...steps(61, 70, (step) => ({
        ...both(),
        failed: timeouts().failed,
        rewards: [],
        masked: { session_lost: 52 },
        expected: 64 + (step - step),
      })),
    ]);
    expect(text).toMatch(/^Critical since step 61/);
    expect(text).toMatch(/ And \d more open\./);
  });
});

describe("no open incident", () => {
  test("healthy, with what is lost and unknown", () => {
    const last = { step: 41, expected: 64, rewards: binaryRewards(9, 54) };
    expect(sentence([...steps(1, 40, well), last])).toMatchObject({ title: "step 41", alarming: false });
    expect(say([...steps(1, 40, well), last])).toMatch(/^Healthy through step 41: 0\.08% lost, 1 unknown\./);
  });

  test("an incident that is over belongs to the story", () => {
    expect(say([...steps(1, 60, well), ...steps(61, 70, ill), ...steps(71, 90, well)])).toMatch(
      /^Healthy through step 90: .* Over: critical in steps 61–70: 92% session_lost\.$/,
    );
  });

  test("one that a newer segment ran again is rolled back", () => {
    const samples = [
      ...steps(1, 60, (step) => ({ ...well(step), segment: "first" })),
      ...steps(61, 70, () => ({ ...ill(), segment: "first" })),
      ...steps(61, 75, (step) => ({ ...well(step), segment: "second" })),
    ];
    const segments = [
      { segment: "first", fromStep: 1, firstStep: 1 },
      { segment: "second", fromStep: 61, firstStep: 61 },
    ];
    const whole = sampleBuckets([...samples.slice(0, 60), ...samples.slice(70)]);
    expect(say(samples, { facts: { segments }, input: { buckets: whole } })).toMatch(
      /^Healthy through step 75: .* Rolled back: critical in steps 61–70: 92% session_lost\.$/,
    );
  });

  test("one that someone expects is named, and is no headline", () => {
    const samples = [...steps(1, 60, well), ...steps(61, 70, ill)];
    const said = sentence(samples, { expected: () => true });
    expect(said.parts.map(({ text }) => text).join("")).toContain(
      "Expected: critical since step 61: 92% session_lost.",
    );
  });

  test("learning says so, and never that it is healthy", () => {
    const text = say(steps(1, 3, well));
    expect(text).toMatch(/^Through step 3: nothing lost\./);
    expect(text).toMatch(/Still learning: 3 of 5 complete steps that it takes to judge by\.$/);
  });

  test("without failure fields and facts of generation: watching zeros only", () => {
    const told = sampleDetection(steps(1, 10, well));
    const blind = { ...told.verdict, verdict: "blind" as const, reason: "" };
    const input = {
      told: {
        ...told,
        verdict: blind,
        inPercent: true,
        state: "live" as const,
        settings: defaultRunSettings,
        toldDispositions: false,
      },
    };
    expect(say(steps(1, 10, silent), { input })).toMatch(/^No failure reporting in this run; watching zeros only/);
  });

  test("facts of generation without failure fields are something to watch by", () => {
    expect(say(steps(1, 20, silent))).toBe(
      "Healthy through step 20: no suspected false zero. No failure field is sent; zeros for which nothing was generated are watched.",
    );
  });
});

describe("what was picked", () => {
  const samples = [...steps(1, 60, well), ...steps(61, 70, ill), ...steps(71, 90, well)];
  const whole = sampleBuckets(samples);

  test("a range that an incident lies in is told by it", () => {
    const buckets = whole.filter(({ from }) => from >= 55 && from <= 75);
    const picked = { steps: { from: 55, to: 75 }, whole };
    expect(say(samples, { input: { buckets, picked } })).toMatch(
      /^Critical in steps 61–70 \(2026-03-04 13:01 UTC, 10 full steps\)\. 92% of rollouts/,
    );
  });

  test("an open one that is not shown is named", () => {
    const open = samples.slice(0, 70);
    const picked = { steps: { from: 1, to: 20 }, whole: sampleBuckets(open) };
    const text = say(open, { input: { buckets: whole.slice(0, 20), picked } });
    expect(text).toMatch(/^Steps 1–20: .* Not shown: critical since step 61: 92% session_lost\.$/);
  });

  test("one that someone expects is named under the range it lies in", () => {
    const open = samples.slice(0, 70);
    const picked = { steps: { from: 55, to: 70 }, whole: sampleBuckets(open) };
    expect(say(open, { expected: () => true, input: { buckets: whole.slice(54, 70), picked } })).toMatch(
      /^Steps 61–70: .* Expected: critical since step 61: 92% session_lost\.$/,
    );
  });

  test("under a filter counts speak, and the run's incident is named beside them", () => {
    const open = samples.slice(0, 70);
    const said = sentence(open, { input: { buckets: whole.slice(0, 20), filters: ["pool b"] } });
    expect(said.parts.map(({ text }) => text).join("")).toMatch(
      /Only pool b\. The whole run: critical since step 61: 92% session_lost\.$/,
    );
    expect(said.alarming).toBe(true);
  });
});
