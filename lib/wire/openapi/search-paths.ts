import { ViewRemovalQuery } from "../saved-view";
import { SearchParams } from "../search";
import { jsonOf, jsonProblems, type Paths, toOperation } from "./operation";
import { describeQuery, type Notes, parameters } from "./parameters";

const { view: id, contentEncoding } = parameters;

const searchNotes: Notes<typeof SearchParams> = {
  q: "What was typed: words, to the letter; or the number of a rollout, or the id that its sender gave it.",
  run: "Only what is of this run, by name.",
  limit: "Of each type.",
};

const viewRemovalNotes: Notes<typeof ViewRemovalQuery> = {
  version: "The version that was seen; where it is another now, nothing is removed.",
};

const view = {
  view: 3,
  name: "Lost sessions, pool b",
  page: "rollouts",
  run: "browser-7",
  query: "kind=session_lost&label.browser_pool=b",
  by: "ada",
  version: 1,
  created_at: "2026-08-03T14:10:00.000Z",
  changed_at: "2026-08-03T14:10:00.000Z",
};

const found = {
  results: [
    { type: "run", run: "browser-7", title: "Browser agent, GRPO", project: "agents" },
    { type: "issue", issue: 1, kind: "session_lost", template: "reset: no session in <duration>" },
    {
      type: "reason",
      run: "browser-7",
      step: 61,
      rollout: 2,
      kind: "session_lost",
      text: "reset: no session in 30 s",
    },
  ],
};

const { view: _, by: told, version: _version, created_at: _made, changed_at: _changed, ...saved } = view;

/** Finding things, and keeping what was found. */
export function describeSearchPaths(): Paths {
  return {
    "/api/v1/search": {
      get: toOperation({
        id: "search",
        tag: "finding",
        summary: "Find things by words",
        description:
          "Every word must be there, and the last one may go on; runs are also found by letters of their name in order. What is typed is taken to the letter. Of each type the newest come first.",
        parameters: describeQuery(SearchParams, searchNotes),
        answer: { description: "What was found, type by type.", content: jsonOf("SearchResults", found) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/views": {
      get: toOperation({
        id: "listViews",
        tag: "finding",
        summary: "Saved views",
        description: "Newest change first.",
        answer: { description: "All of them.", content: jsonOf("ViewList", { views: [view] }) },
      }),
      post: toOperation({
        id: "postView",
        tag: "finding",
        summary: "Save a view",
        description: "A page with its filters, under a name; of one run, or without run of any.",
        parameters: [contentEncoding],
        body: { required: true, content: jsonOf("ViewPost", { ...saved, by: told }) },
        answer: { description: "The view.", content: jsonOf("View", view) },
        problems: jsonProblems,
      }),
    },
    "/api/v1/views/{view}": {
      get: toOperation({
        id: "getView",
        tag: "finding",
        summary: "One saved view",
        parameters: [id],
        answer: { description: "The view.", content: jsonOf("View", view) },
        problems: ["not_found"],
      }),
      patch: toOperation({
        id: "patchView",
        tag: "finding",
        summary: "Rename a view, or save other filters under its name",
        description: "What is left out stays. Of two who change it at once one wins, and the other is told.",
        parameters: [id, contentEncoding],
        body: { required: true, content: jsonOf("ViewPatch", { version: 1, name: "Lost sessions" }) },
        answer: {
          description: "The view as it now is.",
          content: jsonOf("View", { ...view, name: "Lost sessions", version: 2 }),
        },
        problems: [...jsonProblems, "not_found", "conflict"],
      }),
      delete: toOperation({
        id: "deleteView",
        tag: "finding",
        summary: "Remove a view",
        parameters: [id, ...describeQuery(ViewRemovalQuery, viewRemovalNotes)],
        answer: { description: "It is gone.", content: jsonOf("ViewDeleted", { view: 3, deleted: true }) },
        problems: ["not_found", "conflict"],
      }),
    },
  };
}
