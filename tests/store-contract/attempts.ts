import { expect, test } from "vitest";
import type { Rollout } from "@/lib/core/rollout";

import { failed, first, lost, type Promises, present } from "../tested-store";

const place = { step: 61, group: "812", sample: 3 };

/** What one rollout's rows come to: its outcome, its attempts, and each row with what it was superseded by. */
export const attemptPromises: Promises = (tested) => {
  test("other content of the same attempt is an update, and counts once", async () => {
    const store = tested();
    await store.append([{ ...place, reward: 0.2 }]);
    expect(await store.append([{ ...place, reward: 0.8 }])).toMatchObject({ inserted: 0, updated: 1 });
    expect(await store.step(61)).toMatchObject({
      received: 1,
      attempts: 1,
      lostAttempts: 0,
      reward: { evidence: { mean: 0.8 } },
    });
    const { rollouts } = await store.rollouts();
    expect(rollouts).toHaveLength(1);
  });

  test("a newer attempt replaces an older one, which stays readable and is seen as lost", async () => {
    const store = tested();
    await store.append([{ ...place, ...lost, attempt: 0 }]);
    expect(await store.append([{ ...place, attempt: 1, reward: 1 }])).toMatchObject({ inserted: 0, updated: 1 });
    expect(await store.step(61)).toMatchObject({
      received: 1,
      scored: 1,
      masked: 0,
      attempts: 2,
      lostAttempts: 1,
      kinds: {},
      reward: { evidence: { n: 1, mean: 1 }, asScored: { n: 1, mean: 1 } },
    });
    const detail = present(await store.store.reader.readRollout(first(await store.keys())));
    expect(detail.rollout).toMatchObject({
      attempt: 1,
      counts: true,
      supersededBy: null,
      attempts: 2,
      lostAttempts: 1,
    });
    expect(detail.attempts).toMatchObject([
      { attempt: 0, outcome: "masked", counts: false, supersededBy: "newer_attempt" },
    ]);
  });

  test("an older attempt that comes late never counts, and is reported as superseded", async () => {
    const store = tested();
    await store.append([{ ...place, attempt: 2, reward: 1 }]);
    expect(await store.append([{ ...place, ...failed, attempt: 0 }])).toMatchObject({
      inserted: 0,
      updated: 0,
      superseded: 1,
    });
    expect(await store.append([{ ...place, ...failed, attempt: 0, failureReason: "again" }])).toMatchObject({
      superseded: 1,
    });
    expect(await store.step(61)).toMatchObject({ received: 1, scored: 1, failed: 0, attempts: 2, lostAttempts: 1 });
  });

  test("a replaced attempt that gave evidence is no lost one", async () => {
    const store = tested();
    await store.append([{ ...place, attempt: 0, reward: 0.4 }]);
    await store.append([{ ...place, attempt: 1, outcome: "omitted", reward: null, rewardState: "absent" }]);
    await store.append([{ ...place, attempt: 2, reward: 0.6 }]);
    expect(await store.step(61)).toMatchObject({
      received: 1,
      attempts: 3,
      lostAttempts: 0,
      reward: { evidence: { mean: 0.6 } },
    });
  });

  test("a retry that failed too replaces what it retried", async () => {
    const store = tested();
    await store.append([{ ...place, attempt: 0, reward: 1 }]);
    await store.append([{ ...place, ...failed, attempt: 1 }]);
    expect(await store.step(61)).toMatchObject({ received: 1, scored: 0, failed: 1, attempts: 2, lostAttempts: 0 });
  });

  const record: Partial<Rollout> = { ...place, ...failed, failureKind: "judge_failed" };
  const result: Partial<Rollout> = { ...place, ...lost, failureKind: "judge_failed" };
  test.each([
    { name: "record first", rows: [record, result], receipts: [{ inserted: 1 }, { updated: 1 }] },
    { name: "result first", rows: [result, record], receipts: [{ inserted: 1 }, { superseded: 1 }] },
  ])("within one attempt a result beats a failure record: $name", async ({ rows, receipts }) => {
    const store = tested();
    for (const [index, row] of rows.entries()) {
      expect(await store.append([row])).toMatchObject(receipts[index] ?? {});
    }
    expect(await store.step(61)).toMatchObject({
      received: 1,
      masked: 1,
      failed: 0,
      attempts: 1,
      lostAttempts: 0,
      kinds: { judge_failed: { count: 1, masked: 1, failed: 0 } },
    });
    const detail = present(await store.store.reader.readRollout(first(await store.keys())));
    expect(detail.rollout).toMatchObject({ outcome: "masked", attempts: 1, lostAttempts: 0 });
    expect(detail.attempts).toMatchObject([{ outcome: "failed", counts: false, supersededBy: "completed_result" }]);
  });

  test("an attempt whose record and result were both lost counts as one lost attempt", async () => {
    const store = tested();
    await store.append([{ ...record }, { ...result }, { ...place, attempt: 1, reward: 1 }]);
    expect(await store.step(61)).toMatchObject({ received: 1, scored: 1, attempts: 2, lostAttempts: 1 });
  });

  test("an attempt with a record and evidence is none that was lost", async () => {
    const store = tested();
    await store.append([{ ...record }, { ...place, reward: 0.5 }, { ...place, attempt: 1, reward: 1 }]);
    expect(await store.step(61)).toMatchObject({ received: 1, attempts: 2, lostAttempts: 0 });
  });

  test("rows of one rollout come to the same whatever order they come in", async () => {
    const store = tested();
    const rows = [
      { ...place, ...failed, attempt: 0 },
      { ...place, ...lost, attempt: 1 },
      { ...place, ...failed, attempt: 2 },
      { ...place, attempt: 2, reward: 0.5 },
    ];
    const orders = [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 3, 0, 1],
      [1, 3, 0, 2],
      [3, 0, 2, 1],
    ];
    for (const [number, order] of orders.entries()) {
      const run = `order ${number}`;
      for (const index of order) await store.append([rows[index] ?? {}], { run });
      expect(await store.steps({ run })).toMatchObject([
        {
          step: 61,
          received: 1,
          scored: 1,
          attempts: 3,
          lostAttempts: 2,
          kinds: {},
          reward: { evidence: { mean: 0.5 } },
        },
      ]);
    }
  });

  test("an earlier batch's row is updated within a later batch that holds it twice", async () => {
    const store = tested();
    const rows = [0.1, 0.2, 0.2, 0.3].map((reward) => ({ ...place, reward }));
    expect(await store.append(rows)).toMatchObject({ inserted: 1, updated: 2, duplicates: 1 });
    expect(await store.step(61)).toMatchObject({ received: 1, reward: { evidence: { n: 1, mean: 0.3 } } });
  });
};
