import { exportVersion } from "../export-file";
import { jsonOf, jsonProblems, type Paths, type Response, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";

const { run, contentEncoding } = parameters;

const header = {
  falsezero_export: {
    version: exportVersion,
    run: "browser-7",
    whole: true,
    filter: null,
    revision: "1.4711",
    exported_at: "2026-08-21T15:02:11.000Z",
    server: "0.1.0",
  },
};

function toLines(description: string): Response {
  return {
    description,
    content: {
      "application/x-ndjson": {
        schema: {
          type: "string",
          description: "A JSON object a line: a header, records, rollouts, and an end line that counts them.",
        },
        examples: { header: { summary: "The first line", value: `${JSON.stringify(header)}\n` } },
      },
      "application/gzip": { schema: { type: "string", format: "binary", description: "The same, packed." } },
    },
  };
}

const recordsPost = {
  exported_run: "browser-7",
  records: [
    {
      falsezero_record: "segment",
      segment: "resume-2",
      started_at: 1_787_000_000_000,
      from_step: 61,
      first_heard_at: 1_787_000_000_000,
    },
  ],
};

/** What leaves a server whole, and comes back. */
export function describeExportPaths(): Paths {
  return {
    "/api/v1/runs/{run}/export": {
      get: toOperation({
        id: "exportRun",
        tag: "reading",
        summary: "All of a run, to be imported again",
        description:
          "At one revision, streamed. It holds rollouts with their attempts and what is kept of their text, superseded steps, settings, launches, declarations, annotations, what people overruled and decided. A file without its end line is not whole.",
        parameters: [run, ...queryParameters.runExport],
        answer: toLines("The run."),
        problems: ["not_found", "too_busy"],
      }),
    },
    "/api/v1/runs/{run}/rollouts/export": {
      get: toOperation({
        id: "exportRollouts",
        tag: "reading",
        summary: "A run's rollouts, to be imported again",
        description:
          "Those that the filter means, all pages of them in the order in which they came in; streamed, at one revision.",
        parameters: [run, ...queryParameters.rolloutExport],
        answer: toLines("The rollouts."),
        problems: ["not_found", "too_busy"],
      }),
    },
    "/api/v1/runs/{run}/records": {
      post: toOperation({
        id: "postRecords",
        tag: "sending",
        summary: "Send what an export holds beside rollouts",
        description:
          "In the order of the export: those before its rollouts, then the rollouts, then those behind them. What is known here already stays, and the same again changes nothing. An unknown run is made.",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("RecordsPost", recordsPost) },
        answer: {
          description: "How many there were.",
          content: jsonOf("RecordsKept", { run: "browser-7", records: 1 }),
        },
        problems: jsonProblems,
      }),
    },
  };
}
