/** The run of rollout-examples.ts beside one that went well. */
import type { WireComparison } from "../comparison";
import { exampleRun as run } from "./rollout-examples";

const nothing = { difference: null, apart: false } as const;

export const comparison: WireComparison = {
  revision: "1.4711",
  sentence:
    "browser-7 loses 91.2 points more of its rollouts than browser-6 from step 61 on, most of all as session_lost (92%, 1,172 of 1,280, against 0.3%, 4 of 1,280; 95% interval +88 to +93.4).",
  missing: [],
  runs: [
    {
      run: "browser-6",
      title: null,
      state: "finished",
      verdict: "ok",
      first_step: 1,
      last_step: 80,
      incident: null,
      origin: 0,
      counted: { from: 61, to: 80, steps: 20, filling: 0 },
      received: 1_280,
      environments: ["browser_agent"],
      points: [
        {
          from: 61,
          to: 61,
          steps: 1,
          complete: true,
          evidence: { n: 64, mean: 0.1562, se: 0.0457, low: 0.1562, high: 0.1562 },
          as_scored: { n: 64, mean: 0.1562 },
          lost: { count: 0, n: 64, low: 0, high: 0 },
          of_kind: null,
          masked: { count: 0, n: 64, low: 0, high: 0 },
          without_result: { count: 0, n: 64 },
        },
      ],
    },
    {
      run,
      title: null,
      state: "live",
      verdict: "stop",
      first_step: 1,
      last_step: 80,
      incident: { incident: "in_5yq0cV3mXa", series: "kind:session_lost", onset: 61, severity: "critical" },
      origin: 0,
      counted: { from: 61, to: 80, steps: 20, filling: 0 },
      received: 1_280,
      environments: ["browser_agent"],
      points: [],
    },
  ],
  baseline: "browser-6",
  align: "step",
  at: null,
  range: "after",
  places: { from: 61, to: 80 },
  width: 1,
  kind: null,
  means: [],
  rates: [
    {
      measure: "kind:session_lost",
      runs: [
        { count: 4, n: 1_280, estimate: { value: 0.0031, low: 0.0008, high: 0.012 }, design_effect: 2.26, ...nothing },
        {
          count: 1_172,
          n: 1_280,
          estimate: { value: 0.9156, low: 0.889, high: 0.9363 },
          design_effect: 2.26,
          difference: { value: 0.9125, low: 0.8844, high: 0.9333 },
          apart: true,
        },
      ],
    },
  ],
  other_kinds: 0,
  issues: [
    {
      issue: 1,
      kind: "session_lost",
      template: "reset: no session in <duration>",
      state: "open",
      presence: "new",
      counts: [0, 1_172],
    },
  ],
  other_issues: { new: 0, gone: 0, shared: 0 },
  settings: [{ path: "config.browser_pool", values: ["a", "b"] }],
  other_settings: 0,
  alike_settings: 11,
  labels: [
    {
      name: "pool",
      value: "b",
      runs: [
        { count: 640, n: 1_280 },
        { count: 1_280, n: 1_280 },
      ],
    },
  ],
  other_labels: 0,
};
