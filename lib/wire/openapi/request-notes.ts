/** What the members of everything that is sent beside rollouts mean. */
import type { z } from "zod";
import type { DemoPost, FinishPost, ProducerCountsPost, SegmentPost, StepPut } from "../requests";
import type { RunPatch } from "../run";
import type { RecordsPost } from "../run-record";

type Notes<Fields> = Readonly<Record<keyof Fields, string>>;

/** What a run's settings mean, as they are sent and as they are answered. */
export const settingNotes: Notes<Omit<RunPatch, "archived" | "version">> = {
  name: "A title to show instead of the name in the address.",
  project: "What the run belongs to; lists filter by it.",
  tags: "Short words that lists filter by.",
  description: "Free text.",
  config: "The trainer's settings, as they are.",
  expected_per_step: "How many rollouts a train step expects where the step itself declares nothing.",
  group_size: "Rollouts of one prompt.",
  world: "How the trainer treats lost rollouts; null: not told.",
  baseline: "What a reward is relative to within its group.",
  normalised: "Whether advantages are divided by the group's spread.",
  on_failed:
    "What the trainer does with failed rollouts. With zero each counts in as_scored as 0, whatever reward it carries; not told, they stay out.",
  failure_reward: "The reward that a failure is scored with.",
  reward_range: "Smallest and largest possible reward.",
  runbooks: "Failure kinds with the http address of what to do about them.",
  sensitivity: "How much it takes until a rate counts as moved: low, normal or high.",
  asynchronous: "Its steps overlap: a step is closed by later ones only once two of them are complete.",
};

const runPatch: Notes<RunPatch> = {
  ...settingNotes,
  archived:
    "true: put away. The run leaves the list's ordinary view and raises no notices; it stays readable, and what is sent to it is taken.",
  version: "The version that was seen. Where the run was changed meanwhile, nothing is: conflict.",
};

const stepPut: Notes<z.input<typeof StepPut>> = {
  expected: "How many rollouts the step expects.",
  expected_ids:
    "The rollouts it expects, by id, or by group and sample. Adds to those declared before; at most 100,000 a request.",
  started_at: "When it started. It makes the step the run's current one, which rows without a step join.",
  finished_at: "When it ended. Nothing more is expected to come then.",
  checkpoint: "The checkpoint saved at it.",
};

const segmentPost: Notes<z.input<typeof SegmentPost>> = {
  segment: "A name of the sender's choosing, shared by all processes of one launch.",
  started_at:
    "When the trainer was launched. Segments are in this order; those without it are placed by when they were first heard of.",
  from_step:
    "The first step that it runs. Older segments' rows count no more from here on; not told: from the first step it sends.",
};

const finishPost: Notes<z.input<typeof FinishPost>> = { state: "How it ended. Rows that come later are still taken." };

const producerCountsPost: Notes<z.input<typeof ProducerCountsPost>> = {
  source: "Who counted.",
  file: "Where the counts stand.",
  step: "The step they are about.",
  split: "train unless told.",
  counts:
    "Numbers under our names: expected, received, scored, masked, unscored, failed, omitted, unknown, attempts, reward_mean (as scored), evidence_mean. Others are kept, and compared with nothing.",
};

const demoPost: Notes<z.input<typeof DemoPost>> = {
  scenario: "What to play.",
  run: "The run to play into; a name of its own unless told.",
  mode: "all: at once, answered when it is done. live: as it happened, answered when it has begun.",
  speed: "How many times as fast as it happened, in live mode.",
  failure_fields: "false: as it was recorded, lost rollouts being plain rewards of 0.",
};

const recordsPost: Notes<z.input<typeof RecordsPost>> = {
  exported_run: "What the run was called that they were exported from.",
  records: "In the order of the export, each told by falsezero_record; at most 10,000 a request.",
};

export const requestNotes = {
  RunPatch: runPatch,
  StepPut: stepPut,
  SegmentPost: segmentPost,
  FinishPost: finishPost,
  ProducerCountsPost: producerCountsPost,
  DemoPost: demoPost,
  RecordsPost: recordsPost,
} as const;
