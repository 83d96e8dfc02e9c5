import type { WireProject } from "../project";
import type { WireRestore } from "../restore";
import type { WireRemoval } from "../run-removal";
import type { WireStorage } from "../storage";
import { jsonOf, jsonProblems, type Paths, toOperation } from "./operation";
import { parameters } from "./parameters";
import { exampleRun } from "./rollout-examples";

const { run, contentEncoding } = parameters;

const notAsked: WireRemoval = {
  run: exampleRun,
  name: "Browser agent, 7th try",
  contents: {
    rollouts: 3,
    steps: 1,
    incidents: 0,
    issues_only_here: 2,
    triaged_issues_only_here: 0,
    annotations: 1,
    overrides: 1,
    report_edits: 0,
    notices: 0,
    bytes: 4_288,
  },
  asked_by: null,
  asked_at: null,
  due_at: null,
  wait_minutes: 1_440,
};

const asked: WireRemoval = {
  ...notAsked,
  asked_by: "ada",
  asked_at: "2026-08-03T16:00:00.000Z",
  due_at: "2026-08-04T16:00:00.000Z",
};

const storage: WireStorage = {
  database_bytes: 286_720,
  free_bytes: 8_192,
  wal_bytes: 65_952,
  runs: [
    {
      run: exampleRun,
      name: null,
      archived: false,
      rollouts: 3,
      row_bytes: 275_000,
      payload_bytes: 740,
      summary_bytes: 2_788,
      bytes: 278_528,
    },
  ],
};

const project: WireProject = {
  project: "browser",
  runs: 12,
  archived: 3,
  rollouts: 61_440,
  last_seen_at: "2026-08-03T16:00:00.000Z",
};

const restored: WireRestore = {
  revision: "2.41",
  replaced: "falsezero.db.replaced-2026-08-03T16-00-00-000Z",
};

/** How whole runs are removed, with a wait, and brought back. */
export function describeManagingPaths(): Paths {
  return {
    "/api/v1/runs/{run}/removal": {
      get: toOperation({
        id: "getRemoval",
        tag: "managing",
        summary: "What will go with a run",
        description: "Counted now; of a run that waits already, as it was counted when somebody asked for it.",
        parameters: [run],
        answer: { description: "All that goes, and when.", content: jsonOf("Removal", notAsked) },
        problems: ["not_found"],
      }),
      post: toOperation({
        id: "postRemoval",
        tag: "managing",
        summary: "Remove a run after a wait",
        description:
          "It is hidden at once, can be brought back until its wait is over, and then goes for good. Until then nothing is taken for its name.",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("RemovalPost", { name: exampleRun, by: "ada" }) },
        answer: { description: "What goes, and when.", content: jsonOf("Removal", asked) },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
      delete: toOperation({
        id: "deleteRemoval",
        tag: "managing",
        summary: "Bring a run back",
        description: "As it was, with everything that was said about it.",
        parameters: [run],
        answer: { description: "It is back.", content: jsonOf("RunRestored", { run: exampleRun, restored: true }) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/projects": {
      get: toOperation({
        id: "getProjects",
        tag: "managing",
        summary: "What runs say they belong to",
        answer: { description: "By name.", content: jsonOf("ProjectList", { projects: [project] }) },
      }),
    },
    "/api/v1/projects/rename": {
      post: toOperation({
        id: "postProjectRename",
        tag: "managing",
        summary: "Call a project otherwise",
        description:
          "All its runs say the new name, and its rule of retention and the filters of webhooks go along. Trainers that set the old name bring it back; saved views keep it.",
        parameters: [contentEncoding],
        body: { required: true, content: jsonOf("ProjectRename", { from: "browser", to: "web agents", by: "ada" }) },
        answer: {
          description: "What it is called, and how many runs went along.",
          content: jsonOf("ProjectRenamed", { project: "web agents", runs: 12, merged: false }),
        },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
    },
    "/api/v1/restore": {
      post: toOperation({
        id: "postRestore",
        tag: "managing",
        summary: "Put a copy in the place of the data",
        description:
          "What `falsezero restore` asks of a running server, once it has put a checked copy into the data folder; who can't write there can't name one. Requests that come meanwhile wait, and are answered from the copy; what was there is kept beside it.",
        parameters: [
          {
            name: "copy",
            in: "query",
            required: true,
            description: "The key of a copy that waits in the data folder.",
            schema: { type: "string" },
            example: "0b7c2d7b8a5f4c9e9f0d1a2b3c4d5e6f",
          },
        ],
        answer: { description: "The copy is what is served.", content: jsonOf("Restore", restored) },
        problems: ["not_found", "conflict", "unavailable"],
      }),
    },
    "/api/v1/storage": {
      get: toOperation({
        id: "getStorage",
        tag: "managing",
        summary: "How much each run takes",
        description: "Counted at most twice a minute.",
        answer: { description: "The database, and its runs.", content: jsonOf("Storage", storage) },
      }),
    },
    "/api/v1/removals": {
      get: toOperation({
        id: "getRemovals",
        tag: "managing",
        summary: "Runs that wait for their removal",
        answer: { description: "Soonest due first.", content: jsonOf("RemovalList", { removals: [asked] }) },
      }),
    },
  };
}
