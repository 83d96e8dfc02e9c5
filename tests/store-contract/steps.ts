import { expect, test } from "vitest";

import { first, lost, noon, type Promises, present } from "../tested-store";

export const stepPromises: Promises = (tested) => {
  test("a row without a step is refused where the run has no current one, and costs no neighbour", async () => {
    const store = tested();
    const receipt = await store.append([
      { step: null },
      { step: 3 },
      { step: null, group: "a", sample: 0 },
      { step: null, id: "r" },
    ]);
    expect(receipt).toMatchObject({
      inserted: 1,
      refused: [
        { index: 0, code: "step_missing" },
        { index: 2, code: "step_missing" },
        { index: 3, code: "step_missing" },
      ],
    });
    expect(await store.step(3)).toMatchObject({ received: 1 });
  });

  test("a row without a step joins the step that was last put with a start", async () => {
    const store = tested();
    await store.setStep(61, { startedAt: noon });
    await store.setStep(90, { expected: 64 });
    expect(await store.append([{ step: null }])).toMatchObject({ inserted: 1, refused: [] });
    await store.setStep(62, { startedAt: noon + 60_000 });
    await store.append([{ step: null }, { step: null }]);
    expect(await store.step(61)).toMatchObject({ received: 1 });
    expect(await store.step(62)).toMatchObject({ received: 2 });
  });

  test("the current step is the segment's: a new launch has none until it puts one", async () => {
    const store = tested();
    await store.setStep(61, { startedAt: noon });
    await store.addSegment("resume-2", noon + 60_000, 55);
    expect(await store.append([{ step: null }])).toMatchObject({ refused: [{ index: 0, code: "step_missing" }] });
    await store.setStep(55, { startedAt: noon + 61_000 });
    expect(await store.append([{ step: null }])).toMatchObject({ inserted: 1 });
    expect(await store.step(55)).toMatchObject({ received: 1, segment: "resume-2" });
  });

  test("a rollout known by its id may be told its step later, and moves with its attempts", async () => {
    const store = tested();
    await store.append([{ step: 60, id: "r-1", ...lost, attempt: 0 }]);
    await store.append([{ step: 60, id: "r-2" }]);
    await store.append([{ step: 60, id: "r-1", attempt: 1, reward: 1 }]);
    expect(await store.append([{ step: 63, id: "r-1", attempt: 1, reward: 1 }])).toMatchObject({ updated: 1 });
    expect(await store.step(60)).toMatchObject({ received: 1, attempts: 1 });
    expect(await store.step(63)).toMatchObject({ received: 1, scored: 1, attempts: 2, lostAttempts: 1 });
    expect(await store.append([{ step: 10, id: "r-1", attempt: 0, ...lost }])).toMatchObject({ superseded: 1 });
    expect(await store.step(10)).toBeNull();
    expect(await store.step(63)).toMatchObject({ received: 1, attempts: 2 });
  });

  test("a rollout that moves out of a step leaves no trace of it there", async () => {
    const store = tested();
    await store.append([{ step: 60, id: "r-1" }]);
    const before = await store.settledRevision();
    await store.append([{ step: 61, id: "r-1" }]);
    expect((await store.steps()).map((summary) => summary.step)).toEqual([61]);
    expect(await store.changesSince(before)).toMatchObject({
      steps: [{ step: 61, received: 1 }],
      removed: [{ split: "train", step: 60 }],
    });
  });

  test("a row without a told step stays where the rollout stands, whatever the current step is", async () => {
    const store = tested();
    await store.append([{ step: 60, id: "r-1", reward: 0 }]);
    await store.setStep(61, { startedAt: noon });
    expect(await store.append([{ step: null, id: "r-1", reward: 1 }])).toMatchObject({ updated: 1 });
    expect(await store.step(60)).toMatchObject({ received: 1, reward: { evidence: { mean: 1 } } });
    expect(await store.step(61)).toBeNull();
  });

  test("a rollout known by its id moves between the splits as it is told", async () => {
    const store = tested();
    await store.append([{ step: 60, id: "r-1", split: "eval", ...lost, attempt: 0 }]);
    await store.append([{ step: 60, id: "r-1", split: "train", attempt: 1, reward: 1 }]);
    expect(await store.step(60)).toMatchObject({ received: 1, scored: 1, attempts: 2, lostAttempts: 1 });
    expect(await store.step(60, { split: "eval" })).toBeNull();
    await store.append([{ step: 60, id: "r-1", split: "eval", attempt: 0, ...lost, failureReason: "late" }]);
    expect(await store.step(60)).toMatchObject({ received: 1, scored: 1, attempts: 2, lostAttempts: 1 });
    expect(await store.step(60, { split: "eval" })).toBeNull();
  });

  test("an eval rollout outside any step needs a step to become a train one", async () => {
    const store = tested();
    await store.append([{ step: null, id: "r-1", split: "eval" }]);
    expect(await store.append([{ step: null, id: "r-1" }])).toMatchObject({
      refused: [{ index: 0, code: "step_missing" }],
    });
    await store.setStep(4, { startedAt: noon });
    expect(await store.append([{ step: null, id: "r-1" }])).toMatchObject({ updated: 1, refused: [] });
    expect(await store.steps()).toMatchObject([{ step: 4, received: 1 }]);
    expect(await store.steps({ split: "eval" })).toEqual([]);
  });

  test("eval rollouts never enter train summaries, coverage or the last step", async () => {
    const store = tested();
    await store.append([
      { step: 3, reward: 1 },
      { step: 3, split: "eval", reward: 0 },
      { step: 9, split: "eval", reward: 0 },
    ]);
    expect(await store.steps()).toMatchObject([{ step: 3, received: 1, reward: { evidence: { n: 1, mean: 1 } } }]);
    expect(await store.steps({ split: "eval" })).toMatchObject([
      { step: 3, split: "eval", received: 1, reward: { evidence: { mean: 0 } } },
      { step: 9, split: "eval", received: 1 },
    ]);
    const run = present(await store.store.reader.readRun(store.run));
    expect(run).toMatchObject({ lastStep: 3, coverage: { expected: 1, received: 1 }, splits: ["train", "eval"] });
  });

  test("eval rollouts without a step are one block, apart from every step", async () => {
    const store = tested();
    expect(
      await store.append([
        { step: null, split: "eval", reward: 0 },
        { step: null, split: "eval", reward: 1 },
      ]),
    ).toMatchObject({
      inserted: 2,
      refused: [],
    });
    await store.append([{ step: 4, split: "eval", reward: 0.5 }]);
    expect(await store.steps({ split: "eval" })).toMatchObject([
      { step: null, received: 2, reward: { evidence: { n: 2, mean: 0.5 } } },
      { step: 4, received: 1 },
    ]);
    expect(await store.store.reader.readStepRange({ run: store.run, split: "eval", labels: [] })).toEqual({
      first: 4,
      last: 4,
    });
    expect(first((await store.rollouts({ split: "eval" })).rollouts)).toMatchObject({ step: null, split: "eval" });
  });

  test("of eval blocks the newest segment's is current, and the older stays readable", async () => {
    const store = tested();
    await store.append([{ step: null, split: "eval", segment: "launch-1", reward: 0 }]);
    await store.addSegment("launch-2", noon + 60_000);
    await store.append([{ step: null, split: "eval", reward: 1 }]);
    expect(await store.steps({ split: "eval" })).toMatchObject([
      { step: null, segment: "launch-2", reward: { evidence: { mean: 1 } } },
    ]);
    expect(await store.steps({ split: "eval", segment: "launch-1" })).toMatchObject([{ segment: "launch-1" }]);
  });
};
