import { describe, expect, test } from "vitest";
import { describeDifference } from "@/lib/core/difference/describe-difference";
import type { Rollout } from "@/lib/core/rollout";
import { failed, lost, noon, type Promises, present, times } from "../tested-store";
import { counts, decide, findIssue, hour, list, lostBecause } from "./issue-words";

export const issuePromises: Promises = (tested, clock) => {
  test("reasons that differ in their holes are one issue, across runs, with steps, counts and samples", async () => {
    const store = tested();
    await store.append([
      { step: 1 },
      { step: 1, ...lostBecause("session 5f0c9a1be77d gone") },
      { step: 2, ...lostBecause("session 0a1b2c3d4e5f gone"), finishedAt: noon - hour },
      { step: 2, ...failed },
    ]);
    await store.append([{ step: 9, ...lostBecause("session 77aa88bb99cc gone") }], { run: "neighbour" });

    expect(await counts(store)).toEqual([
      {
        kind: "session_lost",
        template: "session <id> gone",
        count: 3,
        state: "open",
        steps: [
          ["browser agent", 1, 2],
          ["neighbour", 9, 9],
        ],
      },
      {
        kind: "agent_run_error",
        template: "the agent raised",
        count: 1,
        state: "open",
        steps: [["browser agent", 2, 2]],
      },
    ]);
    const issue = await findIssue(store, "session");
    expect(issue).toMatchObject({
      outcomes: { scored: 0, masked: 3, unscored: 0, failed: 0, omitted: 0 },
      share: { count: 3, n: 4 },
      runs: 2,
      standing: "new",
    });
    const series = issue.series.find(({ run }) => run === store.run);
    expect(series?.points).toEqual([
      { from: 1, to: 1, count: 1, n: 2, max: 0.5 },
      { from: 2, to: 2, count: 1, n: 2, max: 0.5 },
    ]);
    expect(issue.samples.map(({ reason, step }) => [reason, step])).toEqual([
      ["session 5f0c9a1be77d gone", 1],
      ["session 0a1b2c3d4e5f gone", 2],
      ["session 77aa88bb99cc gone", 9],
    ]);
  });

  test("a kind alone, a masked row and a failed one without a kind are issues too; a plain zero is none", async () => {
    const store = tested();
    await store.append([
      { step: 1, reward: 0 },
      { step: 1, failureKind: "judge_unparseable" },
      { step: 1, outcome: "masked", reward: 0, maskSources: ["mask_sample"] },
      { step: 1, outcome: "failed", reward: null, rewardState: "absent" },
    ]);
    const { issues } = await list(store);
    expect(issues.map(({ kind, template }) => `${kind}: ${template}`).sort()).toEqual([
      "(failed, no kind): (no reason)",
      "(masked, no kind): (no reason)",
      "judge_unparseable: (no reason)",
    ]);
  });

  test("rollouts are listed by their issue, and each says which it has", async () => {
    const store = tested();
    await store.append([{ step: 1 }, { step: 1, ...lost }, { step: 2, ...lost }, { step: 2, ...failed }]);
    const { id } = await findIssue(store, "session_lost");
    const { rollouts, total } = await store.rollouts({ issue: id });
    expect(rollouts.map(({ step, issue }) => [step, issue])).toEqual([
      [1, id],
      [2, id],
    ]);
    expect(total).toBe(2);
    expect((await store.rollouts({ issue: id, from: 2 })).total).toBe(1);
    expect((await store.rollouts({ outcome: "scored" })).rollouts.map(({ issue }) => issue)).toEqual([null]);
  });

  test("a retry that succeeds leaves no trace, in whatever order it comes", async () => {
    const store = tested();
    const place = { step: 1, group: "a", sample: 0 };
    await store.append([{ ...place, ...lost }]);
    expect(await counts(store)).toHaveLength(1);
    await store.append([{ ...place, attempt: 1 }]);
    expect(await counts(store)).toEqual([]);
    await store.append([
      { ...place, step: 2, attempt: 1 },
      { ...place, step: 2, ...lost },
    ]);
    expect(await counts(store)).toEqual([]);
  });

  test("steps that a newer segment ran again count no more", async () => {
    const store = tested();
    await store.append([
      { step: 1, segment: "one", ...lost },
      { step: 2, segment: "one", ...lost },
    ]);
    await store.addSegment("two", noon + 1, 2);
    expect(await counts(store)).toMatchObject([{ count: 1, steps: [["browser agent", 1, 1]] }]);
  });

  test("a rebuild and another order of rows make the same, and keep what people did and the numbers", async () => {
    const store = tested();
    const rows = [
      { step: 1, id: "a", ...lostBecause("session 5f0c9a1be77d gone") },
      { step: 2, id: "b", ...lostBecause("session 0a1b2c3d4e5f gone") },
      { step: 2, id: "c", ...failed },
    ];
    await store.append(rows);
    for (const row of [...rows].reverse()) {
      await store.append([row], { run: "reversed" });
      await store.store.writer.summariseDirtySteps(null);
    }
    const own = (await counts(store, { run: store.run })) as unknown[];
    const reversed = JSON.parse(
      JSON.stringify(await counts(store, { run: "reversed" })).replaceAll("reversed", store.run),
    );
    expect(reversed).toEqual(own);

    await decide(store, "session", "acknowledge", noon);
    const before = [await list(store), await findIssue(store, "session")];
    await store.store.writer.rebuildSummaries();
    expect([await list(store), await findIssue(store, "session")]).toEqual(before);
  });

  test("at most 200 issues of a kind are listed, by count, and the others are counted", async () => {
    const store = tested();
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const reasons = [...letters].flatMap((a) => [...letters].map((b) => `cause ${a}${b}`)).slice(0, 203);
    await store.append([...reasons, "cause aa"].map((reason) => ({ step: 1, ...lostBecause(reason) })));
    const { issues, others, total } = await list(store, { limit: 500 });
    expect([issues.length, total]).toEqual([200, 200]);
    expect(issues[0]).toMatchObject({ template: "cause aa", count: 2 });
    expect(others).toEqual([{ kind: "session_lost", issues: 3, count: 3 }]);
  });

  test("the queue has new ones first, then reopened, rising and ongoing, and pages through each once", async () => {
    const store = tested();
    await store.append([
      ...[1, 2].flatMap((step) => times(20, { step })),
      { step: 1, ...lostBecause("reopened") },
      { step: 1, ...lostBecause("known") },
    ]);
    await decide(store, "reopened", "resolve", noon);
    await decide(store, "known", "acknowledge", noon);
    await store.append([{ step: 3, ...lostBecause("reopened") }], { at: noon + hour });
    // 30 of the 231 of steps 3 to 12, surely above 9.2%, where 0 of 42 was, surely below 8.4%.
    for (let step = 3; step < 14; step++) await store.append(times(20, { step }), { at: noon + hour });
    await store.append(times(30, { step: 10, ...lostBecause("grows") }), { at: noon + hour });
    clock.now = noon + 26 * hour;
    await store.append([{ step: 14, ...lostBecause("fresh") }], { at: clock.now });
    const pages = [await list(store, { sort: "queue", limit: 3 })];
    pages.push(await list(store, { sort: "queue", limit: 3, after: present(pages[0]).next }));
    expect(pages.flatMap(({ issues }) => issues.map(({ template, standing }) => [template, standing]))).toEqual([
      ["fresh", "new"],
      ["reopened", "reopened"],
      ["grows", "rising"],
      ["known", "ongoing"],
    ]);
    expect(pages.map(({ next }) => next === null)).toEqual([false, true]);
  });

  describe("what disappears", () => {
    test("an issue goes with its last occurrence, unless someone did something about it", async () => {
      const store = tested();
      await store.append([
        { step: 1, ...lost },
        { step: 1, ...failed },
      ]);
      const gone = await findIssue(store, "session_lost");
      const kept = await findIssue(store, "agent raised");
      await store.store.triage.addIssueNote(kept.id, "seen in the logs too", "jo", noon);
      for (const key of await store.keys()) await store.store.writer.deleteRollout(key);
      expect((await list(store)).issues.map(({ id, count }) => [id, count])).toEqual([[kept.id, 0]]);
      expect(await store.store.reader.readIssue(gone.id)).toBeNull();
      expect(await store.store.reader.readIssue(kept.id)).toMatchObject({
        count: 0,
        runs: 0,
        samples: [],
        trend: null,
      });
    });

    test("a deleted run takes its counts with it, and a number is never given again", async () => {
      const store = tested();
      await store.append([{ step: 1, ...lost }]);
      await store.append(
        [
          { step: 1, ...lost },
          { step: 1, ...failed },
        ],
        { run: "neighbour" },
      );
      const last = Math.max(...(await list(store)).issues.map(({ id }) => id));
      await store.store.writer.deleteRun("neighbour");
      expect(await counts(store)).toMatchObject([{ kind: "session_lost", count: 1, steps: [["browser agent", 1, 1]] }]);
      await store.append([{ step: 2, ...failed }]);
      expect((await findIssue(store, "agent raised")).id).toBeGreaterThan(last);
    });
  });

  describe("what is different", () => {
    const onPool = (pool: string): Partial<Rollout> => ({ labels: [["pool", pool]] });

    test("is said of the range, against the others there", async () => {
      const store = tested();
      await store.append([
        ...times(20, { step: 1, ...lost, ...onPool("b") }),
        ...times(20, { step: 1, ...onPool("a") }),
        ...times(40, { step: 2, ...lost, ...onPool("a") }),
      ]);
      const { id } = await findIssue(store, "session_lost");
      const found = present(
        await store.store.reader.readIssueDifference({ of: { issue: id }, run: store.run, from: 1, to: 1 }),
      );
      expect(found).toMatchObject({
        failing: 20,
        others: 20,
        verdict: "separates",
        range: { from: 1, to: 1 },
        baseline: "range",
        causes: [
          { attribute: "label.pool", top: { value: "b", failing: { count: 20, n: 20 }, others: { count: 0, n: 20 } } },
        ],
      });
    });

    test.each([
      ["a kind", { kind: "session_lost" }],
      ["those masked without a kind", { kind: "(masked, no kind)" }],
      ["an outcome", { outcome: "failed" }],
      ["suspected false zeros", { suspected: true }],
    ] as const)("is said of %s as well", async (_, of) => {
      const store = tested();
      await store.append([
        ...times(20, { step: 1, ...lost, ...onPool("b") }),
        ...times(21, { step: 1, ...lost, failureKind: null, ...onPool("b") }),
        ...times(22, { step: 1, ...failed, ...onPool("b") }),
        ...times(23, { step: 1, reward: 0, emptiness: "output_tokens_zero", ...onPool("b") }),
        ...times(40, { step: 1, ...onPool("a") }),
      ]);
      const counted = "kind" in of ? (of.kind === "session_lost" ? 20 : 21) : "outcome" in of ? 22 : 23;
      const found = present(await store.store.reader.readIssueDifference({ of, run: store.run, from: 1, to: 1 }));
      expect(found).toMatchObject({ failing: counted, others: 126 - counted, verdict: "separates" });
      expect(found.causes[0]).toMatchObject({
        attribute: "label.pool",
        top: { value: "b", failing: { count: counted, n: counted } },
      });
    });

    test("where next to all failed alike, is said against the steps before", async () => {
      const store = tested();
      await store.append([
        ...times(20, { step: 4, ...onPool("a") }),
        ...times(20, { step: 5, ...lost, ...onPool("a") }),
      ]);
      const { id } = await findIssue(store, "session_lost");
      expect(await store.store.reader.readIssueDifference({ of: { issue: id }, run: store.run })).toMatchObject({
        verdict: "none_separates",
        baseline: "before",
        range: { from: 5, to: 5 },
        against: { from: 0, to: 4 },
        others: 20,
      });
    });

    test("of nothing is nothing, and of no run there is none", async () => {
      const store = tested();
      await store.append([{ step: 1, ...lost }]);
      await store.append([{ step: 1 }], { run: "healthy" });
      const { id } = await findIssue(store, "session_lost");
      const { reader } = store.store;
      expect(await reader.readIssueDifference({ of: { issue: id }, run: "healthy" })).toEqual({
        ...describeDifference([], []),
        run: "healthy",
        range: null,
        baseline: "range",
        against: null,
        isWhole: true,
      });
      expect(await reader.readIssueDifference({ of: { issue: id }, run: "nowhere" })).toBeNull();
    });
  });
};
