/** The same story as in run-examples.ts: the groups of its step, and whose the change of its reward is. */
import type { WireAttribution } from "../attribution";
import type { WireStepGroups } from "../step-groups";
import { exampleRun as run } from "./rollout-examples";

const nobody = { advantage: null, disposition: null, suspected: false };

const totals = {
  size: 3,
  counts: { scored: 1, masked: 1, unscored: 0, failed: 1, omitted: 0 },
  evidence: { n: 1, mean: 1 },
  as_scored: { n: 2, mean: 0.5 },
};

export const stepGroups: WireStepGroups = {
  run,
  step: 61,
  split: "train",
  previous: null,
  next: null,
  segments: [{ segment: "first", counts: true }],
  total: 1,
  largest: 3,
  groups: [
    {
      group: "812",
      environment: "browser_agent",
      ...totals,
      rollouts: [
        { rollout: 1, id: null, sample: 0, outcome: "scored", reward: 1, failure_kind: null, ...nobody },
        { rollout: 2, id: null, sample: 1, outcome: "masked", reward: 0, failure_kind: "session_lost", ...nobody },
        { rollout: 3, id: null, sample: 2, outcome: "failed", reward: null, failure_kind: "judge_failed", ...nobody },
      ],
    },
  ],
  next_offset: null,
  environments: [{ environment: "browser_agent", ...totals }],
  rewards: [
    { reward: 0, outcome: "masked", degraded: false, suspected: false, count: 1 },
    { reward: 1, outcome: "scored", degraded: false, suspected: false, count: 1 },
  ],
};

export const attribution: WireAttribution = {
  run,
  before: { from: 51, to: 60, steps: 10, n: 40, evidence: 40 },
  after: { from: 61, to: 61, steps: 1, n: 2, evidence: 1 },
  attribution: { change: -0.25, before: 0.75, after: 0.5, lost: -0.375, survivors: 0.125, policy: 0.125, mix: 0 },
};
