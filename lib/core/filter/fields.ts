/** What each list can be filtered by. */
import { severities } from "../detect/severity";
import { verdictNames } from "../detect/verdict";
import { issueStandings } from "../issues/issue";
import { triageStates } from "../issues/triage";
import { storedOutcomes } from "../outcome";
import { dispositions, splits } from "../rollout";
import { runStates } from "../run";
import type { FilterField } from "./field";

export interface FilterVocabulary {
  /** What is filtered, in the plural, for messages. */
  readonly things: string;
  readonly fields: readonly FilterField[];
  /** Whether label.<name> means something, and any key that is not known is the name of a label. */
  readonly hasLabels: boolean;
  /** Whether words without a key are looked for. */
  readonly hasText: boolean;
}

const name = { type: "name" } as const;
const number = { type: "number" } as const;
const whole = { type: "whole" } as const;
const flag = { type: "flag" } as const;

const kind: FilterField = { key: "kind", kind: name, what: "failure kind" };
const environment: FilterField = { key: "env", aliases: ["environment"], kind: name, what: "environment" };
const split: FilterField = {
  key: "split",
  kind: { type: "choice", choices: splits },
  what: "train or eval",
  isSingle: true,
};
const segment: FilterField = { key: "segment", kind: name, what: "one launch of the trainer", isSingle: true };

function state(what: string): FilterField {
  return { key: "state", aliases: ["status"], kind: { type: "choice", choices: runStates }, what };
}

export const runFields: FilterVocabulary = {
  things: "runs",
  hasLabels: false,
  hasText: true,
  fields: [
    state("live, quiet, finished, crashed, stopped"),
    { key: "project", kind: name, what: "project" },
    { key: "tag", aliases: ["tags"], kind: name, what: "tag" },
    { key: "verdict", kind: { type: "choice", choices: verdictNames }, what: "what to do now" },
    {
      key: "severity",
      kind: { type: "choice", choices: severities },
      what: "of the open incident",
    },
    { ...kind, what: "failure kind in the newest step" },
    { key: "run", aliases: ["name"], kind: name, what: "name of the run" },
    { key: "step", kind: whole, what: "last step" },
    { key: "rollouts", kind: whole, what: "how many rollouts" },
    { key: "incidents", kind: whole, what: "how many incidents are open" },
    { key: "reward", kind: number, what: "evidence reward of the last step that has one" },
    { key: "lost", kind: number, what: "share lost in the newest step, 0 to 1" },
    { key: "masked", kind: number, what: "share masked in the newest step, 0 to 1" },
  ],
};

export const rolloutFields: FilterVocabulary = {
  things: "rollouts",
  hasLabels: true,
  hasText: true,
  fields: [
    kind,
    {
      key: "outcome",
      kind: { type: "choice", choices: storedOutcomes },
      what: "scored, masked, unscored, failed, omitted",
    },
    environment,
    { key: "step", kind: whole, what: "step, as 61, >60 or 61..80" },
    { key: "reward", kind: number, what: "reward, as <0.5" },
    { key: "group", kind: name, what: "prompt group" },
    { key: "issue", kind: whole, what: "failure issue, by its number" },
    { key: "suspected", kind: flag, what: "false zeros that a rule suspects" },
    { key: "duration", kind: { type: "duration" }, what: "how long it took, as >30s" },
    { key: "turns", kind: whole, what: "turns" },
    { key: "input_tokens", kind: whole, what: "tokens in" },
    { key: "output_tokens", kind: whole, what: "tokens out" },
    { key: "truncated", kind: flag, what: "cut short" },
    { key: "disposition", kind: { type: "choice", choices: dispositions }, what: "what the trainer did with it" },
    { key: "attempt", kind: whole, what: "number of the attempt that counts" },
    { key: "sample", kind: whole, what: "number within its group" },
    { key: "session", kind: name, what: "session" },
    { key: "id", kind: name, what: "id that its sender gave it" },
    split,
    segment,
    state("of the run: live, quiet, finished, crashed, stopped"),
  ],
};

export const issueFields: FilterVocabulary = {
  things: "issues",
  hasLabels: false,
  hasText: true,
  fields: [
    {
      key: "state",
      aliases: ["status"],
      kind: { type: "choice", choices: ["waiting", ...triageStates, "all"] },
      what: "waiting (open or acknowledged), open, …, all",
    },
    kind,
    { key: "standing", kind: { type: "choice", choices: issueStandings }, what: "new, reopened, rising, ongoing" },
    { key: "owner", kind: name, what: "who has it" },
    { key: "run", kind: name, what: "a run that it was seen in", isSingle: true },
    { key: "count", kind: whole, what: "how many rollouts" },
    { key: "runs", kind: whole, what: "in how many runs" },
  ],
};

/** Issues of one run. */
export const runIssueFields: FilterVocabulary = {
  ...issueFields,
  fields: issueFields.fields.filter(({ key }) => key !== "run"),
};

/** The charts of a run: what summaries of steps can be narrowed to. */
export const chartFields: FilterVocabulary = {
  things: "charts",
  hasLabels: true,
  hasText: false,
  fields: [
    { ...environment, isSingle: true },
    { key: "step", kind: whole, what: "steps, as 61..80", isSingle: true },
    split,
    segment,
  ],
};
