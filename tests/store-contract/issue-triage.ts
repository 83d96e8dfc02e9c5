import { expect, test } from "vitest";
import type { TriageAct } from "@/lib/core/issues/triage";
import { lost, noon, type Promises, times } from "../tested-store";
import { decide, findIssue, hour } from "./issue-words";

export const issueTriagePromises: Promises = (tested) => {
  test("a resolved issue opens by itself in a later step, says where, and keeps who resolved it", async () => {
    const store = tested();
    await store.append([{ step: 5, ...lost }]);
    expect(await decide(store, "session_lost", "resolve", noon)).toMatchObject({ state: "resolved", version: 2 });

    await store.append(
      [
        { step: 5, ...lost },
        { step: 4, ...lost },
      ],
      { at: noon + hour },
    );
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "resolved", reopened: null });

    await store.append(
      [
        { step: 7, ...lost },
        { step: 6, ...lost },
      ],
      { at: noon + hour },
    );
    expect(await findIssue(store, "session_lost")).toMatchObject({
      state: "open",
      standing: "reopened",
      version: 3,
      decision: { state: "resolved", by: "mira", at: noon },
      reopened: { because: "seen_again", run: store.run, split: "train", step: 6, at: noon + hour },
      history: [
        { act: "resolve", by: "mira", at: noon },
        { act: "reopened", by: null, at: noon + hour },
      ],
    });
  });

  test("in another run it opens where it is seen afterwards, and not where an old run is imported", async () => {
    const store = tested();
    await store.append([{ step: 5, ...lost }]);
    await decide(store, "session_lost", "resolve", noon);
    await store.append([{ step: 900, ...lost, finishedAt: noon - hour }], { run: "old", at: noon + hour });
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "resolved" });
    await store.append([{ step: 3, ...lost }], { run: "neighbour", at: noon + hour });
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "open", reopened: { run: "neighbour" } });
  });

  test("an eval step says nothing about how far training had come", async () => {
    const store = tested();
    await store.append([
      { step: 5, ...lost },
      { step: 60, split: "eval", ...lost },
    ]);
    await decide(store, "session_lost", "resolve", noon);
    await store.append([{ step: 6, ...lost }], { at: noon + hour });
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "open", reopened: { step: 6 } });
  });

  test("what reopened it was retried with success: it is resolved again, and the history says so", async () => {
    const store = tested();
    await store.append([{ step: 5, ...lost }]);
    await decide(store, "session_lost", "resolve", noon);
    await store.append([{ step: 6, group: "a", sample: 0, ...lost }], { at: noon + hour });
    expect((await findIssue(store, "session_lost")).state).toBe("open");
    await store.append([{ step: 6, group: "a", sample: 0, attempt: 1 }], { at: noon + hour });
    const issue = await findIssue(store, "session_lost");
    expect([issue.state, issue.reopened]).toEqual(["resolved", null]);
    expect(issue.history.map(({ act }) => act)).toEqual(["resolve", "reopened", "withdrawn"]);
  });

  test("a rebuild reopens nothing that was not, and says nothing twice", async () => {
    const store = tested();
    await store.append([{ step: 5, ...lost }]);
    await decide(store, "session_lost", "resolve", noon);
    await store.append([{ step: 6, ...lost }], { at: noon + hour });
    const before = await findIssue(store, "session_lost");
    await store.store.writer.rebuildSummaries();
    expect(await findIssue(store, "session_lost")).toEqual(before);
  });

  test("ignored up to a rate, it opens in a step that is surely above it, once the step is known whole", async () => {
    const store = tested();
    await store.setRun({ expectedPerStep: 64 });
    await store.append([...times(63, { step: 5 }), { step: 5, ...lost }]);
    await decide(store, "session_lost", "ignore", noon, 0.1);
    // 11 of 64 is 17%, and surely only 10%; three that came first are 3 of 64.
    await store.append([...times(11, { step: 6, ...lost }), ...times(53, { step: 6 })], { at: noon + hour });
    await store.append(times(3, { step: 7, ...lost }), { at: noon + hour });
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "ignored" });
    await store.append(times(9, { step: 7, ...lost }), { at: noon + hour });
    expect(await findIssue(store, "session_lost")).toMatchObject({
      state: "open",
      reopened: { because: "above_rate", step: 7 },
    });
  });

  test("where nothing was declared, failures that return first prove nothing", async () => {
    const store = tested();
    await store.append([...times(63, { step: 5 }), { step: 5, ...lost }]);
    await decide(store, "session_lost", "ignore", noon, 0.1);
    await store.append(times(12, { step: 6, ...lost }), { at: noon + hour });
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "ignored" });
    await store.append(times(20, { step: 7 }), { at: noon + hour });
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "open", reopened: { step: 6 } });
  });

  test("of two who decide at once one wins, and the other is told what happened", async () => {
    const store = tested();
    await store.append([{ step: 1, ...lost }]);
    const { id, version } = await findIssue(store, "session_lost");
    const { triage } = store.store;
    const act = (type: TriageAct["type"]) => ({ type, untilRate: null });
    const both = await Promise.allSettled([
      triage.changeIssue(id, { version, by: "mira", act: act("resolve") }, noon),
      triage.changeIssue(id, { version, by: "jo", act: act("ignore") }, noon),
    ]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(both[1]).toMatchObject({
      reason: {
        code: "conflict",
        message: `mira resolved issue ${id} at 2026-08-03T12:00:00.000Z. Nothing of yours was changed. Look at it as it is now, and decide again.`,
      },
    });
    expect(await findIssue(store, "session_lost")).toMatchObject({ state: "resolved", decision: { by: "mira" } });
  });

  test("owner and notes are kept with their times, and a note costs nobody their decision", async () => {
    const store = tested();
    await store.append([{ step: 1, ...lost }]);
    const { id, version } = await findIssue(store, "session_lost");
    const { triage } = store.store;
    expect(await triage.addIssueNote(id, "pool b again", "jo", noon + 1)).toBe(true);
    expect(await triage.changeIssue(id, { version, by: "mira", owner: "jo" }, noon + 2)).toBe(true);
    expect(await findIssue(store, "session_lost")).toMatchObject({
      owner: "jo",
      state: "open",
      history: [
        { act: "note", text: "pool b again", by: "jo", at: noon + 1 },
        { act: "own", owner: "jo", by: "mira", at: noon + 2 },
      ],
    });
    expect(await triage.addIssueNote(id + 1, "nobody's", "jo", noon)).toBe(false);
    expect(await triage.changeIssue(id + 1, { version: 1, by: "jo", owner: "jo" }, noon)).toBe(false);
  });
};
