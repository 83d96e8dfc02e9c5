import { expect, test } from "vitest";
import { first, noon, type Promises, present } from "../tested-store";
import { drawRun, drawStep, listEvents } from "./incidents";

const act = { note: null, author: "ada" };

export const overridePromises: Promises = (tested) => {
  const incidents = () => tested().store.reader.listIncidents(tested().run);
  const verdict = async () => (await tested().store.reader.readVerdict(tested().run)).verdict;
  const triage = () => tested().store.triage;
  const sick = async () => {
    await tested().setRun({ expectedPerStep: 16 });
    for (const rows of drawRun(20)) await tested().append(rows);
    return first(await incidents());
  };

  test("what is expected stays, and counts in no verdict", async () => {
    const store = tested();
    const { id } = await sick();
    const kept = present(await triage().appendOverride(store.run, { kind: "expect", incident: id, ...act }, noon + 5));
    expect(kept).toMatchObject({ kind: "expect", incident: id, step: 13, author: "ada", createdAt: noon + 5 });
    expect(await incidents()).toMatchObject([{ id, isExpected: true, state: "open" }]);
    expect(await verdict()).toBe("ok");
    expect(first(await store.store.reader.listRuns())).toMatchObject({ openIncidents: 0, headline: null });
    expect(await store.store.reader.countOpenIncidents()).toEqual(new Map());

    await triage().withdrawOverride(store.run, kept.id, noon + 9);
    expect(await incidents()).toMatchObject([{ id, isExpected: false }]);
    expect(await verdict()).toBe("stop");
    expect(await triage().listOverrides(store.run)).toEqual([{ ...kept, withdrawnAt: noon + 9 }]);
  });

  test("a series is expected from a step on", async () => {
    const store = tested();
    await sick();
    const expectFrom = (step: number) => {
      const told = { kind: "expect", series: "kind:session_lost", environment: null, step, ...act } as const;
      return triage().appendOverride(store.run, told, noon);
    };
    await expectFrom(14);
    expect(await incidents()).toMatchObject([{ isExpected: false }]);
    const kept = present(await expectFrom(13));
    expect(kept.series).toEqual([
      { series: "kind:session_lost", environment: null },
      { series: "kind:session_lost", environment: "browser" },
    ]);
    expect(await incidents()).toMatchObject([{ isExpected: true }]);
  });

  test("what is accepted is the new normal, through rebuilds, until that is withdrawn", async () => {
    const store = tested();
    const { id, shifts } = await sick();
    const kept = present(await triage().appendOverride(store.run, { kind: "accept", incident: id, ...act }, noon));
    expect(kept).toMatchObject({
      step: 13,
      series: shifts.map(({ series, environment }) => ({ series, environment })),
    });
    expect(await incidents()).toEqual([]);
    expect(await verdict()).toBe("ok");
    await store.store.writer.rebuildSummaries();
    expect(await incidents()).toEqual([]);
    for (let step = 21; step < 24; step++) await store.append(drawStep(step, 14));
    expect(await incidents()).toEqual([]);
    await triage().withdrawOverride(store.run, kept.id, noon);
    expect(await incidents()).toMatchObject([{ id, state: "open" }]);
    expect(await listEvents(store)).toEqual([
      `${store.run}: opened critical 13`,
      `${store.run}: withdrawn critical 20`,
    ]);
  });

  test("a change of a setting of detection keeps its date, and can't be withdrawn", async () => {
    const store = tested();
    await store.setRun({ sensitivity: "high", runbooks: { session_lost: "https://wiki.example/a" } });
    await store.setRun({ sensitivity: "high", runbooks: {} });
    const kept = await triage().listOverrides(store.run);
    expect(kept.map(({ kind, value, createdAt }) => [kind, value, createdAt])).toEqual([
      ["sensitivity", "high", noon],
      ["runbook", "session_lost: https://wiki.example/a", noon],
      ["runbook", "session_lost: none", noon],
    ]);
    await expect(triage().withdrawOverride(store.run, first(kept).id, noon)).rejects.toThrow("putting it again");
  });

  test("an unknown run, incident or override is none", async () => {
    const store = tested();
    await sick();
    const told = { kind: "accept", incident: "nobody", ...act } as const;
    await expect(triage().appendOverride(store.run, told, noon)).rejects.toThrow('no incident "nobody"');
    expect(await triage().appendOverride("unheard of", told, noon)).toBeNull();
    expect(await triage().withdrawOverride(store.run, 7, noon)).toBeNull();
  });
};
