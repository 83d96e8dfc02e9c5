import type { WireImportDone } from "../import-events";
import { jsonOf, jsonProblems, type Operation, type Paths, type RequestBody, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";
import { lines, nemoGymRow, receipt, rows, solved } from "./rollout-examples";
import { demoPost } from "./run-examples";
import { refTo } from "./schema";

const { run, idempotencyKey, contentEncoding } = parameters;

const anyRow = { anyOf: [refTo("RolloutRow"), refTo("NemoGymRow")] };

const linesType = {
  schema: { type: "string", description: "A JSON object a line. A line that can't be read costs only itself." },
  examples: { ordinary: { summary: "Three rows that are taken, and one that is not", value: lines } },
} as const;

const rowsBody: RequestBody = {
  required: true,
  description:
    "One row, an array of rows, or a row a line. Bare NaN, Infinity and -Infinity are taken. Keys that no format reads are kept with the payload.",
  content: {
    "application/json": {
      schema: {
        oneOf: [
          { ...anyRow, type: "object" },
          { type: "array", items: anyRow },
        ],
      },
      examples: {
        one: { summary: "One row", value: solved },
        array: { summary: "Three rows that are taken, and one that is not", value: rows },
        verifyResponse: { summary: "A NeMo Gym verify response, to the letter", value: nemoGymRow },
      },
    },
    "application/x-ndjson": linesType,
    "application/jsonl": linesType,
  },
};

/** The one route that is served before any other part of the server sees it. */
function describePostRollouts(): Operation {
  return toOperation({
    id: "postRollouts",
    tag: "sending",
    summary: "Send rollouts",
    description:
      "Each row is judged on its own; the good ones are stored in one commit, and the answer comes after it. An unknown run is made.",
    parameters: [run, ...queryParameters.ingest, idempotencyKey, contentEncoding],
    body: rowsBody,
    answer: { description: "What became of the rows.", content: jsonOf("Receipt", receipt) },
    problems: [...jsonProblems, "too_many_rows", "rejected", "idempotency_key_reused", "conflict", "too_busy"],
  });
}

function describePostDemo(): Operation {
  return toOperation({
    id: "postDemo",
    tag: "sending",
    summary: "Play the bundled reconstruction",
    description:
      "Plays a run that loses its browser sessions at step 61 into a run, by the same way in as everyone's. A run that is there already must be a reconstruction.",
    parameters: [contentEncoding],
    body: { required: true, content: jsonOf("DemoPost", demoPost) },
    answer: {
      description: "The run that it is played into, and how many rollouts it has.",
      content: jsonOf("DemoPlayed", { run: "step-61-live-mr2k1x8f", rollouts: 5_120 }),
    },
    problems: [...jsonProblems, "conflict", "too_busy"],
  });
}

const importDone: WireImportDone = {
  event: "done",
  run: "browser-7",
  ok: true,
  dry_run: false,
  run_finished: false,
  ended_before: null,
  failure: null,
  rows: 64,
  inserted: 64,
  updated: 0,
  duplicates: 0,
  superseded: 0,
  refused: 0,
  files: [
    {
      file: "step_61/rollouts.jsonl",
      producer: "nemo-gym",
      kind: "rollouts",
      step: 61,
      rows: 64,
      inserted: 64,
      updated: 0,
      duplicates: 0,
      superseded: 0,
      expected: 0,
      counts: null,
      refused: 0,
      lines: [],
      refusal: null,
      wanted: null,
      warnings: [],
      note: null,
      finished: true,
    },
  ],
};

const importBody: RequestBody = {
  required: true,
  description:
    "Files as parts of a form, each with its name, which may hold folders; or one file as the body, named in the query. Of any size: they are kept on the disk until they are read.",
  content: {
    "multipart/form-data": {
      schema: { type: "object", properties: { file: { type: "array", items: { type: "string", format: "binary" } } } },
    },
    "application/octet-stream": { schema: { type: "string", format: "binary" } },
  },
};

/** Served before Next, whose handling of bodies ends at a few megabytes. */
function describePostImports(): Operation {
  return toOperation({
    id: "postImports",
    tag: "sending",
    summary: "Import files",
    description:
      "Reads files of any known producer on the server, and sends their rows by the same way in as everyone's. Told as it goes, a JSON object a line: received, progress, file, done. A file that can't be read stops no other. Whoever disconnects cancels it; what was taken stays. An unknown run is made.",
    parameters: [run, ...queryParameters.import],
    body: importBody,
    answer: {
      description: "What became of each file; with Accept: application/json only the last line.",
      content: {
        "application/x-ndjson": {
          schema: refTo("ImportEvent"),
          examples: { last: { summary: "The last line", value: importDone } },
        },
        ...jsonOf("ImportDone", importDone),
      },
    },
    problems: ["unsupported_media_type", "unsupported_encoding"],
  });
}

export function describeIngestPaths(): Paths {
  return {
    "/api/v1/runs/{run}/rollouts": { post: describePostRollouts() },
    "/api/v1/runs/{run}/imports": { post: describePostImports() },
    "/api/v1/demo": { post: describePostDemo() },
  };
}
