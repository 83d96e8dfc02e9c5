import type { IssueEntry } from "@/lib/core/issues/issue";

const lastAt = Date.UTC(2026, 2, 4, 18, 2);

/** An issue for tests: the sessions that a published run lost from step 61 on. */
export const sampleIssue: IssueEntry = {
  id: 1,
  kind: "session_lost",
  template: "reset: no session in <duration>",
  state: "open",
  version: 1,
  owner: null,
  decision: null,
  reopened: null,
  createdAt: Date.UTC(2026, 2, 4, 14, 2),
  mergedInto: null,
  standing: "new",
  count: 1_172,
  outcomes: { scored: 0, masked: 1_172, unscored: 0, failed: 0, omitted: 0 },
  forms: 1,
  share: { count: 1_172, n: 1_190 },
  runs: 1,
  spans: [{ run: "step-61", count: 1_172, firstStep: 61, lastStep: 80, lastAt, failures: 1_190 }],
  lastAt,
  trend: {
    run: "step-61",
    split: "train",
    width: 1,
    points: [
      { from: 60, to: 60, count: 0, n: 64, max: 0 },
      { from: 61, to: 61, count: 59, n: 64, max: 59 / 64 },
      { from: 63, to: 63, count: 32, n: 64, max: 0.5 },
    ],
  },
};
