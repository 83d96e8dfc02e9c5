import { expect, test } from "vitest";

import { type Promises, times } from "../tested-store";

export const identityPromises: Promises = (tested) => {
  test("a place in a group sent twice is one rollout, and changes no step", async () => {
    const store = tested();
    const row = { step: 61, group: "812", sample: 3, reward: 0.5 };
    expect(await store.append([row])).toMatchObject({ inserted: 1, duplicates: 0 });
    const before = await store.settledRevision();
    expect(await store.append([row])).toMatchObject({ inserted: 0, updated: 0, duplicates: 1, withoutIdentity: 0 });
    expect(await store.changesSince(before)).toMatchObject({ steps: [], removed: [] });
    expect(await store.step(61)).toMatchObject({
      received: 1,
      scored: 1,
      attempts: 1,
      reward: { evidence: { mean: 0.5 } },
    });
  });

  test("the same batch posted twice changes nothing the second time", async () => {
    const store = tested();
    const rows = [0, 1, 2, 3].flatMap((sample) => [
      { step: 61, group: "a", sample, reward: sample },
      { step: 62, id: `r-${sample}`, reward: sample },
    ]);
    expect(await store.append(rows)).toMatchObject({ inserted: 8 });
    const before = await store.steps();
    expect(await store.append(rows)).toMatchObject({ inserted: 0, updated: 0, duplicates: 8, superseded: 0 });
    expect(await store.steps()).toEqual(before);
  });

  test("a place is told apart by split, step, environment, group and sample", async () => {
    const store = tested();
    const place = { step: 61, environment: "browser", group: "812", sample: 3 };
    const others = [
      { ...place, split: "eval" as const },
      { ...place, step: 62 },
      { ...place, environment: "code" },
      { ...place, environment: null },
      { ...place, group: "813" },
      { ...place, sample: 4 },
    ];
    expect(await store.append([place, ...others])).toMatchObject({ inserted: 7, updated: 0, duplicates: 0 });
  });

  test("a place outweighs an id: another id at the same place is the same rollout", async () => {
    const store = tested();
    const place = { step: 61, group: "812", sample: 3 };
    await store.append([{ ...place, id: "one", reward: 0 }]);
    expect(await store.append([{ ...place, id: "two", reward: 1 }])).toMatchObject({ inserted: 0, updated: 1 });
    expect(await store.step(61)).toMatchObject({ received: 1, reward: { evidence: { n: 1, mean: 1 } } });
  });

  test("half a place is none: the id says who a rollout is", async () => {
    const store = tested();
    await store.append([{ step: 61, group: "812", id: "one" }]);
    expect(await store.append([{ step: 61, group: "900", sample: null, id: "one" }])).toMatchObject({ updated: 1 });
    expect(await store.append([{ step: 61, group: null, sample: 2, id: "one", reward: 0 }])).toMatchObject({
      updated: 1,
    });
    expect(await store.step(61)).toMatchObject({ received: 1 });
  });

  test("an id is known within its segment and in no other", async () => {
    const store = tested();
    await store.append([{ step: 61, id: "one", segment: "launch-1" }]);
    expect(await store.append([{ step: 61, id: "one", segment: "launch-2" }])).toMatchObject({ inserted: 1 });
    expect(await store.step(61, { segment: "launch-1" })).toMatchObject({ received: 1 });
    expect(await store.step(61, { segment: "launch-2" })).toMatchObject({ received: 1 });
  });

  test("an id and a place of the same text are two rollouts", async () => {
    const store = tested();
    await store.append([{ step: 61, id: '["train",null,"a",1]' }]);
    expect(await store.append([{ step: 61, group: "a", sample: 1 }])).toMatchObject({ inserted: 1 });
  });

  test("64 identical rollouts without identity are 64, in one batch and again in the next", async () => {
    const store = tested();
    const rows = times(64, { step: 61, outcome: "masked", reward: 0, failureKind: "session_lost" });
    expect(await store.append(rows)).toMatchObject({ inserted: 64, duplicates: 0, withoutIdentity: 64 });
    expect(await store.step(61)).toMatchObject({ received: 64, masked: 64, kinds: { session_lost: { count: 64 } } });
    expect(await store.append(rows)).toMatchObject({ inserted: 64, withoutIdentity: 64 });
    expect(await store.step(61)).toMatchObject({ received: 128, masked: 128 });
  });

  test("names may hold any characters, and stay apart", async () => {
    const store = tested();
    const groups = ["é", "e\u0301", "", " ", '","', "__proto__", "a\u0000b", "🧪"];
    const rows = groups.map((group) => ({ step: 61, group, sample: 0, environment: group === "" ? null : group }));
    expect(await store.append(rows)).toMatchObject({ inserted: 8 });
    const { rollouts } = await store.rollouts();
    expect(rollouts.map((rollout) => rollout.group)).toEqual(groups);
    expect(await store.step(61, { environment: "__proto__" })).toMatchObject({ received: 1, environment: "__proto__" });
  });
};
