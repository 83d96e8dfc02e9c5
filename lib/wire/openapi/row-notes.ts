/** What the fields of rows that are sent mean. */
import type { NemoGymRow } from "../nemo-gym-row";
import type { Envelope, RolloutRow } from "../rollout-row";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

const nativeRow: Notes<RolloutRow> = {
  id: "A name for the rollout, unique in its run and segment. It makes sending again safe where group and sample don't.",
  split: "eval rows never enter train summaries.",
  step: "The policy update that the rollout is for. Without it: the query's, else the run's current step. Eval rows need none.",
  group: "The prompt, or whatever else its rollouts are compared within.",
  sample: "Which rollout of the group. Together with group it is the rollout's identity.",
  attempt: "0 unless told. A newer attempt replaces an older one, which stays readable.",
  segment: "The launch of the trainer. Without it: the query's, else the newest.",
  environment: "The RL environment that gave the reward.",
  reward: "A finite number counts; a value of any other type, or none, is taken and makes the rollout unscored.",
  reward_components: "Names and numbers. null and NaN mean that a component was not measured.",
  mask_sample: 'true, "true" or 1: the environment says that the reward is no measurement of the policy.',
  failure_kind: 'A stable name that is safe to group by. "", "none", "null" and "ok" mean no failure.',
  failure_reason: "Free text for people; cut at 2,000 characters. Never a category.",
  outcome: "Only where there is no result: failed, or omitted on purpose.",
  omit_reason: "Why it was left out, such as surplus.",
  verification_skipped: "The reward was never verified: the rollout is unscored.",
  policy_step: "The policy's version that generated it, or the first and the last one.",
  started_at: "RFC 3339 with an offset, or epoch milliseconds.",
  finished_at: "RFC 3339 with an offset, or epoch milliseconds. The wall-time axis goes by it.",
  duration_ms: "How long it took.",
  turns: "Turns of the policy.",
  input_tokens: "Tokens read.",
  output_tokens: "Tokens generated. 0 beside a reward that nobody explained makes it a suspected false zero.",
  output: "What was generated, as text or as messages. Present and empty reads like 0 output tokens.",
  completion: "The same under another name.",
  error: "An error object or text beside the reward.",
  truncated: "Generation was cut by a limit.",
  session_id: "The session it ran in.",
  disposition: "What the trainer did with it. Never guessed from anything else.",
  trainer_reward: "The reward that the trainer used.",
  advantage: "The advantage that the trainer used.",
  labels:
    "At most 16 names with short values (256 characters), such as host and pool; what pages and queries filter by.",
  instance_config: "Only its mask_sample is read, and only that is kept.",
  metrics: "Only its mask_sample is read.",
  payload: "Anything else, such as the conversation. Its output, completion and error are read like those of the row.",
  _falsezero: "What a forwarder adds about the row.",
};

const nemoGymRow: Notes<NemoGymRow> = {
  reward: "As in a native row.",
  reward_components: "As in a native row; anything but an object is no components.",
  mask_sample: "As in a native row.",
  failure_kind: "Counts where no typed record names a kind.",
  failure_reason: "Counts where no typed record gives a reason.",
  verification_skipped: "As in a native row.",
  instance_config: "An object or a JSON string; only its mask_sample is read.",
  metrics: "Only its mask_sample is read.",
  response: "The model's response: its usage gives the tokens, its output the turns.",
  responses_create_params: "What was asked of the model. Together with response it marks a row as nemo-gym.",
  agent_ref: "Its name is the environment.",
  _ng_task_index: "The group.",
  _ng_rollout_index: "The sample.",
  _ng_attempt_index: "The attempt.",
  _ng_rollout_id: "The id.",
  _ng_failure_class: "Makes the row a failure record; its kind where nothing better names one.",
  _ng_failure_message: "The reason where nothing better gives one.",
  _ng_failure_terminal: "A class of skipped that is terminal was left out on purpose.",
  _ng_failure_record: "The typed record of newer collectors; its kind and reason come before all others.",
  _ng_omitted: "Left out on purpose.",
  _falsezero: "What a forwarder adds about the row.",
};

const envelope: Notes<Envelope> = {
  id: "An id for a row that has none: where it was found, such as a file's name and a line's number.",
  outcome: "The row stands where only failures are kept, whatever reward it carries.",
  echoed: "Failure fields that only repeat the dataset's own value; they are tagged and not counted.",
};

export const rowNotes = { RolloutRow: nativeRow, NemoGymRow: nemoGymRow, Envelope: envelope } as const;
