import { expect, test } from "vitest";
import type { Rollout } from "@/lib/core/rollout";
import { first, noon, type Promises, present, times } from "../tested-store";

const minute = 60_000;

/** Steps `from` to `to`, four rollouts each, all of one reward. */
function play(from: number, to: number, told: Partial<Rollout>): Partial<Rollout>[] {
  return Array.from({ length: to - from + 1 }, (_, index) => times(4, { ...told, step: from + index })).flat();
}

export const segmentPromises: Promises = (tested) => {
  const numbers = async (segment?: string) => {
    const steps = await tested().steps({ segment });
    return steps.map((summary) => [summary.step, summary.segment, summary.received, summary.reward.evidence.mean]);
  };

  test("a resume from step 55 leaves current numbers as if steps 55 to 80 had run once", async () => {
    const store = tested();
    await store.append(play(50, 80, { segment: "launch-1", reward: 0 }));
    await store.addSegment("resume-2", noon + minute, 55);
    await store.append(play(55, 80, { segment: "resume-2", reward: 1 }), { at: noon + minute });

    const current = await numbers();
    expect(current).toHaveLength(31);
    expect(current.slice(0, 5)).toEqual([50, 51, 52, 53, 54].map((step) => [step, "launch-1", 4, 0]));
    expect(current.slice(5)).toEqual(Array.from({ length: 26 }, (_, index) => [55 + index, "resume-2", 4, 1]));
    const run = present(await store.store.reader.readRun(store.run));
    expect(run).toMatchObject({ lastStep: 80, rollouts: 124, coverage: { expected: 124, received: 124, scored: 124 } });
    expect(run.segments).toMatchObject([
      { segment: "launch-1", firstStep: 50, supersededFrom: 55 },
      { segment: "resume-2", fromStep: 55, firstStep: 55, supersededFrom: null },
    ]);

    const old = await numbers("launch-1");
    expect(old).toHaveLength(31);
    expect(old[30]).toEqual([80, "launch-1", 4, 0]);
    const superseded = await store.store.reader.listSupersededSteps(store.run);
    expect(superseded.map((summary) => summary.step)).toEqual(Array.from({ length: 26 }, (_, index) => 55 + index));
    expect((await store.rollouts({ from: 60, to: 60 })).rollouts.map((rollout) => rollout.reward)).toEqual([
      1, 1, 1, 1,
    ]);
    const { rollouts } = await store.rollouts({ from: 60, to: 60, segment: "launch-1" });
    expect(rollouts.map(({ reward, counts, supersededBy }) => [reward, counts, supersededBy])).toEqual(
      times(4, {}).map(() => [0, false, "newer_segment"]),
    );
  });

  test("superseded steps answer for everything acknowledged, whatever was read before", async () => {
    const store = tested();
    await store.append(play(1, 2, { segment: "launch-1" }));
    await store.append(play(2, 2, { segment: "launch-2", reward: 0 }));
    const superseded = await store.store.reader.listSupersededSteps(store.run);
    expect(superseded).toMatchObject([{ step: 2, segment: "launch-1", received: 4 }]);
  });

  test("a launch supersedes from the step that it names, before any of its rows", async () => {
    const store = tested();
    await store.append(play(1, 4, { segment: "launch-1" }));
    await store.addSegment("resume-2", noon + minute, 3);
    expect((await store.steps()).map((summary) => summary.step)).toEqual([1, 2]);
    await store.append(play(4, 4, { segment: "resume-2" }));
    expect((await store.steps()).map((summary) => summary.step)).toEqual([1, 2, 4]);
  });

  test("a launch supersedes from a step that it declares, or that it was heard of before the one it named", async () => {
    const store = tested();
    await store.append(play(1, 5, { segment: "launch-1" }));
    await store.addSegment("resume-2", noon + minute);
    await store.setStep(5, { checkpoint: "ckpt-4" });
    expect((await numbers()).map(([step]) => step)).toEqual([1, 2, 3, 4, 5]);
    await store.setStep(4, { expected: 8 });
    expect(await numbers()).toEqual([
      [1, "launch-1", 4, 1],
      [2, "launch-1", 4, 1],
      [3, "launch-1", 4, 1],
      [4, "resume-2", 0, null],
    ]);
    await store.addSegment("resume-2", noon + minute, 4);
    await store.append([{ step: 3, reward: 0 }]);
    expect((await numbers()).map(([step, segment]) => `${step} ${segment}`)).toEqual([
      "1 launch-1",
      "2 launch-1",
      "3 resume-2",
      "4 resume-2",
    ]);
  });

  test("a launch that names no step supersedes from its first row on, and never by an eval row", async () => {
    const store = tested();
    await store.append(play(1, 4, { segment: "launch-1" }));
    await store.addSegment("resume-2", noon + minute);
    await store.append([{ step: 1, split: "eval", segment: "resume-2" }]);
    expect((await store.steps()).map((summary) => summary.step)).toEqual([1, 2, 3, 4]);
    await store.append([{ step: 3, segment: "resume-2", reward: 0 }]);
    expect(await numbers()).toEqual([
      [1, "launch-1", 4, 1],
      [2, "launch-1", 4, 1],
      [3, "resume-2", 1, 0],
    ]);
  });

  test("launches are ordered by when they started, not by when their rows arrive", async () => {
    const store = tested();
    await store.addSegment("newer", noon + 2 * minute);
    await store.append(play(2, 3, { segment: "newer", reward: 1 }));
    await store.addSegment("older", noon + minute);
    expect(await store.append(play(1, 3, { segment: "older", reward: 0 }), { at: noon + 10 * minute })).toMatchObject({
      inserted: 4,
      superseded: 8,
    });
    expect(await numbers()).toEqual([
      [1, "older", 4, 0],
      [2, "newer", 4, 1],
      [3, "newer", 4, 1],
    ]);
  });

  test("launches that name no start are ordered by when they were first heard of", async () => {
    const store = tested();
    await store.append(play(1, 2, { segment: "launch-1" }), { at: noon });
    await store.append(play(2, 2, { segment: "launch-2", reward: 0 }), { at: noon + minute });
    await store.append(play(1, 2, { segment: "launch-1" }), { at: noon + 2 * minute });
    expect(await numbers()).toEqual([
      [1, "launch-1", 8, 1],
      [2, "launch-2", 4, 0],
    ]);
  });

  test("a start told later puts launches in their order again", async () => {
    const store = tested();
    await store.append(play(1, 2, { segment: "launch-1", reward: 0 }), { at: noon });
    await store.append(play(1, 2, { segment: "launch-2", reward: 1 }), { at: noon + minute });
    expect(await numbers()).toEqual([
      [1, "launch-2", 4, 1],
      [2, "launch-2", 4, 1],
    ]);
    await store.addSegment("launch-2", noon - minute);
    expect(await numbers()).toEqual([
      [1, "launch-1", 4, 0],
      [2, "launch-1", 4, 0],
    ]);
  });

  test("a row that names no launch joins the newest", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    await store.addSegment("resume-2", noon + minute, 1);
    await store.append([{ step: 1, reward: 0 }]);
    expect(await numbers()).toEqual([[1, "resume-2", 1, 0]]);
    expect(await numbers("first")).toEqual([[1, "first", 1, 1]]);
  });

  test("a launch supersedes no longer what its moved or deleted rows left", async () => {
    const store = tested();
    await store.append(play(1, 5, { segment: "launch-1" }));
    await store.append(
      [
        { step: 2, id: "moves", segment: "launch-2", reward: 0 },
        { step: 4, id: "goes", segment: "launch-2", reward: 0 },
        { step: 5, id: "stays", segment: "launch-2", reward: 0 },
      ],
      { at: noon + minute },
    );
    const shown = async () => (await numbers()).map(([step, segment]) => `${step} ${segment}`);
    expect(await shown()).toEqual(["1 launch-1", "2 launch-2", "4 launch-2", "5 launch-2"]);
    await store.append([{ step: 5, id: "moves", segment: "launch-2", reward: 0 }]);
    expect(await shown()).toEqual(["1 launch-1", "2 launch-1", "3 launch-1", "4 launch-2", "5 launch-2"]);
    await store.store.writer.deleteRollout(first(await store.keys({ from: 4, to: 4 })));
    expect(await shown()).toEqual(["1 launch-1", "2 launch-1", "3 launch-1", "4 launch-1", "5 launch-2"]);
  });

  test("of three launches the lowest first step of any newer one decides", async () => {
    const store = tested();
    await store.append(play(1, 6, { segment: "launch-1" }), { at: noon });
    await store.append(play(3, 6, { segment: "launch-2" }), { at: noon + minute });
    await store.append(play(5, 6, { segment: "launch-3" }), { at: noon + 2 * minute });
    const shown = (await numbers()).map(([step, segment]) => `${step} ${segment}`);
    expect(shown).toEqual(["1 launch-1", "2 launch-1", "3 launch-2", "4 launch-2", "5 launch-3", "6 launch-3"]);
    const superseded = await store.store.reader.listSupersededSteps(store.run);
    expect(superseded.map((summary) => `${summary.step} ${summary.segment}`)).toEqual([
      "3 launch-1",
      "4 launch-1",
      "5 launch-1",
      "5 launch-2",
      "6 launch-1",
      "6 launch-2",
    ]);
  });

  test("the segment that nobody named was there before any that somebody did, however late its rows came in", async () => {
    const store = tested();
    await store.append([{ step: 1 }, { step: 2 }, { step: 3 }]);
    await store.addSegment("resume", noon - 7 * 24 * 60 * 60_000, 2);
    expect((await store.steps()).map((summary) => summary.step)).toEqual([1]);
  });
};
