import { expect, test } from "vitest";
import { lost, noon, type Promises, present, times } from "../tested-store";

const minute = 60_000;

export const runPromises: Promises = (tested, clock) => {
  const readRun = async () => present(await tested().store.reader.readRun(tested().run));

  test("settings are told bit by bit: what is left out stays, null unsets", async () => {
    const store = tested();
    expect(await store.store.reader.readRun(store.run)).toBeNull();
    await store.setRun({
      title: "Browser agent",
      tags: ["a", "b"],
      groupSize: 8,
      config: { __proto__: null, lr: 1e-6 },
    });
    await store.setRun({ groupSize: null, project: "agents", rewardRange: [-1, 1] });
    expect((await readRun()).settings).toMatchObject({
      title: "Browser agent",
      project: "agents",
      tags: ["a", "b"],
      groupSize: null,
      rewardRange: [-1, 1],
      failureReward: 0,
      config: { lr: 1e-6 },
    });
  });

  test("a run is live while it is heard of, quiet after ten minutes, and ended when told so", async () => {
    const store = tested();
    await store.append([{ step: 1 }], { at: noon });
    clock.now = noon + 10 * minute;
    expect(await readRun()).toMatchObject({ state: "live", createdAt: noon, lastSeenAt: noon });
    clock.now = noon + 10 * minute + 1;
    expect(await readRun()).toMatchObject({ state: "quiet" });
    await store.store.writer.setFinished(store.run, "crashed");
    expect(await readRun()).toMatchObject({ state: "crashed" });
    await store.addSegment("resume-2", noon + 11 * minute);
    clock.now = noon;
    expect(await readRun()).toMatchObject({ state: "live" });
  });

  test("runs are listed by their newest activity, with their recent steps", async () => {
    const store = tested();
    await store.append([...times(3, { step: 1 }), { step: 1, ...lost }, ...times(2, { step: 2, reward: 0.5 })], {
      run: "older",
      at: noon,
    });
    await store.append([{ step: 7, outcome: "omitted", reward: null }], { run: "newer", at: noon + minute });
    const [newer, older] = await store.store.reader.listRuns();
    expect(newer).toMatchObject({
      run: "newer",
      lastStep: 7,
      rollouts: 1,
      recent: [{ step: 7, evidence: null, lost: null }],
    });
    expect(older).toMatchObject({
      run: "older",
      lastStep: 2,
      rollouts: 6,
      recent: [
        { step: 1, evidence: 1, lost: 0.25 },
        { step: 2, evidence: 0.5, lost: 0 },
      ],
      newest: { step: 2, received: 2 },
    });
  });

  test("a producer's own counts stand beside ours, and a difference shows", async () => {
    const store = tested();
    await store.append([
      { step: 61, reward: 1 },
      { step: 61, reward: 0.5 },
      { step: 61, ...lost },
    ]);
    const counts = [
      ["scored", 2],
      ["masked", 3],
      ["reward_mean", 0.5],
      ["pass_at_8", 0.9],
    ] as const;
    const told = { source: "coverage", file: "rollouts_coverage.json", step: 61, split: "train", counts } as const;
    await store.store.writer.setProducerCounts(store.run, told, noon);
    await store.store.writer.setProducerCounts(store.run, { ...told, step: 62, counts: [["scored", 1]] }, noon);
    const { comparisons } = await readRun();
    expect(comparisons.map(({ step, name, theirs, ours, agrees }) => [step, name, theirs, ours, agrees])).toEqual([
      [61, "masked", 3, 1, false],
      [61, "pass_at_8", 0.9, null, null],
      [61, "reward_mean", 0.5, 0.5, true],
      [61, "scored", 2, 2, true],
      [62, "scored", 1, null, null],
    ]);
  });

  test("the rate of the last minute counts rollouts taken in, and fades", async () => {
    const store = tested();
    await store.append(times(30, { step: 1 }), { at: noon });
    await store.append(times(12, { step: 1 }), { at: noon + 30_000 });
    clock.now = noon + 31_000;
    expect(await store.store.reader.readIngestRate(store.run)).toBe(42);
    clock.now = noon + 75_000;
    expect(await store.store.reader.readIngestRate(store.run)).toBe(12);
    clock.now = noon + 120_000;
    expect(await store.store.reader.readIngestRate(store.run)).toBe(0);
    expect(await store.store.reader.readIngestRate("unheard of")).toBe(0);
  });

  test("the storage says what it holds", async () => {
    const store = tested();
    await store.append(times(3, { step: 1 }));
    expect(await store.store.reader.readStorage()).toMatchObject({ runs: 1, rollouts: 0, dirtySteps: 1 });
    await store.store.writer.summariseDirtySteps(null);
    expect(await store.store.reader.readStorage()).toMatchObject({ rollouts: 3, dirtySteps: 0 });
  });
};
