import { expect, it } from "vitest";
import { type DrawnRun, drawRun } from "./drawn-run";
import { agentRunError, judgeUnparseable, sessionLost } from "./fate";
import { fixedClock } from "./scenario";

const plan: DrawnRun = {
  name: "bench",
  seed: 3,
  environment: "browser_agent",
  rolloutsPerStep: 64,
  groupSize: 8,
  failureFields: true,
  phases: [
    { steps: 100, solvedRate: 0.5, failures: [[judgeUnparseable, 0.1]] },
    {
      steps: 100,
      solvedRate: 0.5,
      failures: [
        [sessionLost, 0.3],
        [agentRunError, 0.2],
      ],
    },
  ],
};

const rows = [...drawRun(plan).stepsOf(fixedClock)].flatMap((step) => step.rows.map(({ row }) => row));
const early = rows.filter((row) => row.step <= 100);
const late = rows.filter((row) => row.step > 100);

function share(members: typeof rows, test: (row: (typeof rows)[number]) => boolean): number {
  return members.filter(test).length / members.length;
}

it("draws each phase at its rates, within what 6,400 rollouts allow", () => {
  expect([early.length, late.length]).toEqual([6_400, 6_400]);
  expect(share(early, (row) => row.failure_kind === "judge_unparseable" && row.mask_sample === undefined)).toBeCloseTo(
    0.1,
    1,
  );
  expect(share(early, (row) => row.reward === 1)).toBeCloseTo(0.5, 1);
  expect(share(late, (row) => row.mask_sample === true)).toBeCloseTo(0.3, 1);
  expect(share(late, (row) => row.outcome === "failed" && row.reward === undefined)).toBeCloseTo(0.2, 1);
});

it("does not change a step when phases are added after it", () => {
  const [first] = plan.phases;
  if (first === undefined) throw new Error("the plan has phases");
  const shorter = [...drawRun({ ...plan, phases: [first] }).stepsOf(fixedClock)];
  expect(shorter.flatMap((step) => step.rows.map(({ row }) => row))).toEqual(early);
});
