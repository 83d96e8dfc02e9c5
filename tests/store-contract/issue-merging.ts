import { expect, test } from "vitest";
import { failed, noon, type Promises, present, type TestedStore } from "../tested-store";
import { decide, findIssue, hour, list, lostBecause } from "./issue-words";

async function mergeTwo(store: TestedStore): Promise<{ kept: number; gone: number }> {
  await store.append([
    { step: 1, ...lostBecause("no session left") },
    { step: 1, ...lostBecause("no session left") },
    { step: 2, ...lostBecause("no sessions left") },
  ]);
  const kept = (await findIssue(store, "no session left")).id;
  const gone = (await findIssue(store, "no sessions left")).id;
  expect(await store.store.triage.mergeIssue(gone, kept, "mira", noon)).toBe(true);
  return { kept, gone };
}

export const issueMergingPromises: Promises = (tested) => {
  test("moves what is counted and new occurrences, keeps a log, and comes back form by form", async () => {
    const store = tested();
    const { kept, gone } = await mergeTwo(store);
    await store.append([{ step: 3, ...lostBecause("no sessions left") }]);
    const merged = present(await store.store.reader.readIssue(kept));
    expect(merged).toMatchObject({ template: "no session left", count: 4, forms: 2 });
    expect(merged.allForms.map(({ template, count, cameFrom }) => [template, count, cameFrom])).toEqual([
      ["no session left", 2, null],
      ["no sessions left", 2, gone],
    ]);
    expect((await list(store)).issues.map(({ id }) => id)).toEqual([kept]);
    expect(await store.store.reader.readIssue(gone)).toMatchObject({ mergedInto: kept, template: "no sessions left" });
    expect((await store.rollouts({ issue: kept })).total).toBe(4);

    const { fingerprint } = present(merged.allForms[1]);
    expect(await store.store.triage.unmergeIssue(kept, fingerprint, "jo", noon + 1)).toBe(gone);
    expect(await store.store.reader.readIssue(gone)).toMatchObject({
      mergedInto: null,
      count: 2,
      history: [
        { act: "merge", from: gone, to: kept, by: "mira", templates: ["no sessions left"] },
        { act: "unmerge", from: kept, to: gone, by: "jo" },
      ],
    });
    expect((await store.rollouts({ issue: kept })).total).toBe(2);
  });

  test("survives a rebuild", async () => {
    const store = tested();
    const { kept } = await mergeTwo(store);
    const before = await store.store.reader.readIssue(kept);
    await store.store.writer.rebuildSummaries();
    expect(await store.store.reader.readIssue(kept)).toEqual(before);
  });

  test("nothing is done about one that was merged; its only form stays where it is", async () => {
    const store = tested();
    const { kept, gone } = await mergeTwo(store);
    const { triage, reader } = store.store;
    const { version } = present(await reader.readIssue(gone));
    await expect(triage.changeIssue(gone, { version, by: "jo", owner: "jo" }, noon)).rejects.toMatchObject({
      code: "conflict",
      message: `Issue ${gone} was merged into issue ${kept}; nothing was changed. Go on with that one.`,
    });
    const forms = present(await reader.readIssue(kept)).allForms;
    await triage.unmergeIssue(kept, present(forms[1]).fingerprint, "jo", noon);
    await expect(triage.unmergeIssue(kept, present(forms[0]).fingerprint, "jo", noon)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("a form that began in an issue becomes a new one", async () => {
    const store = tested();
    const { kept, gone } = await mergeTwo(store);
    const own = present(
      present(await store.store.reader.readIssue(kept)).allForms.find((form) => form.cameFrom === null),
    );
    const made = present(await store.store.triage.unmergeIssue(kept, own.fingerprint, "jo", noon));
    expect([kept, gone]).not.toContain(made);
    expect(await store.store.reader.readIssue(made)).toMatchObject({ count: 2, template: "no session left" });
  });

  test("takes over what is seen of it: a resolved issue opens by a form that was seen later", async () => {
    const store = tested();
    await store.append([{ step: 1, ...lostBecause("one") }]);
    await decide(store, "one", "resolve", noon);
    await store.append([{ step: 2, ...lostBecause("two") }], { at: noon + hour });
    const [one, two] = [(await findIssue(store, "one")).id, (await findIssue(store, "two")).id];
    await store.store.triage.mergeIssue(two, one, "mira", noon + hour);
    expect(await store.store.reader.readIssue(one)).toMatchObject({ state: "open", reopened: { step: 2 } });
  });

  test("is suggested for templates that say nearly the same, within a kind", async () => {
    const store = tested();
    await store.append([
      { step: 1, ...lostBecause("reset failed: no free session in pool") },
      { step: 1, ...lostBecause("reset failed: no free browser session in pool") },
      { step: 1, ...failed, failureReason: "reset failed: no free session in pool" },
      { step: 1, ...lostBecause("the page crashed while it was loading") },
    ]);
    const { suggestions } = await findIssue(store, "session_lost reset failed: no free session");
    // 7 and 8 words, 7 in common: 14 of 15.
    expect(suggestions).toMatchObject([{ template: "reset failed: no free browser session in pool", count: 1 }]);
    expect(present(suggestions[0]).similarity).toBeCloseTo(14 / 15, 10);
  });
};
