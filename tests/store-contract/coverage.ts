import { expect, test } from "vitest";
import type { Coverage } from "@/lib/core/coverage";
import { failed, lost, noon, type Promises, present, times } from "../tested-store";

const unscored = { outcome: "unscored", reward: null, rewardState: "nan" } as const;
const omitted = { outcome: "omitted", reward: null, rewardState: "absent", omitReason: "surplus" } as const;

function sumOfOutcomes(coverage: Coverage): number {
  const { scored, masked, unscored, failed, omitted, unknown } = coverage;
  return scored + masked + unscored + failed + omitted + unknown;
}

export const coveragePromises: Promises = (tested) => {
  test("eight expected come apart into the six outcomes exactly", async () => {
    const store = tested();
    await store.setStep(61, { expected: 8 });
    await store.append([
      { step: 61, reward: 1 },
      { step: 61, reward: 0, failureKind: "agent_timeout" },
      { step: 61, ...lost },
      { step: 61, ...unscored, maskSources: ["metrics.mask_sample"] },
      { step: 61, ...failed },
      { step: 61, ...omitted },
    ]);
    const summary = present(await store.step(61));
    expect(summary).toMatchObject({
      expected: 8,
      received: 6,
      scored: 2,
      degraded: 1,
      masked: 1,
      unscored: 1,
      failed: 1,
      omitted: 1,
      unknown: 2,
      maskFlagged: 2,
      maskSources: { mask_sample: 1, "metrics.mask_sample": 1 },
      declared: 8,
    });
    expect(sumOfOutcomes(summary)).toBe(8);
    const run = present(await store.store.reader.readRun(store.run));
    expect(run.coverage).toEqual({
      expected: 8,
      received: 6,
      scored: 2,
      masked: 1,
      unscored: 1,
      failed: 1,
      omitted: 1,
      unknown: 2,
    });
  });

  test("undeclared, what was heard of is what was expected", async () => {
    const store = tested();
    await store.append(times(3, { step: 1 }));
    expect(await store.step(1)).toMatchObject({ expected: 3, received: 3, unknown: 0, declared: null });
  });

  test("more heard than declared is expected after all, and the receipt asks about it", async () => {
    const store = tested();
    await store.setStep(1, { expected: 2 });
    expect(await store.append(times(2, { step: 1 }))).toMatchObject({ overfull: [] });
    expect(await store.append(times(3, { step: 1 }))).toMatchObject({
      overfull: [{ step: 1, declared: 2, received: 5 }],
    });
    expect(await store.step(1)).toMatchObject({ expected: 5, received: 5, unknown: 0 });
  });

  test("inputs declare a step by the identities that are to come, each once", async () => {
    const store = tested();
    const place = (environment: string, sample: number) => ({ id: null, environment, group: "a", sample });
    await store.setStep(1, { expectedIds: [place("browser", 0), place("browser", 1), place("code", 0)] });
    await store.setStep(1, {
      expectedIds: [place("code", 0), { id: "r-9", environment: null, group: null, sample: null }],
    });
    await store.append([{ step: 1, environment: "browser", group: "a", sample: 1 }]);
    expect(await store.step(1)).toMatchObject({ expected: 4, received: 1, unknown: 3, declared: 4 });
    expect(await store.step(1, { environment: "browser" })).toMatchObject({ expected: 2, received: 1, unknown: 1 });
    expect(await store.step(1, { environment: "code" })).toMatchObject({ expected: 1, received: 0, unknown: 1 });
  });

  test("a step's own count outweighs its inputs, and those the run's count", async () => {
    const store = tested();
    await store.setRun({ expectedPerStep: 64 });
    await store.append([{ step: 1 }, { step: 2 }, { step: 3 }]);
    const ids = ["a", "b", "c"].map((id) => ({ id, environment: null, group: null, sample: null }));
    await store.setStep(2, { expectedIds: ids });
    await store.setStep(3, { expectedIds: ids, expected: 5 });
    expect((await store.steps()).map((summary) => [summary.step, summary.expected, summary.unknown])).toEqual([
      [1, 64, 63],
      [2, 3, 2],
      [3, 5, 4],
    ]);
  });

  test("the run's count holds for train steps that began, and for no others", async () => {
    const store = tested();
    await store.setStep(7, { startedAt: noon });
    await store.setStep(8, { checkpoint: "ckpt-8" });
    await store.append([{ step: 5 }, { step: 5, split: "eval" }]);
    expect((await store.steps()).map((summary) => summary.step)).toEqual([5]);
    await store.setRun({ expectedPerStep: 64 });
    expect((await store.steps()).map((summary) => [summary.step, summary.expected, summary.received])).toEqual([
      [5, 64, 1],
      [7, 64, 0],
    ]);
    expect(await store.steps({ split: "eval" })).toMatchObject([{ step: 5, expected: 1 }]);
    await store.setRun({ expectedPerStep: 32 });
    expect(await store.step(5)).toMatchObject({ expected: 32, unknown: 31 });
    await store.setRun({ expectedPerStep: null });
    expect((await store.steps()).map((summary) => [summary.step, summary.expected])).toEqual([[5, 1]]);
  });

  test("what is left out of a declaration stays as it was told before", async () => {
    const store = tested();
    await store.setStep(1, { expected: 4 });
    await store.setStep(1, { finishedAt: noon + 5_000 });
    expect(await store.step(1)).toMatchObject({ expected: 4, received: 0, unknown: 4, finishedAt: noon + 5_000 });
    await store.setStep(1, { expected: 6 });
    expect(await store.step(1)).toMatchObject({ expected: 6, finishedAt: noon + 5_000 });
  });

  test("failed rollouts stay out of as scored until the run says what the trainer does with them", async () => {
    const store = tested();
    await store.append([
      { step: 1, reward: 1 },
      { step: 1, reward: 1 },
      { step: 1, ...failed },
      { step: 1, ...failed },
    ]);
    expect(await store.step(1)).toMatchObject({ reward: { evidence: { n: 2, mean: 1 }, asScored: { n: 2, mean: 1 } } });
    await store.setRun({ onFailed: "zero" });
    expect(await store.step(1)).toMatchObject({
      reward: { evidence: { n: 2, mean: 1 }, asScored: { n: 4, mean: 0.5 } },
    });
    await store.setRun({ onFailed: "drop" });
    expect(await store.step(1)).toMatchObject({ reward: { asScored: { n: 2, mean: 1 } } });
  });

  test("the run's failure reward says which rewards are zeros, and which of them are suspects", async () => {
    const store = tested();
    await store.append([
      { step: 1, reward: 0 },
      { step: 1, reward: 0, emptiness: "output_empty", reportsGeneration: true },
      { step: 1, reward: 0, emptiness: "output_empty", failureReason: "empty_final_answer" },
      { step: 1, reward: 0, emptiness: "output_empty", failureKind: "agent_timeout" },
      { step: 1, reward: -1, emptiness: "output_tokens_zero", reportsGeneration: true },
      { step: 1, ...lost },
      { step: 1, ...failed },
    ]);
    expect(await store.step(1)).toMatchObject({ zeroRewards: 3, suspectedFalseZeros: 1, reportsGeneration: 2 });
    const suspected = async () =>
      (await store.rollouts({ suspected: true })).rollouts.map(({ reward, suspected }) => [reward, suspected]);
    expect(await suspected()).toEqual([[0, true]]);
    await store.setRun({ failureReward: -1, onFailed: "zero" });
    expect(await store.step(1)).toMatchObject({ zeroRewards: 1, suspectedFalseZeros: 1 });
    // 0, 0, 0, 0 and -1 scored, 0 masked, and the failed one as 0, which is what on_failed says.
    expect(present(await store.step(1)).reward.asScored).toEqual({ n: 7, mean: -1 / 7 });
    expect(await suspected()).toEqual([[-1, true]]);
  });
};
