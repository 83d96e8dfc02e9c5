import { expect, test } from "vitest";
import { toRolloutView } from "@/lib/view/filter-terms";
import { toRolloutFilter } from "@/lib/view/rollout-view";
import { failed, lost, noon, type Promises, present } from "../tested-store";

export const filterPromises: Promises = (tested) => {
  const fill = () =>
    tested().append([
      {
        step: 1,
        environment: "browser",
        labels: [
          ["host", "gpu-1"],
          ["pool", "a"],
        ],
        reward: 1,
      },
      {
        step: 1,
        environment: "browser",
        labels: [
          ["host", "gpu-1"],
          ["pool", "b"],
        ],
        ...lost,
      },
      {
        step: 1,
        environment: "code",
        labels: [
          ["host", "gpu-2"],
          ["pool", "b"],
        ],
        reward: 0,
      },
      {
        step: 2,
        environment: "code",
        labels: [
          ["host", "gpu-2"],
          ["pool", "b"],
        ],
        ...failed,
      },
      { step: 2, environment: "code", reward: 0.5 },
      { step: 2, reward: 0.25 },
    ]);

  test("an environment has its own summaries, and their counts add up to the run's", async () => {
    const store = tested();
    await fill();
    expect(await store.steps({ environment: "browser" })).toMatchObject([
      { step: 1, environment: "browser", received: 2, scored: 1, masked: 1, kinds: { session_lost: { count: 1 } } },
    ]);
    expect(await store.steps({ environment: "code" })).toMatchObject([
      { step: 1, received: 1, scored: 1 },
      { step: 2, received: 2, scored: 1, failed: 1, reward: { evidence: { n: 1, mean: 0.5 } } },
    ]);
    expect(await store.steps({ environment: "unheard of" })).toEqual([]);
    expect(await store.steps()).toMatchObject([{ received: 3 }, { received: 3 }]);
  });

  test("labels filter by all of their values at once", async () => {
    const store = tested();
    await fill();
    expect(await store.steps({ labels: [["pool", "b"]] })).toMatchObject([
      { step: 1, received: 2, masked: 1, scored: 1 },
      { step: 2, received: 1, failed: 1 },
    ]);
    expect(
      await store.steps({
        labels: [
          ["host", "gpu-1"],
          ["pool", "b"],
        ],
      }),
    ).toMatchObject([{ step: 1, received: 1, masked: 1 }]);
    expect(await store.steps({ labels: [["pool", "b"]], environment: "code" })).toMatchObject([
      { step: 1, received: 1, environment: "code" },
      { step: 2, received: 1 },
    ]);
    expect(await store.steps({ labels: [["pool", "c"]] })).toEqual([]);
    expect(await store.steps({ labels: [["pool", "a"]], from: 2 })).toEqual([]);
  });

  test("a label filter over everything gives the very numbers of the summaries", async () => {
    const store = tested();
    const labels = [["cluster", "one"]] as const;
    const place = { step: 1, environment: "browser", group: "a", sample: 0, labels };
    await store.append([
      { ...place, ...lost, attempt: 0 },
      { ...place, attempt: 1, reward: 0.5, rewardComponents: [["style", 0.2]] },
      { ...place, sample: 1, ...failed },
      { ...place, sample: 2, reward: 0, emptiness: "output_empty", inputTokens: 7 },
    ]);
    const [whole] = await store.steps();
    expect(await store.steps({ labels })).toEqual([{ ...whole, declared: null }]);
  });

  test("the run says what it can be filtered by, most frequent values first", async () => {
    await fill();
    const run = present(await tested().store.reader.readRun(tested().run));
    expect(run.environments).toEqual(["browser", "code"]);
    expect(run.labels).toEqual({ host: ["gpu-1", "gpu-2"], pool: ["b", "a"] });
  });

  test("rollouts are listed by outcome, kind, group, environment, label, words of the reason, and step", async () => {
    const store = tested();
    await store.append([
      { step: 1, group: "a", sample: 0, reward: 1 },
      { step: 1, group: "a", sample: 1, ...lost },
      { step: 1, group: "b", sample: 0, ...lost, failureKind: null },
      { step: 2, group: "b", sample: 1, ...failed, labels: [["pool", "b"]] },
      { step: 2, ...failed, failureKind: null, failureReason: "Connection reset 100% of the time" },
      { step: 3, split: "eval" },
    ]);
    const [a, b, c, d, e] = await store.keys();
    const shown = (filter: Parameters<typeof store.keys>[0]) => store.keys(filter);
    expect(await shown({ outcome: "masked" })).toEqual([b, c]);
    expect(await shown({ kind: "session_lost" })).toEqual([b]);
    expect(await shown({ kind: "(masked, no kind)" })).toEqual([c]);
    expect(await shown({ kind: "(failed, no kind)" })).toEqual([e]);
    expect(await shown({ kind: "unheard of" })).toEqual([]);
    expect(await shown({ group: "a" })).toEqual([a, b]);
    expect(await shown({ labels: [["pool", "b"]] })).toEqual([d]);
    expect(await shown({ query: "RESET 100%" })).toEqual([e]);
    expect(await shown({ query: "reset" })).toEqual([b, c, e]);
    expect(await shown({ from: 2, to: 2 })).toEqual([d, e]);
    expect(await store.rollouts({ outcome: "masked" })).toMatchObject({ total: 2, next: null });
  });

  test("a filter's conditions hold together with everything else, and what has no value meets only those with not", async () => {
    const store = tested();
    await store.append([
      {
        step: 1,
        group: "a",
        sample: 0,
        reward: 1,
        environment: "browser_a",
        durationMs: 500,
        labels: [["host", "gpu-1"]],
      },
      { step: 1, group: "a", sample: 1, reward: 0, environment: "code", turns: 3, truncated: true, sessionId: "s-1" },
      { step: 2, ...lost, failureReason: "reset: no session in 30 s", labels: [["host", "gpu-2"]], id: "row-3" },
      { step: 3, ...failed, reward: null, failureKind: null, environment: "browser_b", labels: [["host", "gpu-10"]] },
      { step: 4, ...lost, failureKind: null },
      { split: "eval", step: 4, reward: 1 },
    ]);
    const [a, b, c, d, e] = await store.keys();
    const shown = (filter: string) => {
      const { run: _run, ...asked } = toRolloutFilter(store.run, toRolloutView(filter, "oldest"));
      return store.keys(asked);
    };
    const cases: [string, (number | undefined)[]][] = [
      ["env:browser_*", [a, d]],
      ["-env:browser_*", [b, c, e]],
      ["host:gpu-1", [a]],
      ["host:gpu-1,gpu-2", [a, c]],
      ["host:gpu-1*", [a, d]],
      ["-host:gpu-1*", [b, c, e]],
      ["reward:<0.5", [b, c, e]],
      ["-reward:>=0.5", [b, c, d, e]],
      ["kind:session_*", [c]],
      ['kind:session_lost,"(failed, no kind)"', [c, d]],
      ["-kind:session_lost", [a, b, d, e]],
      ["outcome:masked,failed", [c, d, e]],
      ["-outcome:scored", [c, d, e]],
      ["step:2..3", [c, d]],
      ["step:1,4", [a, b, e]],
      ["-step:2..4", [a, b]],
      ["duration:<1s", [a]],
      ["turns:>2", [b]],
      ["truncated:true", [b]],
      ["-truncated:true", [a, c, d, e]],
      ["session:s-*", [b]],
      ["id:row-3", [c]],
      ["SESSION -code", [c, e]],
      ['-"no session"', [a, b, d]],
      ["group:a -reward:0", [a]],
      ["env:nowhere", []],
      ['env:"browser_*"', []],
    ];
    for (const [filter, expected] of cases)
      expect({ filter, keys: await shown(filter) }).toEqual({ filter, keys: expected });
    expect(await shown("split:eval")).toHaveLength(1);
    // By the store's own clock, which stands still at noon.
    expect(await shown("state:live kind:session_*")).toEqual([c]);
    await store.store.writer.setFinished(store.run, "crashed");
    expect(await shown("status:crashed kind:session_* step:>1 host:gpu-2")).toEqual([c]);
    expect(await shown("state:live,finished kind:session_*")).toEqual([]);
    expect(await shown("-state:live host:gpu-2")).toEqual([c]);
    expect(await shown("-issue:1..1000")).toEqual([a, b]);
  });

  test("pages hold every rollout once, in order, whatever it is sorted by", async () => {
    const store = tested();
    const rewards = [0.5, null, -1, 0.5, 2, null, 0];
    await store.append(
      rewards.map((reward, index) => ({ step: 10 - index, reward, durationMs: reward === null ? null : index })),
    );
    const all = await store.keys();
    const [k1, k2, k3, k4, k5, k6, k7] = all;
    const expected = {
      oldest: all,
      newest: [...all].reverse(),
      step: [...all].reverse(),
      reward: [k5, k4, k1, k7, k3, k6, k2],
      duration: [k7, k5, k4, k3, k1, k6, k2],
    } as const;
    for (const sort of ["oldest", "newest", "step", "reward", "duration"] as const) {
      const seen: number[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 4; page++) {
        const { rollouts, next, total } = await store.rollouts({ sort, limit: 2, cursor });
        expect(total).toBe(7);
        seen.push(...rollouts.map((rollout) => rollout.key));
        if (next === null) break;
        cursor = next;
      }
      expect({ sort, seen }).toEqual({ sort, seen: expected[sort] });
    }
    const { next } = await store.rollouts({ sort: "oldest", limit: 2 });
    for (const [sort, cursor] of [
      ["oldest", "no cursor of ours"],
      ["newest", next ?? undefined],
    ] as const) {
      await expect(store.rollouts({ sort, cursor })).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  test("a page goes on where it stopped while rollouts come and go", async () => {
    const store = tested();
    await store.append([{ step: 1 }, { step: 2 }, { step: 3 }, { step: 4 }]);
    const [k1, k2, k3, k4] = await store.keys();
    const { next } = await store.rollouts({ sort: "newest", limit: 2 });
    await store.append([{ step: 5 }]);
    await store.store.writer.deleteRollout(present(k3));
    expect(await store.keys({ sort: "newest", limit: 2, cursor: present(next) })).toEqual([k2, k1]);
    expect(k4).toBeGreaterThan(present(k3));
  });

  test("a rollout is read with its attempts, its siblings and what was kept of its text", async () => {
    const store = tested();
    const place = { step: 1, environment: "browser", group: "a" };
    await store.append(
      [
        {
          ...place,
          sample: 1,
          startedAt: noon,
          finishedAt: noon + 900,
          policyStep: [58, 60],
          sessionId: "s-1",
          turns: 3,
        },
        { ...place, sample: 0 },
        { ...place, sample: 0, environment: "code" },
        { ...place, sample: 0, step: 2 },
      ],
      { payload: (index) => `{"text":"row ${index}, \\u0000 and 🧪"}` },
    );
    const [key] = await store.keys({ environment: "browser", from: 1, to: 1 });
    const detail = present(await store.store.reader.readRollout(present(key)));
    expect(detail.payload).toBe('{"text":"row 0, \\u0000 and 🧪"}');
    expect(detail.rollout).toMatchObject({
      startedAt: noon,
      policyStep: [58, 60],
      sessionId: "s-1",
      turns: 3,
      seenAt: noon,
    });
    expect(detail.attempts).toEqual([]);
    expect(detail.siblings.map(({ sample, step, environment }) => [sample, step, environment])).toEqual([
      [0, 1, "browser"],
      [1, 1, "browser"],
    ]);
    expect(await store.store.reader.readRollout(999_999)).toBeNull();
  });
};
