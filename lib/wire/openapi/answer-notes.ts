/** What the members of answers about runs and steps mean. */
import type { z } from "zod";
import type { WireProblem, WireStepsEvent } from "../answers";
import type { WireRun, WireRunDetail } from "../run";
import type { WireRunListEntry } from "../run-list";
import type { WireFrame, WireSnapshot } from "../snapshot";
import type { WireBucket, WireStep } from "../step";
import { settingNotes } from "./request-notes";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const counts = {
  expected: "The largest of what was declared and what was heard of; the sum of the six outcomes.",
  received: "Rollouts heard of.",
  scored: "A finite reward, not masked: evidence.",
  degraded: "Of the scored ones, those with a failure kind.",
  masked: "A finite reward that the environment calls no measurement.",
  unscored: "Completed without a reward that counts.",
  failed: "No usable result.",
  omitted: "Left out on purpose.",
  unknown: "Expected and not heard of; while the step fills, to come.",
  mask_flagged: "Completed rollouts whose mask flag was set, whatever their reward.",
  trainer_masked: "Rollouts of disposition loss_masked.",
  reports_failures: "Rollouts whose producer sent any failure field, even false or null.",
  attempts: "Attempts of the rollouts that count.",
  lost_attempts: "Replaced attempts that gave no evidence.",
  truncated: "Cut by a limit.",
  zero_rewards: "Scored, exactly failure_reward, no failure kind.",
  suspected_false_zeros: "Of those, the ones that reported to have generated nothing.",
  mask_sources: "How many rollouts were flagged in which place of the row; a trainer may read only one of them.",
  dispositions: "How many rollouts the trainer said it did what with.",
} as const;

const seen = {
  first_seen_at: "When the first of its rows was taken in, UTC.",
  last_seen_at: "When the newest was, UTC.",
  finished_at: "The last finished_at of its rollouts, else the declared one.",
} as const;

const step: Notes<WireStep> = {
  ...counts,
  ...seen,
  step: "null: eval rollouts outside any step.",
  split: "train or eval.",
  segment: "The launch that its rollouts belong to.",
  environment: "null: all of them together.",
  complete: "Nothing more is expected to come.",
  declared: "How many rollouts were declared, by the step, a list or the run; null: expected is what was heard of.",
  reports_generation: "Rollouts whose producer reported anything about what was generated.",
  reward:
    "evidence: scored rollouts. as_scored: scored and masked ones, and a 0 for each failed one where on_failed is zero. trained: trainer_reward. A mean over nothing is null.",
  kinds: "Failure kinds with their counts by outcome.",
  groups:
    "n groups; touched: with a member that is no evidence; no_signal: whose evidence teaches nothing; advantage_shift: how far lost rollouts moved the advantages of the others, on average. evidence: groups with evidence, the mean of their mean rewards, and the sum of squared deviations from it; components: the same for each. worlds: sums by world and estimator, from which shares and shifts follow; told: where rollouts carry the trainer's advantage, how well each world agrees.",
  input_tokens: "Summed where told.",
  output_tokens: "Summed where told.",
  policy_steps: "First and last version of the policy that generated its rollouts; null where none was told.",
};

const bucket: Notes<WireBucket> = {
  ...counts,
  ...seen,
  from: "First step it can hold.",
  to: "Last step it can hold.",
  steps: "Steps it holds.",
  segments: "The launches that its rollouts belong to.",
  complete: "Whether all of its steps are.",
  reward:
    "Means pooled over the steps. p10 is the lowest p10 of any of its steps and p90 the highest p90, so they span more than the quantiles of all its rewards.",
  learning:
    "What failures did to what was taught, in the run's world and by its estimator: prompts counts all groups, groups those of two and more, no_signal those that teach nothing. advantage_shift: mean difference of an advantage from the one on evidence only. touched_weight: share of all advantage that sits in touched groups.",
  kinds: "Failure kinds with their counts by outcome, summed.",
  min: "The smallest value that each rate has in a single step of it.",
  max: "The largest.",
};

const run: Notes<WireRun> = {
  ...settingNotes,
  run: "The name in the address.",
  state: "live: heard of within ten minutes; quiet: not. The others were told.",
  last_step: "The newest train step.",
  rollouts: "Rollouts that count.",
  created_at: "UTC.",
  last_seen_at: "When it was last heard of, UTC.",
  open_incidents: "Incidents that have begun, not ended, and that nobody expects.",
  verdict: "What to do now: stop, watch, blind, learning or ok.",
  headline: "The incident that the verdict is about, in short; null where it is about none.",
  archived_at: "When somebody put it away, UTC; null: nobody did.",
  version: "Grows with every change of what is said about the run; PUT takes it as a condition.",
};

const runDetail: Notes<WireRunDetail> = {
  ...run,
  coverage: "Over all current train steps.",
  inference: "What the advantages that rollouts carry say of the trainer's world and estimator.",
  segments: "Launches of the trainer, oldest first.",
  annotations: "In the order they were made.",
  overrides: "What people overruled detection by, withdrawn ones too.",
  comparisons: "Counts of producers beside ours; agrees is null where there is nothing to compare with.",
  environments: "Those that its rollouts name.",
  labels: "Names with at most 50 of their values.",
  splits: "Those that have summaries.",
};

const runListEntry: Notes<z.infer<typeof WireRunListEntry>> = {
  ...run,
  recent: "The newest 60 steps, oldest first: evidence mean, and the share that is no evidence.",
  newest: "The newest step.",
};

const snapshot: Notes<WireSnapshot> = {
  run: "The run.",
  revision: "What a live stream continues from.",
  width: "Steps that a bucket spans.",
  buckets: "What was asked for.",
  superseded: "Steps that a newer segment ran again, as they were.",
  overview: "The whole run in few buckets.",
  newest: "The newest step.",
  first_step: "Of the whole run.",
  last_step: "Of the whole run.",
  eval_block: "Eval rollouts outside any step.",
  recent_per_minute: "Rollouts taken in during the last minute.",
  incidents: "Of all launches, newest onset first, whatever is asked for.",
  verdict: "What to do now.",
};

const frame: Notes<WireFrame> = {
  revision: "What a reconnect continues from.",
  width: "Steps that a bucket spans.",
  buckets: "Those that changed, whole.",
  removed: "First steps of buckets that hold nothing any more.",
  newest: "The newest step.",
  first_step: "Of the whole run.",
  last_step: "Of the whole run.",
  run: "The run.",
  recent_per_minute: "Rollouts taken in during the last minute.",
  incidents: "All of them, where one has changed; else null.",
  verdict: "What to do now.",
};

const stepsEvent: Notes<z.infer<typeof WireStepsEvent>> = {
  run: "The run's name.",
  revision: "What a reconnect continues from.",
  steps: "Those that changed, whole.",
  removed: "Steps that are no more.",
  overview: "The run, where it changed itself.",
};

const problem: Notes<WireProblem> = {
  type: "urn:falsezero:problem: and the code.",
  title: "The status in words.",
  status: "The HTTP status.",
  detail: "What happened, what it means and what to do.",
  code: "Stable name, from a closed list.",
  path: "The part of the body, the query or the headers that it is about.",
  line: "Of unreadable JSON, from 1.",
  column: "Of unreadable JSON, from 1.",
  position: "Of a filter that can't be read: where the part in question begins, in characters from 0.",
  length: "How many characters that part has.",
  received: "Rows in a request of which every row was rejected.",
  rejected_count: "Rows that were not taken.",
  rejected: "The first 100 of them.",
};

export const answerNotes = {
  Step: step,
  Bucket: bucket,
  Run: run,
  RunDetail: runDetail,
  RunListEntry: runListEntry,
  Snapshot: snapshot,
  Frame: frame,
  StepsEvent: stepsEvent,
  Problem: problem,
} as const;
