import { expect, test } from "vitest";
import { first, lost, noon, type Promises, present } from "../tested-store";
import { drawRun } from "./incidents";

const day = 24 * 3_600_000;

export const removalPromises: Promises = (tested) => {
  const managing = () => tested().store.managing;
  const reader = () => tested().store.reader;
  const contentsOf = async (run: string) => present(await reader().readRunContents(run));
  const ask = async (by: string | null = "ada") => {
    const contents = await contentsOf(tested().run);
    return managing().askRemoval(tested().run, { by, dueAt: noon + day, contents }, noon);
  };

  test("what will go with a run is counted: attempts too, and issues only where no other run has them", async () => {
    const store = tested();
    const place = { step: 1, group: "a", sample: 0 };
    await store.append(
      [
        { ...place, ...lost },
        { ...place, attempt: 1 },
        { step: 2, ...lost },
      ],
      { payload: () => "{}" },
    );
    await store.append([{ step: 2, ...lost, failureKind: "agent_timeout", failureReason: "slow" }]);
    await store.append([{ step: 9, ...lost }], { run: "neighbour" });
    const note = { step: 1, toStep: null, at: null, text: "a note", kind: "note", author: null } as const;
    await store.store.triage.appendAnnotation(store.run, note, noon);
    const contents = await contentsOf(store.run);
    expect(contents).toMatchObject({ rollouts: 4, steps: 2, annotations: 1, incidents: 0, overrides: 0, notices: 0 });
    // session_lost was seen next door as well; agent_timeout was not.
    expect(contents).toMatchObject({ issuesOnlyHere: 1, triagedIssuesOnlyHere: 0 });
    expect(contents.bytes).toBeGreaterThan(0);
    expect(await reader().readRunContents("nobody")).toBeNull();
  });

  test("a run that waits is hidden everywhere, takes nothing, and comes back as it was", async () => {
    const store = tested();
    await store.setRun({ expectedPerStep: 16, title: "Seventh try" });
    for (const rows of drawRun(20)) await store.append(rows, { payload: () => "{}" });
    const before = present(await reader().readRun(store.run));
    const incidents = await reader().listIncidents(store.run);
    const steps = await store.steps();
    const key = first(await store.keys());
    const asked = present(await ask());
    expect(asked).toMatchObject({ run: store.run, title: "Seventh try", askedBy: "ada", dueAt: noon + day });

    expect(await reader().listRuns()).toEqual([]);
    expect(await reader().readRun(store.run)).toBeNull();
    expect(await reader().readRollout(key)).toBeNull();
    expect(await reader().countOpenIncidents()).toEqual(new Map());
    expect(await reader().listIncidentEvents(0, 10)).toEqual([]);
    expect(await managing().listRemovals()).toEqual([asked]);
    expect(await ask().catch(() => "none")).toBe("none");
    await expect(store.append([{ step: 21 }])).rejects.toThrow("is being removed");
    await expect(store.setRun({ title: "another" })).rejects.toThrow("is being removed");
    await store.append([{ step: 1 }], { run: "neighbour" });
    await store.store.writer.removeHiddenRuns();

    expect(await managing().cancelRemoval(store.run)).toBe(true);
    expect(await managing().listRemovals()).toEqual([]);
    expect(present(await reader().readRun(store.run))).toEqual(before);
    expect(await reader().listIncidents(store.run)).toEqual(incidents);
    expect(await store.steps()).toEqual(steps);
    expect(present(await reader().readRollout(key)).payload).toBe("{}");
    expect(await store.append([{ step: 21 }])).toMatchObject({ inserted: 1 });
    expect(await managing().cancelRemoval(store.run)).toBe(false);
  });

  test("a run whose wait is over goes for good, and its name begins afresh", async () => {
    const store = tested();
    await store.append([{ step: 1, id: "r" }]);
    await ask(null);
    expect(await managing().takeDueRemovals(noon + day - 1)).toBe(0);
    expect(await managing().takeDueRemovals(noon + day)).toBe(1);
    await store.store.writer.removeHiddenRuns();
    expect(await managing().listRemovals()).toEqual([]);
    expect(await managing().cancelRemoval(store.run)).toBe(false);
    expect(await store.append([{ step: 5, id: "r" }])).toMatchObject({ inserted: 1, duplicates: 0 });
    expect((await store.steps()).map(({ step }) => step)).toEqual([5]);
  });

  test("a wait can be ended, and is nobody's who is not there", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    expect(await managing().endWait(store.run, noon + 1)).toBe(false);
    await ask();
    expect(await managing().endWait(store.run, noon + 1)).toBe(true);
    expect(await managing().takeDueRemovals(noon + 1)).toBe(1);
    const contents = { ...(await emptyContents()), rollouts: 1 };
    expect(await managing().askRemoval("nobody", { by: null, dueAt: noon, contents }, noon)).toBeNull();
  });

  test("live readers hear that a run is gone, and that it is back", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    const before = await store.settledRevision();
    await ask();
    expect(await store.changesSince(before)).toMatchObject({ deleted: true });
    expect((await reader().listChangedRuns(before)).runs).toEqual([store.run]);
    const gone = await reader().readRevision();
    await managing().cancelRemoval(store.run);
    expect((await reader().listChangedRuns(gone)).runs).toEqual([store.run]);
    expect(await store.changesSince(gone)).toMatchObject({ known: true, deleted: false });
  });

  test("an archived run keeps its incidents to itself, and what people change needs the version that they saw", async () => {
    const store = tested();
    const { writer } = store.store;
    await store.setRun({ expectedPerStep: 16 });
    for (const rows of drawRun(20)) await store.append(rows);
    await writer.settleIncidents(store.run);
    expect([...(await reader().countOpenIncidents()).values()]).toEqual([1]);
    const { version } = present(await reader().readRun(store.run));
    const archived = await writer.setRun(store.run, {}, noon + 5, { isArchived: true, version });
    expect(archived).toMatchObject({ archivedAt: noon + 5, version: version + 1, openIncidents: 1 });
    expect(await reader().countOpenIncidents()).toEqual(new Map());
    const late = writer.setRun(store.run, { title: "late" }, noon + 6, { version });
    await expect(late).rejects.toThrow(`at version ${version + 1}, not ${version}`);
    expect(present(await reader().readRun(store.run)).settings.title).toBeNull();
    expect(await store.append([{ step: 21 }])).toMatchObject({ inserted: 1 });
    expect(await writer.setRun(store.run, {}, noon + 7, { isArchived: true })).toMatchObject({ archivedAt: noon + 5 });
    expect(await writer.setRun(store.run, {}, noon + 8, { isArchived: false })).toMatchObject({ archivedAt: null });
  });

  async function emptyContents() {
    await tested().append([{ step: 1 }], { run: "counted" });
    return contentsOf("counted");
  }
};
