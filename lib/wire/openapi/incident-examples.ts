/** What detection says of a run like the one in run-examples.ts, had it gone on: 64 rollouts a step, lost from step 61 on. */
import type { z } from "zod";
import type { WireIncident } from "../incident";
import type { WireIncidents } from "../incidents";
import type { OverridePost, WireOverride, WireOverrides } from "../override";
import type { WireVerdict } from "../verdict";
import { exampleRun as run } from "./rollout-examples";

const id = "q3VYw0kz1bTf";

const place = {
  series: "kind:session_lost",
  environment: null,
  split: "train",
  segment: "first",
  onset: 61,
  opened: 61,
  last_step: 62,
  end: null,
  state: "open",
  steps: 2,
  complete_steps: 1,
} as const;

const before = { x: 7, n: 3_200, rate: 0.0021875 };
const during = { x: 117, n: 128, rate: 0.9140625 };
const range: [number, number] = [61, 61];

const incident: WireIncident = {
  id,
  words: "Critical since step 61: 91% of rollouts come back as session_lost, before 0.2%",
  ...place,
  detector: "rate",
  onset_range: range,
  onset_at: "2026-08-03T14:02:31.309Z",
  policy_steps: [60, 60],
  opened_at: "2026-08-03T14:02:12.480Z",
  severity: "critical",
  expected: false,
  share: 0.911875,
  before,
  during,
  excess: 116.68,
  evidence_left: { rollouts: 11, groups: 6 },
  reward: {
    cause: "not_measurable",
    evidence: { before: { n: 400, mean: 0.1545, se: 0.0064 }, during: { n: 6, mean: 0.0833, se: 0.0833 } },
    as_scored: { before: { n: 3_200, mean: 0.1545 }, during: { n: 128, mean: 0.0078125 } },
    no_signal: { count: 14, n: 16 },
    survivors_only: true,
    attribution: null,
  },
  groups: { n: 16, touched: 16, no_signal: 14, advantage_shift: 0.11 },
  precursors: [{ kind: "session_lost", count: 7, degraded: 0, steps: 6, first_step: 18, last_step: 59 }],
  also: ["any_failure", "masked"],
  shifts: [
    {
      ...place,
      detector: "rate",
      onset_range: range,
      before,
      during,
      excess: 116.68,
      evidence: {
        score: 143.2,
        threshold: 11.512925464970229,
        p0: 0.0023,
        pt: 0.0123,
        alternative: 1_024,
        rho: 0.02,
        baseline_steps: 50,
      },
    },
  ],
};

export const verdict: WireVerdict = {
  verdict: "stop",
  reason:
    "Critical since step 61: 91% of rollouts come back as session_lost, before 0.2%. Pause. Last clean checkpoint: step_60 (step 60).",
  incident: id,
  last_clean_checkpoint: { segment: "first", step: 60, name: "step_60" },
};

export const incidents: WireIncidents = { run, revision: "1.9", incidents: [incident], verdict };

export const overridePost: z.input<typeof OverridePost> = {
  kind: "expect",
  series: "kind:session_lost",
  step: 61,
  note: "Pool b is being moved until the evening.",
  author: "ada",
};

export const override: WireOverride = {
  id: 2,
  kind: "expect",
  incident: null,
  series: [
    { series: "kind:session_lost", environment: null },
    { series: "kind:session_lost", environment: "browser_agent" },
  ],
  step: 61,
  value: null,
  note: "Pool b is being moved until the evening.",
  author: "ada",
  created_at: "2026-08-03T14:31:07.911Z",
  withdrawn_at: null,
};

export const withdrawn: WireOverride = { ...override, withdrawn_at: "2026-08-03T18:02:44.120Z" };

export const overrides: z.infer<typeof WireOverrides> = { run, overrides: [override] };
