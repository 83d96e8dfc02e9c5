import { expect, test } from "vitest";
import { attributeReward } from "@/lib/core/attribution";
import { lost, type Promises, present, times } from "../tested-store";

export const scorePromises: Promises = (tested) => {
  test("rewards of a period are summed by environment, those of rollouts without one as what is left", async () => {
    const store = tested();
    await store.append([
      { step: 1, environment: "easy", reward: 1 },
      { step: 1, environment: "easy", ...lost, reward: 0 },
      { step: 2, environment: null, reward: 0.5 },
    ]);
    const { run } = store;
    const period = await store.store.reader.readScores({ run, split: "train", from: 1, to: 2 });
    expect(period).toEqual({
      from: 1,
      to: 2,
      steps: 2,
      totals: [
        { environment: "easy", evidence: { n: 1, sum: 1 }, lost: { n: 1, sum: 0 } },
        { environment: null, evidence: { n: 1, sum: 0.5 }, lost: { n: 0, sum: 0 } },
      ],
    });
    expect(await store.store.reader.readScores({ run, split: "train", from: 5, to: 9 })).toBeNull();
  });

  test("of the newest complete steps before a change, whose terms sum to it", async () => {
    const store = tested();
    for (const step of [1, 2, 3, 4]) {
      const isLost = step === 4;
      await store.append([
        ...times(2, { step, environment: "a", reward: 1 }),
        ...times(2, isLost ? { step, environment: "a", ...lost, reward: 0 } : { step, environment: "a", reward: 1 }),
      ]);
    }
    const { run } = store;
    const { reader } = store.store;
    const before = present(await reader.readScores({ run, split: "train", to: 3, newest: 2 }));
    const after = present(await reader.readScores({ run, split: "train", from: 4, to: 4 }));
    expect([before.from, before.to, before.steps]).toEqual([2, 3, 2]);
    // Half of the rollouts at 0 took half of the mean.
    expect(attributeReward(before.totals, after.totals)).toMatchObject({ change: -0.5, lost: -0.5, survivors: 0 });
  });
};
