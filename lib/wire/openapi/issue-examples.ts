/** What the server answers about the issues of the small story that the document tells. */
import type { z } from "zod";
import type { WireIssueList } from "../issue";
import type { WireIssueDetail } from "../issue-detail";
import type { WireIssueDifference } from "../issue-difference";
import { exampleRun } from "./rollout-examples";

const made = "2026-08-03T14:02:31.309Z";

const lostSession: z.infer<typeof WireIssueList>["issues"][number] = {
  issue: 1,
  kind: "session_lost",
  template: "reset: no session in <duration>",
  parts: [
    { text: "reset: no session in ", hole: false },
    { text: "<duration>", hole: true },
  ],
  state: "open",
  version: 1,
  owner: null,
  decision: null,
  reopened: null,
  created_at: made,
  merged_into: null,
  standing: "new",
  count: 1,
  outcomes: { scored: 0, masked: 1, unscored: 0, failed: 0, omitted: 0 },
  forms: 1,
  share: { count: 1, n: 2 },
  runs: 1,
  spans: [{ run: exampleRun, count: 1, first_step: 61, last_step: 61, last_at: made, failures: 2 }],
  last_at: made,
  trend: { run: exampleRun, split: "train", width: 1, points: [{ from: 61, to: 61, count: 1, n: 4, max: 0.25 }] },
};

export const issueList: z.infer<typeof WireIssueList> = {
  issues: [lostSession],
  others: [],
  next: null,
  total: 1,
};

export const issueDetail: WireIssueDetail = {
  ...lostSession,
  all_forms: [
    {
      fingerprint: "ffc88583931334d228bca4c0fabd3d7c",
      kind: "session_lost",
      template: "reset: no session in <duration>",
      count: 1,
      came_from: null,
    },
  ],
  all_spans: lostSession.spans,
  series: lostSession.trend === null ? [] : [lostSession.trend],
  samples: [
    {
      rollout: 2,
      run: exampleRun,
      split: "train",
      step: 61,
      outcome: "masked",
      environment: "browser_agent",
      reason: "reset: no session in 30 s",
      at: made,
    },
  ],
  history: [],
  suggestions: [],
};

export const issuePatch = { version: 1, state: "acknowledged", owner: "mira", by: "mira" } as const;

export const patchedIssue: WireIssueDetail = {
  ...issueDetail,
  state: "acknowledged",
  version: 3,
  owner: "mira",
  decision: { state: "acknowledged", by: "mira", at: made, until_rate: null },
  standing: "ongoing",
  history: [
    { at: made, by: "mira", act: "acknowledge" },
    { at: made, by: "mira", act: "own", owner: "mira" },
  ],
};

export const issueNotePost = { text: "Pool b lost its leases; restarted.", by: "mira" } as const;

export const issueDifference: WireIssueDifference = {
  run: exampleRun,
  range: { from: 61, to: 61 },
  baseline: "before",
  against: { from: 41, to: 60 },
  whole: true,
  failing: 1,
  others: 0,
  verdict: "too_few",
  causes: [],
  symptoms: [],
  numbers: [],
  shared_sessions: { sessions: [], total: 0, failing: { count: 0, n: 0 }, others: { count: 0, n: 0 } },
};
