import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireStepGroups } from "@/lib/wire/step-groups";
import { type RealServer, startServer } from "../real-server";
import { Talk } from "./talk";

let server: RealServer;
let talk: Talk;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
});

afterAll(async () => {
  await server.stop();
});

const lost = { reward: 0, mask_sample: true, failure_kind: "session_lost" };

/** A group of one step: each member by what was sent of it. */
function group(step: number, name: string, members: readonly object[]) {
  return members.map((member, sample) => ({ step, group: name, sample, ...member }));
}

const known = [{ reward: 1 }, { reward: 1, mask_sample: true }, { reward: 0 }, { reward: 0 }];
const survivor = [{ reward: 1 }, ...Array.from({ length: 7 }, () => lost)];

describe("what failures did to learning", () => {
  test("rewards 1, 1, 0, 0, the second no evidence: in the estimator that the run tells, without sending a row again", async () => {
    await talk.post("known", group(1, "g", known));
    const shifts: (number | null | undefined)[] = [];
    for (const baseline of ["mean", "leave_one_out"]) {
      for (const normalised of [false, true]) {
        await talk.ask("PUT", "/api/v1/runs/known", { world: "loss_mask_only", baseline, normalised });
        const [bucket] = await talk.buckets("known", { resolution: 10 });
        shifts.push(bucket?.learning.advantage_shift);
      }
    }
    // Known: 0.5, −0.5, −0.5 against 0.667, −0.333, −0.333, and so on in the other three.
    expect(shifts.map((shift) => Number(shift?.toFixed(3)))).toEqual([0.167, 0.289, 0.222, 0.385]);
  });

  test("one survivor among seven failures: +0.875, normalised +2.475; evidence only, no signal", async () => {
    await talk.post("survivor", group(61, "g", survivor));
    const read = async (told: object) => {
      await talk.ask("PUT", "/api/v1/runs/survivor", told);
      return (await talk.buckets("survivor", { resolution: 10 }))[0]?.learning;
    };
    const groups = { prompts: 1, groups: 1, touched: 1 };
    expect(await read({})).toEqual({ ...groups, no_signal: 0, advantage_shift: 0.875, touched_weight: 1 });
    expect(await read({ normalised: true })).toMatchObject({ advantage_shift: expect.closeTo(2.475, 3) });
    expect(await read({ world: "evidence_only" })).toEqual({
      ...groups,
      no_signal: 1,
      advantage_shift: 0,
      touched_weight: null,
    });
    expect((await talk.steps("survivor"))[0]?.groups).toMatchObject({
      touched: 1,
      no_signal: 1,
      advantage_shift: 0.875,
    });
  });

  test("failed rollouts vote once the run says that they train as zero", async () => {
    await talk.post(
      "failed",
      group(1, "g", [{ reward: 1 }, { outcome: "failed" }, { outcome: "failed" }, { outcome: "failed" }]),
    );
    const shift = async () => (await talk.steps("failed"))[0]?.groups.advantage_shift;
    expect(await shift()).toBe(0);
    await talk.ask("PUT", "/api/v1/runs/failed", { on_failed: "zero" });
    expect(await shift()).toBe(0.75);
  });

  test("groups of one are counted, and have no worlds", async () => {
    await talk.post("alone", [...group(1, "a", [{ reward: 1 }]), ...group(1, "b", [lost])]);
    const [bucket] = await talk.buckets("alone", { resolution: 10 });
    expect(bucket?.learning).toEqual({
      prompts: 2,
      groups: 0,
      touched: 0,
      no_signal: 0,
      advantage_shift: null,
      touched_weight: null,
    });
  });
});

describe("the trainer's world", () => {
  test("is inferred from the advantages that rows carry, and goes before what is assumed", async () => {
    // Evidence only, leave one out: 1, −0.5, −0.5, and 0 for what it leaves out.
    const told = known.map((member, at) => ({ ...member, advantage: [1, 0, -0.5, -0.5][at] }));
    await talk.post("inferred", group(1, "g", told));
    expect((await talk.run("inferred")).inference).toEqual({
      state: "inferred",
      world: "evidence_only",
      fits: [{ world: "evidence_only", baseline: "leave_one_out", normalised: false }],
      agreed: { count: 4, n: 4 },
    });
    expect((await talk.buckets("inferred", { resolution: 10 }))[0]?.learning.advantage_shift).toBe(0);
  });

  test("is not told where no row carries an advantage", async () => {
    await talk.post("silent", group(1, "g", known));
    expect((await talk.run("silent")).inference).toEqual({ state: "not_told" });
  });
});

describe("a step's groups", () => {
  const Page = WireStepGroups;

  test("come with their rollouts, both means, and the steps on either side", async () => {
    await talk.post("grouped", [
      ...group(3, "g", [{ reward: 1 }, lost]),
      ...group(3, "f", [{ reward: 0 }, { reward: 0 }]),
      ...group(5, "g", [{ reward: 1 }]),
    ]);
    const answer = Page.parse(await talk.get("/api/v1/runs/grouped/steps/3/groups?order=lost"));
    expect(answer).toMatchObject({ step: 3, previous: null, next: 5, total: 2, largest: 2, next_offset: null });
    expect(answer.groups.map(({ group: name }) => name)).toEqual(["g", "f"]);
    expect(answer.groups[0]).toMatchObject({
      size: 2,
      counts: { scored: 1, masked: 1, unscored: 0, failed: 0, omitted: 0 },
      evidence: { n: 1, mean: 1 },
      as_scored: { n: 2, mean: 0.5 },
      rollouts: [
        { sample: 0, outcome: "scored", reward: 1, failure_kind: null },
        { sample: 1, outcome: "masked", reward: 0, failure_kind: "session_lost" },
      ],
    });
    expect(answer.rewards.map(({ reward, outcome, count }) => [reward, outcome, count])).toEqual([
      [0, "scored", 2],
      [0, "masked", 1],
      [1, "scored", 1],
    ]);
  });

  test("come in pages, filtered by environment and by launch", async () => {
    const rows = group(1, "g", [
      { reward: 1, environment: "a" },
      { reward: 0, environment: "b" },
    ]);
    await talk.post("paged", rows, { segment: "first" });
    await talk.post("paged", group(1, "g", [{ reward: 0.5, environment: "a" }]), { segment: "second" });
    const read = async (query: string) => Page.parse(await talk.get(`/api/v1/runs/paged/steps/1/groups?${query}`));
    const now = await read("");
    expect(now.groups.map(({ rollouts }) => rollouts.map(({ reward }) => reward))).toEqual([[0.5]]);
    expect(now.segments).toEqual([
      { segment: "first", counts: false },
      { segment: "second", counts: true },
    ]);
    const before = await read("segment=first&rollouts=1");
    expect([before.total, before.next_offset, before.groups[0]?.environment]).toEqual([2, 1, "a"]);
    const rest = await read("segment=first&rollouts=1&offset=1");
    expect([rest.next_offset, rest.groups[0]?.environment]).toEqual([null, "b"]);
    expect((await read("segment=first&environment=b")).total).toBe(1);
  });

  test("are none where the step was never heard of, whose neighbours are named all the same", async () => {
    await talk.post("between", [{ step: 2 }, { step: 9 }]);
    expect(await talk.get("/api/v1/runs/between/steps/4/groups")).toMatchObject({ total: 0, previous: 2, next: 9 });
    expect((await talk.ask("GET", "/api/v1/runs/nowhere/steps/4/groups")).status).toBe(404);
    expect((await talk.ask("GET", "/api/v1/runs/between/steps/4/groups?order=worst")).status).toBe(400);
  });
});
