import { jsonOf, jsonProblems, type Paths, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";
import { exampleRun } from "./rollout-examples";
import { finishPost, newRun, producerCountsPost, runDetail, runPatch, segmentPost, stepPut } from "./run-examples";

const { run, step, contentEncoding } = parameters;

/** What is said about a run beside its rollouts. */
export function describeRunPaths(): Paths {
  return {
    "/api/v1/runs/{run}": {
      get: toOperation({
        id: "getRun",
        tag: "reading",
        summary: "One run",
        description: "With its settings, its coverage, its segments and comparisons with producers' own counts.",
        parameters: [run],
        answer: { description: "The run.", content: jsonOf("RunDetail", runDetail) },
        problems: ["not_found"],
      }),
      put: toOperation({
        id: "putRun",
        tag: "describing",
        summary: "Describe a run",
        description: "What is left out stays; null unsets. An unknown run is made.",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("RunPatch", runPatch) },
        answer: { description: "The run as it now is.", content: jsonOf("Run", newRun) },
        problems: [...jsonProblems, "conflict"],
      }),
      delete: toOperation({
        id: "deleteRun",
        tag: "describing",
        summary: "Remove a run",
        description:
          "With its rollouts, their text, and everything said about it, for good and at once. Of a run that waits for its removal the wait ends.",
        parameters: [run],
        answer: { description: "It is gone.", content: jsonOf("RunDeleted", { run: exampleRun, deleted: true }) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/steps/{step}": {
      put: toOperation({
        id: "putStep",
        tag: "describing",
        summary: "Declare a step",
        description: "What it expects, when it started and ended, its checkpoint. What is left out stays.",
        parameters: [run, step, ...queryParameters.place, contentEncoding],
        body: { required: true, content: jsonOf("StepPut", stepPut) },
        answer: { description: "It is declared.", content: jsonOf("StepDeclared", { run: exampleRun, step: 61 }) },
        problems: [...jsonProblems, "conflict"],
      }),
    },
    "/api/v1/runs/{run}/segments": {
      post: toOperation({
        id: "postSegment",
        tag: "describing",
        summary: "Name a launch of the trainer",
        description:
          "A newer segment supersedes older rows from its first step on; they stay readable. Naming one again adds what is told of it.",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("SegmentPost", segmentPost) },
        answer: {
          description: "It is known.",
          content: jsonOf("SegmentNamed", { run: exampleRun, segment: "resume-2" }),
        },
        problems: [...jsonProblems, "conflict"],
      }),
    },
    "/api/v1/runs/{run}/finish": {
      post: toOperation({
        id: "postFinish",
        tag: "describing",
        summary: "Say that a run has ended",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("FinishPost", finishPost) },
        answer: {
          description: "Its state.",
          content: jsonOf("RunFinished", { run: exampleRun, state: "stopped" }),
        },
        problems: [...jsonProblems, "not_found"],
      }),
    },
    "/api/v1/runs/{run}/producer-counts": {
      post: toOperation({
        id: "postProducerCounts",
        tag: "describing",
        summary: "Tell what a producer counted itself",
        description: "It is shown beside our own counts of the same step. A count told again replaces the one before.",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("ProducerCountsPost", producerCountsPost) },
        answer: {
          description: "How many counts are kept of it.",
          content: jsonOf("CountsKept", { run: exampleRun, counts: 4 }),
        },
        problems: [...jsonProblems, "conflict"],
      }),
    },
  };
}
