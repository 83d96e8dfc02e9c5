import { expect, test } from "vitest";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { failed, lost, noon, type Promises, type TestedStore, times } from "../tested-store";

const onPool = (pool: string) => ({ labels: [["pool", pool] as const] });

async function tally(store: TestedStore, filter: Partial<StepFilter> = {}) {
  const found = await store.store.reader.readTally({ run: store.run, split: "train", labels: [], ...filter });
  return (
    found && {
      rollouts: found.rollouts,
      issues: found.issues.map(({ kind, template, count }) => [kind, template, count]).sort(),
      labels: found.labels.map(({ name, value, count }) => [name, value, count]).sort(),
    }
  );
}

const sessionLost = (count: number) => ["session_lost", "reset: no session in <duration>", count];
const agentFailed = (count: number) => ["agent_run_error", "the agent raised", count];

export const tallyPromises: Promises = (tested) => {
  const fill = async () => {
    await tested().append([
      ...times(3, { step: 1, environment: "browser", ...onPool("a") }),
      ...times(2, { step: 1, environment: "browser", ...onPool("b"), ...lost }),
      { step: 2, environment: "code", ...failed },
      ...times(2, { step: 2, environment: "browser", ...onPool("b"), ...lost }),
      { step: 3, split: "eval", ...onPool("a"), ...lost },
    ]);
  };

  test("issues and labels of a run are counted over the steps asked for", async () => {
    const store = tested();
    await fill();
    const labels = [
      ["pool", "a", 3],
      ["pool", "b", 4],
    ];
    expect(await tally(store)).toEqual({ rollouts: 8, issues: [agentFailed(1), sessionLost(4)], labels });
    expect(await tally(store, { from: 2, to: 2 })).toEqual({
      rollouts: 3,
      issues: [agentFailed(1), sessionLost(2)],
      labels: [["pool", "b", 2]],
    });
    expect(await tally(store, { split: "eval" })).toMatchObject({ rollouts: 1, issues: [sessionLost(1)] });
    expect(await tally(store, { from: 7, to: 9 })).toEqual({ rollouts: 0, issues: [], labels: [] });
    expect(await tally(store, { run: "nowhere" })).toBeNull();
  });

  test("of one environment, or with a label, rows are counted", async () => {
    const store = tested();
    await fill();
    expect(await tally(store, { environment: "code" })).toEqual({ rollouts: 1, issues: [agentFailed(1)], labels: [] });
    expect(await tally(store, { labels: [["pool", "b"]], from: 1, to: 1 })).toEqual({
      rollouts: 2,
      issues: [sessionLost(2)],
      labels: [["pool", "b", 2]],
    });
  });

  test("older attempts and steps that a newer launch ran again count in neither", async () => {
    const store = tested();
    const one = { step: 5, group: "g", sample: 0, ...onPool("a") };
    await store.append([
      { ...one, ...lost, attempt: 0 },
      { ...one, attempt: 1 },
    ]);
    expect(await tally(store)).toEqual({ rollouts: 1, issues: [], labels: [["pool", "a", 1]] });
    await store.addSegment("resume", noon + 1_000, 5);
    await store.append([{ step: 5, ...onPool("b"), ...failed }]);
    expect(await tally(store)).toEqual({ rollouts: 1, issues: [agentFailed(1)], labels: [["pool", "b", 1]] });
  });
};
