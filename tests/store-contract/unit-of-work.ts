import { expect, test } from "vitest";
import { makeRollout, noon, type Promises, times } from "../tested-store";

const day = 24 * 3_600_000;

export const unitOfWorkPromises: Promises = (tested) => {
  const post = (rows: number, requestHash: string, options: { run?: string; at?: number; answer?: string } = {}) => {
    const { store, run } = tested();
    return store.writer.appendRollouts({
      run: options.run ?? run,
      rows: times(rows, {}).map((_, index) => ({
        index,
        rollout: makeRollout({ step: 1 }),
        contentHash: "00",
        payload: null,
      })),
      receivedAt: options.at ?? noon,
      idempotency: { key: "batch-1", requestHash },
      answer: (receipt) => options.answer ?? `${receipt.inserted} inserted`,
    });
  };

  test("a batch sent again with its key gets the first answer, and counts once", async () => {
    expect(await post(64, "body a")).toEqual({ answer: "64 inserted", replayed: false });
    expect(await post(64, "body a", { answer: "another" })).toEqual({ answer: "64 inserted", replayed: true });
    expect(await tested().step(1)).toMatchObject({ received: 64 });
  });

  test("a key with another body is refused, and nothing of it is stored", async () => {
    await post(64, "body a");
    await expect(post(3, "body b")).rejects.toMatchObject({ code: "idempotency_key_reused", status: 422 });
    expect(await tested().step(1)).toMatchObject({ received: 64 });
  });

  test("a key is a run's own, and is kept for seven days", async () => {
    await post(2, "body a");
    expect(await post(2, "body b", { run: "neighbour" })).toMatchObject({ replayed: false });
    await tested().store.writer.closeIdleSteps(noon + 7 * day);
    expect(await post(2, "body a", { at: noon + 7 * day })).toMatchObject({ replayed: true });
    await tested().store.writer.closeIdleSteps(noon + 7 * day + 1);
    expect(await post(2, "body a", { at: noon + 7 * day + 1 })).toMatchObject({ replayed: false });
    expect(await tested().step(1)).toMatchObject({ received: 4 });
  });

  test("a batch whose answer fails did not happen, and its neighbours in the commit did", async () => {
    const store = tested();
    const refuse = () => {
      throw new Error("no answer");
    };
    const results = await Promise.allSettled([
      store.append([{ step: 1, id: "a" }], { payload: () => "{}" }),
      store.append([{ step: 1, id: "b", environment: "new", labels: [["new", "one"]] }, { step: 9 }], {
        answer: refuse,
        payload: () => "{}",
      }),
      store.append([{ step: 1, id: "c", environment: "new", labels: [["new", "one"]] }], { payload: () => "{}" }),
    ]);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await store.rollouts()).rollouts.map((rollout) => rollout.id)).toEqual(["a", "c"]);
    expect((await store.steps()).map((summary) => [summary.step, summary.received])).toEqual([[1, 2]]);
    expect(await store.steps({ environment: "new" })).toMatchObject([{ received: 1 }]);
    expect(await store.steps({ labels: [["new", "one"]] })).toMatchObject([{ received: 1 }]);
  });

  test("a refused batch leaves no run behind", async () => {
    const store = tested();
    const refuse = () => {
      throw new Error("no answer");
    };
    await expect(store.append([{ step: null }], { answer: refuse })).rejects.toThrow("no answer");
    expect(await store.store.reader.listRuns()).toEqual([]);
    expect(await store.append([{ step: 1 }])).toMatchObject({ inserted: 1 });
  });

  test("batches that arrive together are each whole, and read back in full", async () => {
    const store = tested();
    const batches = Array.from({ length: 20 }, (_, batch) =>
      store.append(
        Array.from({ length: 5 }, (_, row) => ({ step: batch % 4, id: `${batch}-${row}` })),
        { payload: (row) => `{"batch":${batch},"row":${row}}` },
      ),
    );
    for (const receipt of await Promise.all(batches)) expect(receipt).toMatchObject({ inserted: 5 });
    expect((await store.steps()).map((summary) => summary.received)).toEqual([25, 25, 25, 25]);
    for (const { key, id } of (await store.rollouts()).rollouts) {
      const [batch, row] = (id ?? "").split("-");
      expect((await store.store.reader.readRollout(key))?.payload).toBe(`{"batch":${batch},"row":${row}}`);
    }
  });

  test("rows of one commit count that come before and after a summary of their step", async () => {
    const store = tested();
    await store.append([{ step: 1, id: "a" }]);
    const before = store.append([{ step: 1, id: "b" }]);
    const summary = store.store.writer.summariseDirtySteps(null);
    await Promise.all([before, summary, store.append([{ step: 1, id: "c" }])]);
    expect(await store.step(1)).toMatchObject({ received: 3 });
  });

  test("what is declared of a step between two batches of a commit holds for the second", async () => {
    const store = tested();
    const before = store.append(times(2, { step: 1 }));
    const declared = store.setStep(1, { expected: 1 });
    const after = store.append([{ step: 1 }]);
    await Promise.all([before, declared]);
    expect(await after).toMatchObject({ overfull: [{ step: 1, declared: 1, received: 3 }] });
  });

  test("after close nothing is taken any more, and the sender may come back", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    await store.store.close();
    await expect(store.append([{ step: 1 }])).rejects.toMatchObject({
      code: "unavailable",
      status: 503,
      options: { retryAfter: 5 },
    });
  });

  test("what waits when the store closes is committed first", async () => {
    const store = tested();
    const waiting = store.append([{ step: 1 }]);
    await store.store.close();
    expect(await waiting).toMatchObject({ inserted: 1 });
  });
};
