import { expect, test } from "vitest";
import { noon, type Promises, times } from "../tested-store";

const minute = 60_000;

export const completionPromises: Promises = (tested) => {
  const complete = async (filter = {}) =>
    (await tested().steps(filter)).filter((summary) => summary.complete).map((summary) => summary.step);

  test("a step is complete once what was declared is in", async () => {
    const store = tested();
    await store.setStep(1, { expected: 3 });
    await store.append(times(2, { step: 1 }));
    expect(await complete()).toEqual([]);
    await store.append([{ step: 1 }]);
    expect(await complete()).toEqual([1]);
  });

  test("a step is complete once it was put as finished", async () => {
    const store = tested();
    await store.append(times(2, { step: 1 }));
    await store.setStep(1, { finishedAt: noon });
    expect(await complete()).toEqual([1]);
  });

  test("a step is complete once a later one has half of what is usual", async () => {
    const store = tested();
    await store.append([...times(4, { step: 1 }), { step: 2 }]);
    expect(await complete()).toEqual([]);
    await store.append([{ step: 2 }]);
    expect(await complete()).toEqual([1]);
  });

  test("finishing a run completes its steps", async () => {
    const store = tested();
    await store.append([...times(4, { step: 1 }), { step: 2 }, { step: 3, split: "eval" }]);
    expect(await store.store.writer.setFinished(store.run, "crashed")).toBe(true);
    expect(await complete()).toEqual([1, 2]);
    expect(await complete({ split: "eval" })).toEqual([3]);
    expect(await store.store.writer.setFinished("unheard of", "finished")).toBe(false);
  });

  test("a new launch of a finished run lets its newest step fill again", async () => {
    const store = tested();
    await store.append([...times(4, { step: 1 }), ...times(4, { step: 2 })]);
    await store.store.writer.setFinished(store.run, "crashed");
    expect(await complete()).toEqual([1, 2]);
    await store.addSegment("resume-2", noon + minute);
    expect(await complete()).toEqual([1]);
  });

  test("what a newer launch runs again is complete, and is not when the order turns out another", async () => {
    const store = tested();
    await store.append([{ step: 1, segment: "launch-1" }], { at: noon });
    await store.append([{ step: 1, segment: "launch-2" }], { at: noon + minute });
    expect(await complete({ segment: "launch-1" })).toEqual([1]);
    expect(await complete({ segment: "launch-2" })).toEqual([]);
    await store.addSegment("launch-1", noon + 2 * minute);
    expect(await complete({ segment: "launch-1" })).toEqual([]);
    expect(await complete({ segment: "launch-2" })).toEqual([1]);
  });

  test("a step for which nothing came in ten minutes is closed, and stays so", async () => {
    const store = tested();
    await store.append(times(4, { step: 1 }), { at: noon });
    await store.steps();
    expect(await store.store.writer.closeIdleSteps(noon + 10 * minute - 1)).toBe(0);
    expect(await complete()).toEqual([]);
    expect(await store.store.writer.closeIdleSteps(noon + 10 * minute)).toBe(1);
    expect(await complete()).toEqual([1]);
    await store.append([{ step: 1 }], { at: noon + 11 * minute });
    expect(await complete()).toEqual([1]);
  });

  test("a step that rows came for while it was not yet summarised is not idle", async () => {
    const store = tested();
    await store.append(times(4, { step: 1 }), { at: noon });
    await store.steps();
    await store.append([{ step: 1 }], { at: noon + 9 * minute });
    expect(await store.store.writer.closeIdleSteps(noon + 10 * minute)).toBe(0);
    expect(await complete()).toEqual([]);
  });
};
