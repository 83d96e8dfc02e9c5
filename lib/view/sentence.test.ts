import { expect, test } from "vitest";
import { binaryRewards, type SampleStep, sampleBuckets } from "./sample-steps";
import { type SentenceInput, toSentence } from "./sentence";

function say(samples: readonly SampleStep[], about: Partial<SentenceInput> = {}) {
  const sentence = toSentence({
    buckets: sampleBuckets(samples),
    failureReward: 0,
    inPercent: true,
    picked: null,
    filters: [],
    evalRollouts: 0,
    evalOutside: 0,
    told: null,
    ...about,
  });
  return { text: sentence.parts.map((part) => part.text).join(""), title: sentence.title, alarming: sentence.alarming };
}

const steps = (from: number, to: number, make: (step: number) => Omit<SampleStep, "step">): SampleStep[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ step: from + index, ...make(from + index) }));

const well = (step: number) => ({
  expected: 64,
  rewards: binaryRewards(10, step % 20 === 0 ? 53 : 54),
  masked: step % 20 === 0 ? { judge_failed: 1 } : {},
});
const ill = () => ({ expected: 64, masked: { session_lost: 59 }, rewards: binaryRewards(0, 5) });

test("nothing heard: the page waits, or what was picked is empty", () => {
  expect(say([]).text).toBe("Waiting for the first rollout.");
  expect(say([], { filters: ["pool b"] }).text).toBe("No rollout is in what you picked. Only pool b.");
  expect(say([], { picked: { steps: { from: 70, to: 80 }, whole: sampleBuckets(steps(1, 60, well)) } }).text).toBe(
    "No rollout is in steps 70–80. What was heard of is in steps 1–60. Show all steps",
  );
  expect(say([], { evalOutside: 140, filters: ["the eval split"] }).text).toBe(
    "No step has eval rollouts; 140 eval rollouts outside steps. Only the eval split.",
  );
  expect(say([], { evalRollouts: 140 }).text).toBe("No train rollouts; 140 eval rollouts.");
});

test("nothing came of what was declared: the collector died, or has only just begun", () => {
  expect(say([{ step: 0, expected: 8 }])).toEqual({
    text: "Step 0: the collector died, 8 rollouts never dispatched. They were declared, and not one was heard of, not even as a failure. Look at its own log for why.",
    title: "⚠ nothing came",
    alarming: true,
  });
  expect(say([{ step: 0, expected: 8, complete: false }])).toMatchObject({
    text: "Step 0: nothing has come of 8 declared rollouts. The collector has only just begun, or it died: then 8 rollouts never dispatched.",
    alarming: false,
  });
});

test.each([
  [
    "its only one is lost",
    { expected: 16, failed: { agent_run_error: 1 } },
    "Step 0: the collector died, 15 of 16 rollouts never dispatched. The only one that was heard of is lost as agent_run_error. Look at its own log for why.",
  ],
  [
    "all are lost, though they are many",
    { expected: 64, failed: { agent_run_error: 20 }, masked: { session_lost: 12 } },
    "Step 0: the collector died, 32 of 64 rollouts never dispatched. All 32 that were heard of are lost, most often as agent_run_error. Look at its own log for why.",
  ],
])("hardly anything came of what was declared, and %s: the collector died", (_, sample, text) => {
  expect(say([{ step: 0, ...sample }])).toEqual({ text, title: "⚠ collector died", alarming: true });
});

test.each([
  ["it may have just begun", { complete: false, failed: { agent_run_error: 1 } }, "The first step is filling: 1 of 16"],
  ["one came back", { rewards: [1], failed: { agent_run_error: 1 } }, "Step 0: 2 of 16 rollouts heard of, 1 of them"],
  ["most were heard of", { failed: { agent_run_error: 9 } }, "Step 0: 100% lost, 7 unknown"],
  ["others were left out on purpose", { omitted: 3, failed: { a: 1 } }, "Step 0: 4 of 16 rollouts heard of, 1 of them"],
])("no collector is called dead where %s", (_, sample, opening) => {
  const { text, alarming } = say([{ step: 0, expected: 16, ...sample }]);
  expect(text).toMatch(new RegExp(`^${opening}`));
  expect(text).not.toContain("died");
  expect(alarming).toBe(false);
});

test("too few rollouts for a sentence", () => {
  expect(say([{ step: 1, expected: 64, rewards: [1, 0], complete: false }]).text).toBe(
    "The first step is filling: 2 of 64 rollouts heard of. Too few to say more.",
  );
});

test("the newest step beside all before it, by counts alone", () => {
  expect(say([...steps(1, 60, well), { step: 61, ...ill() }])).toEqual({
    text: "Step 61: 59 of 64 rollouts masked as session_lost (92%); over the 60 steps before, 0.08%, at most 1.6% in one. Reward as scored 15.6% → 0%; on evidence 15.6% → 0% (n 5).",
    title: "⚠ 92% masked",
    alarming: true,
  });
});

test("as many of the newest steps as all lie above all before", () => {
  const { text } = say([...steps(1, 60, well), ...steps(61, 80, ill)]);
  expect(text).toMatch(
    /^Steps 61–80: 1,180 of 1,280 rollouts masked as session_lost \(92%\); over the 60 steps before, 0.08%/,
  );
});

test("failures of several kinds are lost, with the kind that is most frequent", () => {
  const mixed = { masked: { session_lost: 30 }, failed: { agent_timeout: 20 }, rewards: binaryRewards(2, 12) };
  expect(say([...steps(1, 10, well), { step: 11, ...mixed }])).toMatchObject({
    text: expect.stringMatching(
      /^Step 11: 50 of 64 rollouts lost \(78%\), most often session_lost \(60% of them\); over the 10/,
    ),
    title: "⚠ 78% lost",
  });
});

test("a run without much to say is said in a line, its missing rollouts among it", () => {
  const one = say([...steps(1, 40, well), { step: 41, expected: 64, rewards: binaryRewards(9, 54) }]);
  expect(one).toEqual({
    text: "Through step 41: 0.08% lost, 1 unknown. 2 of 2,623 rollouts; in step 41, 0 of 63.",
    title: "step 41",
    alarming: false,
  });
});

test("a bad stretch that is over is still told", () => {
  const { text } = say([...steps(1, 10, well), { step: 11, ...ill() }, ...steps(12, 30, well)]);
  expect(text).toMatch(/The worst was step 11: 59 of 64 lost \(92%\)\.$/);
});

test("where nothing speaks of failure it is never called well: zeros are all there is to watch", () => {
  expect(say(steps(1, 10, () => ({ silent: true, rewards: binaryRewards(8, 2) })))).toEqual({
    text: "No failure reporting in this run; watching zeros only: 20% of rewards are exactly 0.",
    title: "zeros only",
    alarming: false,
  });
});

test("zeros with nothing generated that jump are said without a word of failure", () => {
  const before = steps(1, 10, () => ({ silent: true, rewards: binaryRewards(10, 54) }));
  expect(say([...before, { step: 11, silent: true, rewards: binaryRewards(0, 5), emptyZeros: 59 }])).toEqual({
    text: "Step 11: 59 of 64 rewards are exactly 0 with nothing generated (92%); over the 10 steps before, none. Reward 15.6% → 0%. No failure reporting in this run; watching zeros only.",
    title: "⚠ 92% suspected zeros",
    alarming: true,
  });
});

test("zeros that jump and say nothing of what was generated are said as they are", () => {
  const before = steps(1, 10, () => ({ silent: true, rewards: binaryRewards(10, 54) }));
  expect(say([...before, { step: 11, silent: true, rewards: binaryRewards(0, 64) }]).text).toBe(
    "Step 11: 100% of rewards are exactly 0 (64 of 64); over the 10 steps before, 84%. No failure reporting in this run; watching zeros only.",
  );
});

test("a run that reports failure and lost nothing says so, though its zeros are many", () => {
  expect(say(steps(1, 20, () => ({ rewards: binaryRewards(0, 8) }))).text).toMatch(
    /^Through step 20: nothing lost\. All of 160 rollouts came back with a result\./,
  );
});

test("reporting is judged over the whole run, not over the steps picked", () => {
  const quiet = steps(1, 10, () => ({ silent: true, rewards: binaryRewards(8, 2) }));
  const whole = sampleBuckets([...quiet, { step: 11, ...well(11) }]);
  expect(say(quiet, { picked: { steps: { from: 1, to: 10 }, whole } }).text).toMatch(/^Steps 1–10: nothing lost\./);
});

test("a range that a reader picked, and filters, are named", () => {
  const picked = { steps: { from: 20, to: 40 }, whole: sampleBuckets(steps(1, 60, well)) };
  const { text } = say(steps(20, 40, well), { picked, filters: ["environment web", "pool b"] });
  expect(text).toMatch(/^Steps 20–40: 0.1% lost\..*Only environment web, pool b\.$/);
});

test("steps that were picked are spoken of, with the newer ones that lose; title and alarm stay the run's", () => {
  const whole = sampleBuckets([...steps(1, 60, well), ...steps(61, 62, ill)]);
  const said = say(
    steps(21, 30, () => ({ rewards: binaryRewards(10, 54) })),
    { picked: { steps: { from: 21, to: 30 }, whole } },
  );
  expect(said).toEqual({
    text: "Steps 21–30: nothing lost. All of 640 rollouts came back with a result. Not shown: steps 61–62: 92% lost (118 of 128).",
    title: "⚠ 92% masked",
    alarming: true,
  });
});

test("one of eight in a step still filling is no headline", () => {
  const filling = {
    step: 11,
    expected: 64,
    rewards: binaryRewards(1, 6),
    masked: { session_lost: 1 },
    complete: false,
  };
  expect(say([...steps(1, 10, well), filling])).toMatchObject({ title: "step 11", alarming: false });
  expect(say([{ step: 1, rewards: [1], masked: { session_lost: 1 } }])).toEqual({
    text: "Step 1: 2 rollouts heard of, 1 of them lost. Too few to say more.",
    title: "few rollouts",
    alarming: false,
  });
});

test("a step still filling speaks from eight rollouts on", () => {
  const filling = (count: number) => ({ step: 11, expected: 64, masked: { session_lost: count }, complete: false });
  expect(say([...steps(1, 10, well), filling(7)]).text).toMatch(/^Through step 10/);
  expect(say([...steps(1, 10, well), filling(8)]).text).toMatch(
    /^Step 11: 8 of 8 rollouts masked as session_lost \(100%\)/,
  );
});

test("what was left out on purpose is neither a result nor a loss", () => {
  const surplus = (step: number) => ({ expected: 8, omitted: step === 1 ? 1 : 0, degraded: { judge_failed: 8 } });
  expect(say(steps(1, 2, surplus)).text).toBe(
    "Through step 2: nothing lost. All of 16 rollouts came back with a result; 1 more was left out on purpose.",
  );
  // 4 of 40 lost; 8 omissions do not thin them to 4 of 48.
  const over = { omitted: 2, masked: { session_lost: 1 }, rewards: binaryRewards(9, 0) };
  expect(say(steps(1, 4, () => over)).text).toBe("Through step 4: 10% lost. 4 of 40 rollouts; in step 4, 1 of 10.");
  expect(say([{ step: 1, omitted: 3 }]).text).toBe("Nothing to judge: 3 rollouts heard of, all left out on purpose.");
});
