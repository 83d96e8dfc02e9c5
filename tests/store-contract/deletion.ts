import { expect, test } from "vitest";
import { first, lost, noon, type Promises, present } from "../tested-store";

export const deletionPromises: Promises = (tested) => {
  test("a deleted run is gone with its rollouts, steps, notes and keys, and its neighbour is not", async () => {
    const store = tested();
    const { reader, writer, triage } = store.store;
    const idempotency = { key: "batch-1", requestHash: "a" };
    await store.append([{ step: 1, id: "r" }], { idempotency, payload: () => "{}" });
    await store.append([{ step: 1, id: "r" }], { run: "neighbour" });
    await triage.appendAnnotation(
      store.run,
      { step: 1, toStep: null, at: null, text: "a note", kind: "note", author: null },
      noon,
    );
    const key = first(await store.keys());

    expect(await writer.deleteRun(store.run)).toBe(true);
    expect(await reader.readRun(store.run)).toBeNull();
    expect(await reader.readRollout(key)).toBeNull();
    expect(await store.steps()).toEqual([]);
    expect(await store.rollouts()).toEqual({ rollouts: [], next: null, total: 0 });
    expect(await triage.listAnnotations(store.run)).toEqual([]);
    expect((await reader.listRuns()).map((entry) => entry.run)).toEqual(["neighbour"]);
    expect(await store.steps({ run: "neighbour" })).toMatchObject([{ received: 1 }]);
    expect(await writer.deleteRun(store.run)).toBe(false);
  });

  test("text never shows under another rollout, though its run was deleted and written again in one commit", async () => {
    const store = tested();
    const first = store.append([{ step: 1, id: "r" }], { payload: () => '{"text":"old"}' });
    const deleted = store.store.writer.deleteRun(store.run);
    const second = store.append([{ step: 1, id: "r" }], { payload: () => '{"text":"new"}' });
    await Promise.all([first, deleted, second]);
    await store.append([{ step: 1, id: "other" }], { run: "neighbour", payload: () => '{"text":"another run\'s"}' });
    const [key] = await store.keys();
    expect(present(await store.store.reader.readRollout(present(key))).payload).toBe('{"text":"new"}');
  });

  test("the text of a row that comes after the deletion is its own run's, however many rows came before", async () => {
    const store = tested();
    const { writer, reader } = store.store;
    // More than one commit takes: the deletion is part of the second, and the text of all was gathered before the first.
    const before = Array.from({ length: 40 }, (_, sample) =>
      store.append([{ step: 1, group: "g", sample }], { payload: () => `{"text":"old ${sample}"}` }),
    );
    const deleting = writer.deleteRun(store.run);
    const after = store.append([{ step: 1, id: "r" }], { payload: () => '{"text":"new"}' });
    await Promise.all([...before, deleting, after]);
    const { rollouts } = await store.rollouts();
    const { key } = present(rollouts.find(({ id }) => id === "r"));
    expect(present(await reader.readRollout(key)).payload).toBe('{"text":"new"}');
  });

  test("a run of a deleted one's name begins afresh", async () => {
    const store = tested();
    await store.setRun({ expectedPerStep: 64, title: "old" });
    await store.append([{ step: 5, id: "r", segment: "launch-9" }]);
    await store.store.writer.deleteRun(store.run);
    expect(await store.append([{ step: 1, id: "r" }])).toMatchObject({ inserted: 1, duplicates: 0 });
    const run = present(await store.store.reader.readRun(store.run));
    expect(run).toMatchObject({
      settings: { title: null, expectedPerStep: null },
      coverage: { expected: 1 },
      lastStep: 1,
    });
    expect(run.segments.map((segment) => segment.segment)).toEqual(["first"]);
  });

  test("a deleted rollout is gone with its attempts and its text, and its number is never given again", async () => {
    const store = tested();
    const place = { step: 1, group: "a", sample: 0 };
    await store.append(
      [
        { ...place, ...lost },
        { ...place, attempt: 1 },
        { ...place, sample: 1 },
      ],
      {
        payload: (index) => `{"text":"row ${index}"}`,
      },
    );
    const [deleted, kept] = await store.keys();
    const { reader, writer } = store.store;
    const { attempts } = present(await reader.readRollout(present(deleted)));

    expect(await writer.deleteRollout(present(deleted))).toBe(true);
    expect(await reader.readRollout(present(deleted))).toBeNull();
    expect(await reader.readRollout(first(attempts).key)).toBeNull();
    expect(present(await reader.readRollout(present(kept))).payload).toBe('{"text":"row 2"}');
    expect(await writer.deleteRollout(present(deleted))).toBe(false);
    await store.append([{ step: 1 }]);
    expect(Math.max(...(await store.keys()))).toBeGreaterThan(present(kept));
  });

  test("an older attempt's number deletes the whole rollout", async () => {
    const store = tested();
    const place = { step: 1, group: "a", sample: 0 };
    await store.append([
      { ...place, ...lost },
      { ...place, attempt: 1 },
    ]);
    const { attempts } = present(await store.store.reader.readRollout(first(await store.keys())));
    expect(await store.store.writer.deleteRollout(first(attempts).key)).toBe(true);
    expect(await store.keys()).toEqual([]);
  });

  test("a deletion recounts its step, and takes an emptied one away", async () => {
    const store = tested();
    await store.append([
      { step: 1, reward: 1 },
      { step: 1, ...lost },
      { step: 2, reward: 1 },
    ]);
    const [, masked, alone] = await store.keys();
    await store.store.writer.deleteRollout(present(masked));
    expect(await store.step(1)).toMatchObject({ expected: 1, received: 1, masked: 0, kinds: {} });
    const before = await store.settledRevision();
    await store.store.writer.deleteRollout(present(alone));
    expect((await store.steps()).map((summary) => summary.step)).toEqual([1]);
    expect(await store.changesSince(before)).toMatchObject({
      known: true,
      // Step 1 is the newest again, and may still fill.
      steps: [{ step: 1, complete: false }],
      removed: [{ step: 2, split: "train" }],
    });
    const run = present(await store.store.reader.readRun(store.run));
    expect(run).toMatchObject({ rollouts: 1, lastStep: 1, coverage: { expected: 1, received: 1 } });
  });

  test("a declared step whose rollouts were deleted is unknown again", async () => {
    const store = tested();
    await store.setStep(1, { expected: 2 });
    await store.append([{ step: 1 }, { step: 1 }]);
    for (const key of await store.keys()) await store.store.writer.deleteRollout(key);
    expect(await store.step(1)).toMatchObject({ expected: 2, received: 0, unknown: 2, complete: false });
  });
};
