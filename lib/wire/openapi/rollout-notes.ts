/** What the members of a rollout and of a receipt mean. */
import type { z } from "zod";
import type { WireReceipt, WireRejectedRow } from "../answers";
import type { WireRollout, WireRolloutDetail, WireRolloutPage } from "../rollout";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const rollout: Notes<WireRollout> = {
  rollout: "Its number in this database, given once.",
  run: "The run's name.",
  split: "train or eval.",
  step: "null: an eval rollout outside any step.",
  segment: "The launch it belongs to; first where none was ever named.",
  environment: "The RL environment that gave the reward.",
  group: "The prompt's group.",
  sample: "Which rollout of the group.",
  id: "The id it was sent with.",
  attempt: "Which attempt this is.",
  attempts: "Attempts heard of for the same rollout.",
  lost_attempts: "Of those, replaced ones that gave no evidence.",
  counts: "Whether this row counts in current numbers.",
  superseded_by: "What took its place where it does not count.",
  outcome: "scored, masked, unscored, failed or omitted.",
  omit_reason: "Why it was left out, where that was told.",
  reward: "Finite, or null with the reason in reward_state. A failed rollout's reward is a placeholder.",
  reward_state: "What the reward was sent as.",
  reward_components: "Components that are finite numbers.",
  mask_sources: "The places of the row whose mask flag was set.",
  failure_kind: "To the letter, as it was sent.",
  failure_reason: "Cut at 2,000 characters.",
  tags: "Remarks: kind_unregistered, kind_cut, reason_cut, kind_echoed, reason_echoed, mask_echoed.",
  issue: "The failure issue that it is an occurrence of; null: none, or its step waits to be summarised.",
  suspected_false_zero: "A zero that a rule holds to be unearned; the row's own outcome stays.",
  emptiness: "By which rule the producer reported that nothing was generated.",
  reports_generation: "Whether the producer reported anything about what was generated.",
  reports_failures: "Whether the producer sent any failure field, even false or null.",
  policy_step: "First and last version of the policy that generated it.",
  started_at: "UTC.",
  finished_at: "UTC.",
  duration_ms: "How long it took.",
  turns: "Turns of the policy.",
  input_tokens: "Tokens read.",
  output_tokens: "Tokens generated.",
  truncated: "Generation was cut by a limit.",
  session_id: "The session it ran in.",
  disposition: "What the trainer said it did with it.",
  trainer_reward: "The reward that the trainer used.",
  advantage: "The advantage that the trainer used.",
  labels: "Names and values, sorted by name.",
  seen_at: "When the row was taken in, UTC.",
};

const page: Notes<z.infer<typeof WireRolloutPage>> = {
  rollouts: "In the order asked for.",
  next: "The cursor of the next page; null: this is the last.",
  total: "Matching rollouts, counted up to 10,000; null: more.",
};

const detail: Notes<z.infer<typeof WireRolloutDetail>> = {
  rollout: "The one asked for.",
  attempts: "The other rows of the same rollout: its attempts, and a failure record beside a result.",
  siblings: "The group's counting rollouts, this one included.",
  payload:
    "What is kept of the row as it was sent; _falsezero_dropped in it says what was left out. Absent: nothing is kept.",
};

const receipt: Notes<WireReceipt> = {
  run: "The run's name, as it is kept.",
  received: "Rows in the request.",
  inserted: "New rollouts.",
  updated: "Known rollouts that this row replaced or changed: newer attempts, other content.",
  duplicates: "Rows that were known to the letter; nothing changed.",
  superseded: "Kept and readable, but counting in no current number.",
  rejected_count: "Rows that were not taken.",
  rejected: "The first 100 of them.",
  warnings: "What their sender should know of rows that were taken.",
};

const rejectedRow: Notes<z.infer<typeof WireRejectedRow>> = {
  index: "The row's place in the request, from 0.",
  code: "Stable name of what is wrong.",
  path: "Where in the row; empty: the row itself.",
  message: "In words.",
};

export const rolloutNotes = {
  Rollout: rollout,
  RolloutPage: page,
  RolloutDetail: detail,
  Receipt: receipt,
  RejectedRow: rejectedRow,
} as const;
