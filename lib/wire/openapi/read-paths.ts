import { comparison } from "./compare-examples";
import { jsonOf, type Paths, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";
import { rolloutDetail, rolloutPage } from "./rollout-examples";
import { bucketList, runList, stepList } from "./run-examples";
import { refTo } from "./schema";
import { attribution, stepGroups } from "./step-examples";

const { run, step, rollout, lastEventId } = parameters;

const eventStream = {
  schema: { type: "string", description: "Server-sent events, as the HTML standard has them." },
} as const;

/** What is read back. */
export function describeReadPaths(): Paths {
  return {
    "/api/v1/runs": {
      get: toOperation({
        id: "getRuns",
        tag: "reading",
        summary: "The runs",
        description: "Newest activity first. A run that is heard of while they are paged moves to the first page.",
        parameters: queryParameters.runs,
        answer: { description: "A page of them.", content: jsonOf("RunList", runList) },
      }),
    },
    "/api/v1/runs/{run}/steps": {
      get: toOperation({
        id: "getSteps",
        tag: "reading",
        summary: "Summaries of a run's steps",
        description: "With resolution: buckets of steps that sum the counts and keep each rate's extremes.",
        parameters: [run, ...queryParameters.steps],
        answer: {
          description: "The steps, or their buckets, by increasing step.",
          content: {
            "application/json": {
              schema: { anyOf: [refTo("StepList"), refTo("BucketList")] },
              examples: {
                steps: { summary: "Steps", value: stepList },
                buckets: { summary: "Buckets, with resolution", value: bucketList },
              },
            },
          },
        },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/steps/{step}/groups": {
      get: toOperation({
        id: "getStepGroups",
        tag: "reading",
        summary: "A step's prompt groups",
        description: "With their rollouts, the steps on either side, and the launches that ran it.",
        parameters: [run, step, ...queryParameters.stepGroups],
        answer: { description: "A page of them.", content: jsonOf("StepGroups", stepGroups) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/attribution": {
      get: toOperation({
        id: "getAttribution",
        tag: "reading",
        summary: "Whose a change of the reward is",
        description: "From an earlier range of steps to a later one; the terms sum to the change.",
        parameters: [run, ...queryParameters.attribution],
        answer: { description: "The terms, in units of reward.", content: jsonOf("Attribution", attribution) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/snapshot": {
      get: toOperation({
        id: "getSnapshot",
        tag: "reading",
        summary: "What the run page shows",
        description: "At one revision, which the run's live stream continues from. 500 buckets unless told.",
        parameters: [run, ...queryParameters.snapshot],
        answer: { description: "The snapshot.", content: jsonOf("Snapshot") },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/rollouts": {
      get: toOperation({
        id: "getRollouts",
        tag: "reading",
        summary: "A run's rollouts",
        parameters: [run, ...queryParameters.rollouts],
        answer: { description: "A page of them.", content: jsonOf("RolloutPage", rolloutPage) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/rollouts/{rollout}": {
      get: toOperation({
        id: "getRollout",
        tag: "reading",
        summary: "One rollout",
        description: "With its attempts, its group and what is kept of its text.",
        parameters: [rollout],
        answer: { description: "The rollout.", content: jsonOf("RolloutDetail", rolloutDetail) },
        problems: ["not_found"],
      }),
      delete: toOperation({
        id: "deleteRollout",
        tag: "describing",
        summary: "Remove a rollout",
        description: "With all its attempts and their text, for good.",
        parameters: [rollout],
        answer: { description: "It is gone.", content: jsonOf("RolloutDeleted", { rollout: 2, deleted: true }) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/compare": {
      get: toOperation({
        id: "compareRuns",
        tag: "reading",
        summary: "Runs side by side",
        description:
          "Up to eight, over the steps asked for: what sets each apart from the baseline, with intervals, and which issues, settings and labels differ. Runs that are not there are named in missing.",
        parameters: queryParameters.compare,
        answer: { description: "The comparison.", content: jsonOf("Comparison", comparison) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/events": {
      get: toOperation({
        id: "followRun",
        tag: "live",
        summary: "Follow a run",
        description: [
          "Events carry whole states, so that one that comes twice does no harm; each id is the revision that a reconnect continues from.",
          "hello (HelloEvent) comes first; steps (StepsEvent), or with resolution buckets (Frame), after each change; incidents (Incidents), all of them, where one has changed (a frame carries them itself); reset (ResetEvent) asks to read everything again. A comment every 15 s keeps the stream open.",
        ].join(" "),
        parameters: [run, ...queryParameters.runEvents, lastEventId],
        answer: { description: "The stream.", content: { "text/event-stream": eventStream } },
        problems: ["not_found"],
      }),
    },
    "/api/v1/events": {
      get: toOperation({
        id: "followRuns",
        tag: "live",
        summary: "Follow the list of runs",
        description:
          "hello (an empty object) comes first; runs (RunList) has the entries that changed, and in removed the names of runs that are no more; incidents (Incidents) has those of a run where one has changed; reset asks to read the list again.",
        parameters: [...queryParameters.runsEvents, lastEventId],
        answer: { description: "The stream.", content: { "text/event-stream": eventStream } },
      }),
    },
  };
}
