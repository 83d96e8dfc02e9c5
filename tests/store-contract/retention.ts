import { expect, test } from "vitest";
import type { PlannedAct, RetentionTerms } from "@/lib/core/retention";
import { applyRetention } from "@/lib/server/apply-retention";
import { first, lost, noon, type Promises, present } from "../tested-store";
import { drawRun } from "./incidents";

const day = 24 * 3_600_000;
const everything: RetentionTerms = { payloadDays: null, rolloutDays: null, archivedDays: null };

export const retentionPromises: Promises = (tested, clock) => {
  const retention = () => tested().store.retention;
  const reader = () => tested().store.reader;
  const keep = (project: string | null, terms: Partial<RetentionTerms>) =>
    retention().keepRule(project, { ...everything, ...terms }, { version: null, by: "ada" }, noon);
  const apply = () =>
    applyRetention({
      store: tested().store,
      removalMinutes: 60,
      now: () => clock.now,
      stopping: new AbortController().signal,
    });
  const sick = async () => {
    await tested().setRun({ expectedPerStep: 16 });
    for (const rows of drawRun(20)) await tested().append(rows, { payload: (index) => `{"text":"row ${index}"}` });
    // An incident that is open keeps a run from every rule; this one was ended by hand.
    const { id } = first(await reader().listIncidents(tested().run));
    const told = { kind: "expect", incident: id, note: null, author: null } as const;
    await tested().store.triage.appendOverride(tested().run, told, noon);
  };
  const readAll = async () => ({
    steps: await tested().steps(),
    incidents: await reader().listIncidents(tested().run),
    verdict: await reader().readVerdict(tested().run),
    issues: (
      await reader().listIssues({ run: tested().run, states: null, sort: "count", after: null, limit: 100 })
    ).issues.map(({ id, template, count, outcomes }) => ({ id, template, count, outcomes })),
    coverage: present(await reader().readRun(tested().run)).coverage,
  });

  test("the text of rollouts goes after its days, and every number stays", async () => {
    await sick();
    await keep(null, { payloadDays: 7 });
    const key = first(await tested().keys());
    clock.now = noon + 7 * day - 1;
    expect(await apply()).toEqual([]);
    clock.now = noon + 7 * day;
    const before = await readAll();
    expect(await reader().planRetention()).toMatchObject([{ run: tested().run, act: "payloads", protection: null }]);
    await apply();
    expect(present(await reader().readRollout(key)).payload).toBeNull();
    expect(await readAll()).toEqual(before);
    expect(await reader().planRetention()).toEqual([]);
    const [done] = await retention().listDone(10);
    expect(done).toMatchObject({ act: "payloads", run: tested().run, at: noon + 7 * day, rollouts: 320, steps: 0 });
    expect(done?.rule).toBe("all runs: text after 7 d");
    expect(done?.bytes).toBeGreaterThan(0);
  });

  test("rollouts go after theirs, and charts, incidents and counts of issues stay, through settings and rebuilds", async () => {
    await sick();
    await keep(null, { rolloutDays: 30 });
    clock.now = noon + 30 * day;
    const before = await readAll();
    const planned = first(await reader().planRetention());
    expect(planned).toMatchObject({ act: "rollouts", steps: 20, rollouts: 320, protection: null });
    await apply();
    expect(await tested().keys()).toEqual([]);
    expect(await reader().countSealedSteps(tested().run)).toBe(20);
    const kept = await readAll();
    expect(kept).toEqual(before);
    await tested().store.writer.rebuildSummaries();
    await tested().store.writer.settleIncidents(null);
    expect(await readAll()).toEqual(before);
    await tested().setRun({ failureReward: -1 });
    expect((await tested().steps()).map(({ zeroRewards }) => zeroRewards)).toEqual(
      before.steps.map(({ zeroRewards }) => zeroRewards),
    );
    expect(await retention().listDone(10)).toMatchObject([{ act: "rollouts", steps: 20, rollouts: 320 }]);
    expect(await reader().planRetention()).toEqual([]);
  });

  test("a late row of a sealed step is refused by name, and the run goes on", async () => {
    const store = tested();
    await store.append([
      { step: 1, id: "a" },
      { step: 2, ...lost },
    ]);
    await keep(null, { rolloutDays: 1 });
    clock.now = noon + day;
    await apply();
    const late = await store.append([{ step: 1, id: "a" }, { step: 1, id: "b" }, { step: 3 }], { at: clock.now });
    expect(late).toMatchObject({
      inserted: 1,
      refused: [
        { index: 0, code: "step_sealed" },
        { index: 1, code: "step_sealed" },
      ],
    });
    expect((await store.steps()).map(({ step, received }) => [step, received])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(present(await reader().readRun(store.run))).toMatchObject({ rollouts: 3, lastStep: 3 });
    // Heard of again: nothing is due, and the sealed steps stay as they are.
    expect(await apply()).toEqual([]);
    for (const key of await store.keys()) await store.store.writer.deleteRollout(key);
    expect(present(await reader().readRun(store.run)).segments).toMatchObject([{ firstStep: 1 }]);
  });

  test("a run that was heard of between plan and act is left alone", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    await keep(null, { rolloutDays: 1 });
    clock.now = noon + day;
    const planned = first(await reader().planRetention());
    await store.append([{ step: 2 }], { at: clock.now });
    expect(await retention().applySlice({ at: clock.now, planned, after: null })).toBeNull();
    expect(await store.keys()).toHaveLength(2);
    expect(await retention().listDone(10)).toEqual([]);
  });

  test("an archived run is removed after its days, with a wait in which it comes back", async () => {
    const store = tested();
    await store.append([{ step: 1 }]);
    await keep(null, { archivedDays: 10 });
    await store.store.writer.setRun(store.run, {}, noon, { isArchived: true });
    clock.now = noon + 10 * day;
    await apply();
    expect(await reader().readRun(store.run)).toBeNull();
    expect(await store.store.managing.listRemovals()).toMatchObject([
      { run: store.run, askedBy: "all runs: archived runs after 10 d", dueAt: clock.now + 3_600_000 },
    ]);
    expect(await retention().listDone(10)).toMatchObject([{ act: "removal", run: store.run, rollouts: 1 }]);
    expect(await store.store.managing.cancelRemoval(store.run)).toBe(true);
    expect(await store.keys()).toHaveLength(1);
  });

  test("a tag keeps a run, an open incident does, and the plan says which", async () => {
    const store = tested();
    await store.setRun({ expectedPerStep: 16 });
    for (const rows of drawRun(20)) await store.append(rows);
    await store.append([{ step: 1 }], { run: "tagged" });
    await store.store.writer.setRun("tagged", { tags: ["keep"] }, noon);
    await keep(null, { rolloutDays: 1 });
    clock.now = noon + day;
    const protections = new Map((await reader().planRetention()).map((act: PlannedAct) => [act.run, act.protection]));
    expect(protections).toEqual(
      new Map([
        [store.run, "open_incident"],
        ["tagged", "kept_by_tag"],
      ]),
    );
    expect(await apply()).toEqual([]);
    expect(await store.keys()).toHaveLength(320);
  });

  test("the rule of a project holds before that of all, and of two who change one a single one wins", async () => {
    const general = await keep(null, { rolloutDays: 30 });
    const own = await keep("browser", { payloadDays: 7 });
    expect(await retention().listRules()).toEqual([general, own]);
    const change = { ...everything, payloadDays: 14 };
    const changed = await retention().keepRule("browser", change, { version: own.version, by: null }, noon + 1);
    expect(changed).toMatchObject({ id: own.id, payloadDays: 14, version: 2, changedBy: null });
    const late = retention().keepRule("browser", everything, { version: own.version, by: null }, noon + 2);
    await expect(late).rejects.toThrow("changed meanwhile: it is at version 2");
    await expect(keep(null, {})).rejects.toThrow("changed meanwhile: it is at version 1");
    expect(await retention().removeRule("browser")).toBe(true);
    expect(await retention().removeRule("browser")).toBe(false);
    expect(await retention().listRules()).toEqual([general]);
  });
};
