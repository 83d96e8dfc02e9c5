/** A post-mortem of a run like the one in run-examples.ts. */
import type { ReportSectionPut, WireReport, WireReportSectionDetail } from "../report";
import { exampleRun as run } from "./rollout-examples";

const at = "2026-08-04T09:12:00.000Z";

const machineText =
  "From step 61 to the last step heard of, 62, 91% of rollouts came back masked as session_lost: 117 of 128, against 0.2% (7 of 3,200) before.";
const text = "The browser pool ran out of sessions at 14:02; see https://tickets.example/812.";

const coverage = {
  expected: 128,
  received: 128,
  scored: 11,
  masked: 117,
  unscored: 0,
  failed: 0,
  omitted: 0,
  unknown: 0,
};

const during: WireReport["whole"] = {
  steps: 2,
  coverage,
  lost: 117,
  degraded: 0,
  suspected_false_zeros: 0,
  evidence: { n: 11, mean: 0.0909 },
  as_scored: { n: 128, mean: 0.0078 },
  groups: { n: 16, touched: 16, no_signal: 15 },
};

const summary: WireReport["sections"][number] = {
  id: "summary",
  title: "Summary",
  text,
  machine_text: machineText,
  version: 1,
  edit: { by: "mira", at, changed: false, was: [], now: [] },
  tables: [],
};

export const report: WireReport = {
  run,
  title: "Browser agent",
  headline: "critical incident, steps 61–62",
  reconstruction: false,
  revision: "1.4711",
  whole: during,
  incidents: [
    {
      id: "q3VYw0kz1bTf",
      series: "kind:session_lost",
      environment: null,
      state: "open",
      severity: "critical",
      onset: 61,
      last_step: 62,
      during,
      delay: { steps: 0, rollouts: 17, ms: -95_000 },
      spent_on_lost: {
        rollouts: 117,
        input_tokens: 0,
        output_tokens: 0,
        told_tokens: 117,
        duration_ms: 3_510_000,
        told_duration: 117,
      },
      wall_ms: 604_000,
      reward: { before: 0.1545, after: 0.0078, change: -0.1467, lost: -0.1412, survivors: -0.0055 },
    },
  ],
  rule: { series: "any_failure", over: 0.05, count: 3, steps: 1 },
  alerts: [{ from: 61, fired: 61, to: 62, open: true, count: 58, n: 64 }],
  sections: [summary],
};

export const reportSection: WireReportSectionDetail = {
  ...summary,
  run,
  history: [{ version: 1, text, by: "mira", at }],
};

export const reportSectionPut: ReportSectionPut = { text, version: 0, by: "mira" };
