import type { WireRetentionLog, WireRetentionPlan, WireRetentionRule } from "../retention";
import { jsonOf, jsonProblems, type Paths, toOperation } from "./operation";
import { parameters } from "./parameters";

const { contentEncoding } = parameters;

const rule: WireRetentionRule = {
  project: "browser",
  payload_days: 14,
  rollout_days: 90,
  archived_days: 30,
  version: 1,
  changed_by: "ada",
  changed_at: "2026-08-03T16:00:00.000Z",
};

const words = "project browser: text after 14 d, rollouts after 90 d, archived runs after 30 d";

const plan: WireRetentionPlan = {
  acts: [
    {
      run: "browser-3",
      act: "rollouts",
      rule: words,
      protected_by: null,
      steps: 80,
      rollouts: 5_120,
      bytes: 2_600_000,
    },
    { run: "browser-7", act: "payloads", rule: words, protected_by: "kept_by_tag", steps: 0, rollouts: 0, bytes: 812 },
  ],
};

const log: WireRetentionLog = {
  acts: [
    {
      at: "2026-08-03T17:00:00.000Z",
      run: "browser-2",
      act: "payloads",
      rule: words,
      steps: 0,
      rollouts: 5_120,
      bytes: 1_204_113,
    },
  ],
};

/** What is kept how long, what the rules would do, and what they did. */
export function describeRetentionPaths(): Paths {
  return {
    "/api/v1/retention/rules": {
      get: toOperation({
        id: "getRetentionRules",
        tag: "managing",
        summary: "What is kept how long",
        answer: { description: "The rule of all runs first.", content: jsonOf("RetentionRuleList", { rules: [rule] }) },
      }),
      put: toOperation({
        id: "putRetentionRule",
        tag: "managing",
        summary: "Make or change a rule",
        description:
          "Of a project, or of all runs whose project has none. What is null, and what is left out, is kept.",
        parameters: [contentEncoding],
        body: {
          required: true,
          content: jsonOf("RetentionRulePut", { project: "browser", payload_days: 14, rollout_days: 90, by: "ada" }),
        },
        answer: { description: "The rule as it now is.", content: jsonOf("RetentionRule", rule) },
        problems: [...jsonProblems, "conflict"],
      }),
      delete: toOperation({
        id: "deleteRetentionRule",
        tag: "managing",
        summary: "Remove a rule",
        description: "What it removed stays removed; nothing more is.",
        parameters: [contentEncoding],
        body: { required: true, content: jsonOf("RetentionRuleRemove", { project: "browser" }) },
        answer: {
          description: "There is none any more.",
          content: jsonOf("RetentionRuleRemoved", { project: "browser", removed: true }),
        },
        problems: [...jsonProblems, "not_found"],
      }),
    },
    "/api/v1/retention/plan": {
      get: toOperation({
        id: "getRetentionPlan",
        tag: "managing",
        summary: "What the rules would do now",
        description: "A dry run: nothing is removed. What they do by themselves, once an hour, is in the log.",
        answer: { description: "Run by run, protected ones too.", content: jsonOf("RetentionPlan", plan) },
      }),
    },
    "/api/v1/retention/log": {
      get: toOperation({
        id: "getRetentionLog",
        tag: "managing",
        summary: "What the rules did",
        answer: { description: "The newest 200 entries, newest first.", content: jsonOf("RetentionLog", log) },
      }),
    },
  };
}
