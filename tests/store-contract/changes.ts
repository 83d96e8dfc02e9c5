import { expect, test } from "vitest";
import { first, lost, noon, type Promises, present } from "../tested-store";

export const changePromises: Promises = (tested) => {
  test("a cursor gives exactly what changed since, as whole states", async () => {
    const store = tested();
    await store.append([{ step: 1 }, { step: 2 }, { step: 3 }, { step: 5 }]);
    const before = await store.settledRevision();
    await store.append([{ step: 2, ...lost }, { step: 4 }]);
    const changes = await store.changesSince(before);
    expect(changes).toMatchObject({ run: store.run, known: true, deleted: false, removed: [] });
    expect(changes.steps.map((summary) => [summary.step, summary.received, summary.masked])).toEqual([
      [2, 2, 1],
      [4, 1, 0],
    ]);
    expect(await store.changesSince(changes.revision)).toMatchObject({
      known: true,
      steps: [],
      removed: [],
      overview: null,
    });
  });

  test("applying all changes one after another gives what a reader who reads everything sees", async () => {
    const store = tested();
    const seen = new Map<number | null, unknown>();
    let cursor = await store.settledRevision();
    const acts = [
      () => store.append([{ step: 1 }, { step: 2, id: "moves" }]),
      () => store.append([{ step: 3, id: "moves" }]),
      () => store.setStep(4, { expected: 2 }),
      () => store.addSegment("resume-2", noon + 60_000, 3),
      () => store.append([{ step: 3, reward: 0 }]),
      () => store.setRun({ onFailed: "zero", failureReward: -1 }),
      () => store.store.writer.setFinished(store.run, "finished"),
      () => store.store.writer.closeIdleSteps(noon + 3_600_000),
    ];
    for (const act of acts) {
      await act();
      const changes = await store.changesSince(cursor);
      expect(changes.known).toBe(true);
      for (const { step } of changes.removed) seen.delete(step);
      for (const summary of changes.steps) seen.set(summary.step, summary);
      cursor = changes.revision;
      const steps = await store.steps();
      expect([...seen.values()].sort()).toHaveLength(steps.length);
      for (const summary of steps) expect(seen.get(summary.step)).toEqual(summary);
    }
  });

  test("steps that a newer launch runs again go, and come back when it is not newer after all", async () => {
    const store = tested();
    await store.addSegment("launch-1", noon);
    await store.append([{ step: 1 }, { step: 2 }, { step: 3 }]);
    const before = await store.settledRevision();
    await store.addSegment("resume-2", noon + 60_000, 2);
    const gone = await store.changesSince(before);
    expect(gone.removed).toEqual([
      { split: "train", step: 2 },
      { split: "train", step: 3 },
    ]);
    await store.addSegment("resume-2", noon - 60_000);
    const back = await store.changesSince(gone.revision);
    expect(back.steps.map((summary) => summary.step)).toEqual([2, 3]);
  });

  test("a change of another split, run or step range is not told", async () => {
    const store = tested();
    await store.append([{ step: 1 }, { step: 8 }]);
    const before = await store.settledRevision();
    await store.append([{ step: 1, split: "eval" }, { step: 9 }]);
    await store.append([{ step: 1 }], { run: "neighbour" });
    expect((await store.changesSince(before, { to: 5 })).steps).toEqual([]);
    expect((await store.changesSince(before, { split: "eval" })).steps).toMatchObject([{ step: 1, split: "eval" }]);
    expect((await store.changesSince(before)).steps).toMatchObject([{ step: 8, complete: true }, { step: 9 }]);
  });

  test("an environment's and a label's changes are those summaries, whole", async () => {
    const store = tested();
    await store.append([{ step: 1, environment: "browser", labels: [["pool", "a"]] }]);
    const before = await store.settledRevision();
    await store.append([{ step: 1, environment: "code", labels: [["pool", "b"]] }]);
    const [browser] = (await store.changesSince(before, { environment: "code" })).steps;
    expect(browser).toMatchObject({ step: 1, environment: "code", received: 1 });
    const [labelled] = (await store.changesSince(before, { labels: [["pool", "a"]] })).steps;
    expect(labelled).toMatchObject({ step: 1, received: 1 });
  });

  test("settings, segments, notes and an end change the run, and say so", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    const acts = [
      () => store.setRun({ title: "Browser agent" }),
      () => store.addSegment("resume-2", noon + 1, 9),
      () => store.store.writer.setFinished(store.run, "finished"),
      () =>
        store.store.triage.appendAnnotation(
          store.run,
          { step: 1, toStep: null, at: null, text: "a note", kind: "note", author: null },
          noon,
        ),
    ];
    let cursor = await store.settledRevision();
    for (const act of acts) {
      await act();
      const { overview, revision } = await store.changesSince(cursor);
      expect(overview).toMatchObject({ run: store.run });
      cursor = revision;
    }
    expect(await store.changesSince(cursor)).toMatchObject({ overview: null });
  });

  test("another epoch, or a future that this store has not seen, is unknown", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    const { epoch, sequence } = await store.settledRevision();
    expect(await store.changesSince({ epoch: epoch + 1, sequence })).toMatchObject({ known: false, steps: [] });
    expect(await store.changesSince({ epoch, sequence: sequence + 1 })).toMatchObject({ known: false });
    expect(await store.changesSince({ epoch, sequence })).toMatchObject({ known: true });
  });

  test("a deleted run is told as deleted, and its successor as something to read from the beginning", async () => {
    const store = tested();
    await store.append([{ step: 1 }, { step: 2 }]);
    const before = await store.settledRevision();
    await store.store.writer.deleteRun(store.run);
    expect(await store.changesSince(before)).toMatchObject({ deleted: true });
    await store.append([{ step: 1 }]);
    const after = await store.settledRevision();
    // Step 2 is no more, and no removal of it could be told.
    expect(await store.changesSince(before)).toMatchObject({ known: false });
    expect(await store.changesSince(after)).toMatchObject({ known: true, deleted: false });
  });

  test("the list of runs hears of the runs that changed, and of no others", async () => {
    const store = tested();
    await store.append([{ step: 1 }], { run: "a" });
    await store.append([{ step: 1 }], { run: "b" });
    const before = await store.settledRevision();
    await store.append([{ step: 2 }], { run: "b" });
    await store.append([{ step: 1 }], { run: "c" });
    const { revision, runs } = await store.store.reader.listChangedRuns(before);
    expect([...runs].sort()).toEqual(["b", "c"]);
    await store.store.writer.deleteRun("a");
    expect(await store.store.reader.listChangedRuns(revision)).toMatchObject({ runs: ["a"] });
  });

  test("building every summary again changes no number, keeps what people did, and makes old cursors unknown", async () => {
    const store = tested();
    await store.setRun({ expectedPerStep: 4, onFailed: "zero" });
    const place = { step: 1, group: "a", sample: 0, environment: "browser" };
    await store.append([
      { ...place, ...lost },
      { ...place, attempt: 1 },
      { step: 2, rewardComponents: [["style", 0.5]] },
    ]);
    await store.append([{ step: null, split: "eval", reward: 0 }]);
    await store.setStep(3, { expected: 2, finishedAt: noon });
    await store.addSegment("resume-2", noon + 1, 2);
    await store.store.triage.appendAnnotation(
      store.run,
      { step: 1, toStep: 2, at: null, text: "a note", kind: "curriculum", author: null },
      noon,
    );
    const read = async () => ({
      current: await store.steps(),
      first: await store.steps({ segment: "first" }),
      browser: await store.steps({ environment: "browser" }),
      evaluation: await store.steps({ split: "eval" }),
      superseded: await store.store.reader.listSupersededSteps(store.run),
      run: present(await store.store.reader.readRun(store.run)),
      list: await store.store.reader.listRuns(),
    });
    const before = await read();
    const cursor = await store.settledRevision();
    // Steps 1, 2 and 3 of train, and the eval block.
    expect(await store.store.writer.rebuildSummaries()).toBe(4);
    expect(await read()).toEqual(before);
    expect(first(before.run.annotations)).toMatchObject({ text: "a note", step: 1, toStep: 2, kind: "curriculum" });
    expect(await store.changesSince(cursor)).toMatchObject({ known: false });
  });
};
