import { describe, expect, test } from "vitest";
import { inferWorld, type ToldMember } from "./infer-world";
import { baselines, worlds } from "./run";
import { indices, Random } from "./scenario/random";
import { gatherGroups } from "./summarise-worlds";
import { type Estimator, judgeGroup, type WorldMember } from "./worlds";

const untold = { onFailed: null, failureReward: 0 } as const;

/** Forty groups of 8 with rewards 0 and 1, a fifth of the rollouts masked at 0. */
function drawGroups(maskedShare = 0.2): WorldMember[][] {
  const random = new Random(7);
  return indices(40).map(() =>
    indices(8).map(() =>
      random.chance(maskedShare)
        ? { outcome: "masked", reward: 0 }
        : { outcome: "scored", reward: random.chance(0.4) ? 1 : 0 },
    ),
  );
}

type Dump = (advantage: number | null, member: WorldMember) => Partial<ToldMember>;

function tell(groups: readonly WorldMember[][], world: (typeof worlds)[number], estimator: Estimator, dump: Dump) {
  return groups.map((members) => {
    const judged = judgeGroup(members, estimator, untold);
    if (judged.state === "one_member") throw new Error("the group has no worlds");
    return members.map((member, at): ToldMember => {
      const advantage = judged.worlds[world][at] ?? null;
      return { ...member, advantage: null, disposition: null, ...dump(advantage, member) };
    });
  });
}

/** As a trainer dumps it: in single precision, after an epsilon, 0 for what it leaves out. */
const zeroes: Dump = (advantage) => ({ advantage: Math.fround((advantage ?? 0) / (1 + 2e-4)) });

const cases = worlds.flatMap((world) =>
  baselines.flatMap((baseline) => [false, true].map((normalised) => ({ world, baseline, normalised }))),
);

describe("the world of a trainer that tells its advantages, 0 for what it leaves out", () => {
  test.each(cases)("$world, $baseline, normalised $normalised", (candidate) => {
    const inferred = inferWorld(tell(drawGroups(), candidate.world, candidate, zeroes), untold);
    if (candidate.world === "as_scored") {
      // An advantage on a masked row may yet be multiplied by 0.
      expect(inferred).toEqual({
        state: "ambiguous",
        because: "several_worlds_fit",
        fits: [candidate, { ...candidate, world: "loss_mask_only" }],
      });
    } else {
      expect(inferred).toMatchObject({ state: "inferred", world: candidate.world, fits: [candidate] });
      if (inferred.state === "inferred") expect(inferred.agreed.count).toBe(inferred.agreed.n);
    }
  });

  test("a stale row in eighty changes nothing", () => {
    const told = tell(drawGroups(), "evidence_only", { baseline: "mean", normalised: false }, zeroes);
    const stale = told.map((members, group) =>
      members.map((member, at) => (group % 10 === 0 && at === 0 ? { ...member, advantage: 9 } : member)),
    );
    expect(inferWorld(stale, untold)).toMatchObject({ state: "inferred", world: "evidence_only" });
  });

  test("dispositions tell a loss mask from a trainer that ignores flags, where both dump the same number", () => {
    const estimator = { baseline: "mean", normalised: false } as const;
    const groups = drawGroups();
    const masking = tell(groups, "as_scored", estimator, (advantage, { outcome }) => ({
      advantage,
      disposition: outcome === "masked" ? "loss_masked" : "trained",
    }));
    expect(inferWorld(masking, untold)).toMatchObject({ state: "inferred", world: "loss_mask_only" });
    const training = tell(groups, "as_scored", estimator, (advantage) => ({ advantage, disposition: "trained" }));
    expect(inferWorld(training, untold)).toMatchObject({ state: "inferred", world: "as_scored" });
  });

  test("from the rows of a step as they came, groups mixed", () => {
    const told = tell(drawGroups(), "evidence_only", { baseline: "mean", normalised: true }, zeroes);
    const rows = told.flatMap((members, group) =>
      members.map((member) => ({ ...member, group: String(group), environment: null })),
    );
    const inferred = inferWorld(gatherGroups(new Random(1).shuffled(rows)), untold);
    expect(inferred).toMatchObject({ state: "inferred", world: "evidence_only" });
  });

  test("groups that were filtered without an advantage were dropped", () => {
    const told = tell(drawGroups(0.1), "drop_group", { baseline: "mean", normalised: true }, (advantage) =>
      advantage === null ? { disposition: "filtered" } : { advantage },
    );
    expect(inferWorld(told, untold)).toMatchObject({ state: "inferred", world: "drop_group" });
  });
});

describe("says so where it cannot tell", () => {
  test("no advantage at all, or only in groups of one", () => {
    const none = tell(drawGroups(), "as_scored", { baseline: "mean", normalised: false }, () => ({}));
    expect(inferWorld(none, untold)).toEqual({ state: "not_told" });
    const lone: ToldMember = { outcome: "scored", reward: 1, advantage: 0.3, disposition: null };
    expect(inferWorld([[lone]], untold)).toEqual({ state: "not_told" });
    expect(inferWorld([], untold)).toEqual({ state: "not_told" });
  });

  test("nothing was ever lost: the estimator shows, the world does not", () => {
    const told = tell(drawGroups(0), "evidence_only", { baseline: "leave_one_out", normalised: false }, zeroes);
    const inferred = inferWorld(told, untold);
    expect(inferred).toMatchObject({ state: "ambiguous", because: "no_touched_groups" });
    expect(inferred.state === "ambiguous" && inferred.fits).toEqual(
      worlds.map((world) => ({ world, baseline: "leave_one_out", normalised: false })),
    );
  });

  test("another estimator: rewards less a constant", () => {
    const told = tell(drawGroups(), "as_scored", { baseline: "mean", normalised: false }, (_, { reward }) => ({
      advantage: (reward ?? 0) - 0.15,
    }));
    expect(inferWorld(told, untold)).toMatchObject({ state: "none_fits" });
  });
});
