import type { z } from "zod";
import { largestStep } from "@/lib/core/rollout";
import { CompareQuery } from "../compare-query";
import { DifferenceQuery, IssueDifferenceQuery, IssuesQuery, RunIssuesQuery } from "../issue-query";
import {
  AttributionQuery,
  ImportQuery,
  IngestQuery,
  NoticesQuery,
  PlaceQuery,
  RolloutExportQuery,
  RolloutsQuery,
  RunEventsQuery,
  RunExportQuery,
  RunsEventsQuery,
  RunsQuery,
  SnapshotQuery,
  StepGroupsQuery,
  StepsQuery,
} from "../query";
import { ReportQuery } from "../report-query";
import type { Parameter } from "./operation";
import { toJsonSchema } from "./schema";

export type Notes<Schema extends z.ZodObject> = Readonly<Record<keyof z.input<Schema>, string>>;

const filterNotes = {
  from: "First step.",
  to: "Last step.",
  environment: "One environment.",
  split: "train, or eval.",
  segment: "One launch, superseded steps included; without it, what counts now.",
} as const;

const stepsNotes: Notes<typeof StepsQuery> = {
  ...filterNotes,
  resolution: "Buckets of steps instead of steps: at most this many, their width 1, 2, 5, 10, 20, 50 and so on.",
};

const snapshotNotes: Notes<typeof SnapshotQuery> = {
  ...filterNotes,
  resolution: "At most this many buckets of steps, their width 1, 2, 5, 10, 20, 50 and so on.",
};

const since = "A revision to continue from, for clients that can't send Last-Event-ID.";

const runEventsNotes: Notes<typeof RunEventsQuery> = { ...stepsNotes, since };

const filter =
  "What is asked in the filter language: key:value, key:a,b, -key:value, key:>60, key:61..80, names with a star, and words. A filter that can't be read is refused with position and length.";

const rolloutsNotes: Notes<typeof RolloutsQuery> = {
  ...filterNotes,
  step: "One step.",
  kind: "A failure kind, or (masked, no kind), or (failed, no kind).",
  outcome: "One outcome.",
  group: "One prompt's group.",
  issue: "One failure issue, by its number.",
  suspected: "true: only suspected false zeros.",
  q: "Words that the failure reason holds, in any case of letters.",
  filter,
  sort: "newest and oldest go by arrival; reward and duration from the largest down.",
  cursor: "The next of the page before, with the same filters and sort. One of another list is refused.",
  limit: "Rollouts of a page.",
};

const runIssuesNotes: Notes<typeof RunIssuesQuery> = {
  state: "open, acknowledged, resolved, ignored, or all.",
  kind: "One failure kind.",
  q: "Words that the kind, the template or the owner holds, in any case of letters.",
  filter,
  sort: "queue: new, reopened, rising, ongoing, each by when it was seen last. count: the most frequent first.",
  cursor: "The next of the page before, with the same filters and sort.",
  limit: "Issues of a page.",
};

const issuesNotes: Notes<typeof IssuesQuery> = {
  ...runIssuesNotes,
  run: "One run, by name.",
  state: "open, acknowledged, resolved, ignored, or all. Unless told: open and acknowledged ones.",
};

const issueDifferenceNotes: Notes<typeof IssueDifferenceQuery> = {
  run: "The run, by name.",
  from: "First step; unless told, the first that the issue was seen in.",
  to: "Last step; unless told, the last that the issue was seen in.",
};

const differenceNotes: Notes<typeof DifferenceQuery> = {
  kind: "Rollouts with this failure kind.",
  outcome: "Rollouts of this outcome.",
  suspected: "true: suspected false zeros. One of these three is given.",
  from: "First step.",
  to: "Last step.",
};

const attributionNotes: Notes<typeof AttributionQuery> = {
  from: "First step of the later range.",
  to: "Its last step.",
  before_from: "First step of the earlier range; with before_to. Unless told: up to 50 complete steps before from.",
  before_to: "Last step of the earlier range.",
  environment: filterNotes.environment,
  split: filterNotes.split,
  segment: filterNotes.segment,
};

const compareNotes: Notes<typeof CompareQuery> = {
  run: "A run by name; as often as wanted, up to 8 of them.",
  runs: "The same in one, split at commas: for names without one.",
  base: "The run that the others are held against; without it, the first.",
  align: "step: equal steps stand together. onset: each run's worst incident begins at 0.",
  at: "The step that stands at 0 in runs without an incident, with align=onset; without it, they are left out.",
  range:
    "common: steps that all of them have. whole: all steps of each. after: the common ones, from the first onset on.",
  from: "First place of a range of its own, with to; with align=onset, steps from the onset, below 0 before it.",
  to: "Last place of it.",
  kind: "A failure kind, whose share each point then has beside that of all lost.",
  environment: filterNotes.environment,
  split: filterNotes.split,
  resolution: "At most this many points a run; 1,000 of all runs together.",
};

const reportNotes: Notes<typeof ReportQuery> = {
  format: "json, html or markdown (a zip).",
  rule: "The series that a rule watches: kind:<failure kind>, or another count series but lost_attempts.",
  over: "The share of a step's rollouts from which it fires, 0 to 1.",
  count: "And the least rollouts of a step.",
  steps: "In so many complete steps in a row.",
};

const stepGroupsNotes: Notes<typeof StepGroupsQuery> = {
  environment: filterNotes.environment,
  split: filterNotes.split,
  segment: filterNotes.segment,
  order: "name: as a reader counts; lost: those that lost most first. Rollouts without a group come last.",
  offset: "The next_offset of the page before.",
  rollouts: "Rollouts of a page; the group that passes it is its last.",
};

const runsNotes: Notes<typeof RunsQuery> = {
  filter,
  limit: "Runs of a page.",
  cursor: "The next of the page before.",
};

const noticesNotes: Notes<typeof NoticesQuery> = {
  webhook: "One receiver.",
  state: "One state.",
  limit: "Notices of a page.",
  cursor: "The next of the page before.",
};

const runsEventsNotes: Notes<typeof RunsEventsQuery> = {
  run: "A run by name; as often as wanted. Without it: every run.",
  since,
};

const ingestNotes: Notes<typeof IngestQuery> = {
  format:
    "auto: a row with _ng_ keys, or with both responses_create_params and response, is nemo-gym; any other is native.",
  step: "The step of rows that name none.",
  split: "The split of rows that name none.",
  segment: "The segment of rows that name none; without it, the newest.",
  environment: "The environment of rows that name none.",
};

const importNotes: Notes<typeof ImportQuery> = {
  name: "What a body that is one file is called, with its folders: step_61/rollouts.jsonl. Parts of a form have names of their own.",
  step: "The step of rows that do not say it, nor their files or folders.",
  split: "The split of rows that name none; eval needs no step.",
  segment: "The launch of the trainer that made the rows; without it, the newest.",
  environment: "The environment of rows that name none.",
  generations_per_prompt: "Rollouts that share a prompt, for files that do not say it (NeMo-RL).",
  reward_columns: "Columns that are rewards, parted by commas, where their names do not say it (TRL).",
  dry_run: "true: reads and judges, and stores nothing.",
  finished:
    "true: the run has ended, and is finished after the files were taken; not where the import fails, is cancelled or takes nothing, nor a run that has ended already.",
};

const placeNotes: Notes<typeof PlaceQuery> = {
  split: "The split of the step.",
  segment: "The segment of the step; without it, the newest.",
  environment: "The environment of expected ids that name none.",
};

const exportNotes = { ...rolloutsNotes, gzip: "true: packed, as a file whose name ends in .gz." };

/** Every parameter of a query; a list is one that comes as often as wanted. */
export function describeQuery(schema: z.ZodObject, notes: Readonly<Record<string, string>>): Parameter[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    return { name, in: "query", description: notes[name] ?? "", schema: toJsonSchema(field, "input") };
  });
}

/** `label.<name>=<value>`: an exploded object whose names begin with `label.`. */
const labels: Parameter = {
  name: "labels",
  in: "query",
  description:
    "label.<name>=<value>, as often as wanted: rollouts that carry all of these labels. The name of this parameter itself is not sent.",
  style: "form",
  explode: true,
  schema: {
    type: "object",
    propertyNames: { type: "string", pattern: "^label[.]." },
    additionalProperties: { type: "string" },
  },
  example: { "label.host": "gpu-17" },
};

const run: Parameter = {
  name: "run",
  in: "path",
  required: true,
  description:
    "The run's name, percent-encoded: 1 to 200 characters after Unicode normalisation (NFC), no control characters, not . or ..; a run that is made or written to has no marks of direction (such as U+202E) in it either",
  schema: { type: "string", minLength: 1, maxLength: 200 },
  example: "browser-7",
};

const step: Parameter = {
  name: "step",
  in: "path",
  required: true,
  description: "The step's number.",
  schema: { type: "integer", minimum: 0, maximum: largestStep },
  example: 61,
};

const rollout: Parameter = {
  name: "rollout",
  in: "path",
  required: true,
  description: "The rollout's number, as lists give it.",
  schema: { type: "integer", minimum: 1 },
  example: 2,
};

const webhook: Parameter = {
  name: "webhook",
  in: "path",
  required: true,
  description: "The receiver, as the list names it.",
  schema: { type: "string" },
  example: "wh_q3mV7c0aYxkP",
};

const issue: Parameter = {
  name: "issue",
  in: "path",
  required: true,
  description: "The issue's number, as lists give it.",
  schema: { type: "integer", minimum: 1 },
  example: 1,
};

const override: Parameter = {
  name: "override",
  in: "path",
  required: true,
  description: "The override's number, as the list gives it.",
  schema: { type: "integer", minimum: 1 },
  example: 2,
};

const view: Parameter = {
  name: "view",
  in: "path",
  required: true,
  description: "The saved view's number, as the list gives it.",
  schema: { type: "integer", minimum: 1 },
  example: 3,
};

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "Kept for seven days. The same key with the same body and query gets the first answer again, and stores nothing.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "9f1c2b7e-step-61-batch-3",
};

const contentEncoding: Parameter = {
  name: "Content-Encoding",
  in: "header",
  description: "How the body is packed.",
  schema: { type: "string", enum: ["identity", "gzip", "deflate", "br"] },
  example: "gzip",
};

const lastEventId: Parameter = {
  name: "Last-Event-ID",
  in: "header",
  description: "The revision to continue from; browsers send it by themselves when they reconnect. Goes before since.",
  schema: { type: "string" },
  example: "1.4711",
};

/** Parameters that stand in an address or a header. */
export const parameters = {
  run,
  step,
  rollout,
  webhook,
  issue,
  override,
  view,
  idempotencyKey,
  contentEncoding,
  lastEventId,
} as const;

/** What stands behind the question mark, by address. */
export const queryParameters = {
  steps: [...describeQuery(StepsQuery, stepsNotes), labels],
  snapshot: [...describeQuery(SnapshotQuery, snapshotNotes), labels],
  runEvents: [...describeQuery(RunEventsQuery, runEventsNotes), labels],
  rollouts: [...describeQuery(RolloutsQuery, rolloutsNotes), labels],
  rolloutExport: [...describeQuery(RolloutExportQuery, exportNotes), labels],
  runExport: describeQuery(RunExportQuery, exportNotes),
  notices: describeQuery(NoticesQuery, noticesNotes),
  issues: describeQuery(IssuesQuery, issuesNotes),
  runIssues: describeQuery(RunIssuesQuery, runIssuesNotes),
  issueDifference: describeQuery(IssueDifferenceQuery, issueDifferenceNotes),
  difference: describeQuery(DifferenceQuery, differenceNotes),
  attribution: describeQuery(AttributionQuery, attributionNotes),
  compare: [...describeQuery(CompareQuery, compareNotes), labels],
  report: describeQuery(ReportQuery, reportNotes),
  stepGroups: [...describeQuery(StepGroupsQuery, stepGroupsNotes), labels],
  runs: describeQuery(RunsQuery, runsNotes),
  runsEvents: describeQuery(RunsEventsQuery, runsEventsNotes),
  ingest: describeQuery(IngestQuery, ingestNotes),
  import: describeQuery(ImportQuery, importNotes),
  place: describeQuery(PlaceQuery, placeNotes),
} as const;
