import { incidents, override, overridePost, overrides, verdict, withdrawn } from "./incident-examples";
import { jsonOf, jsonProblems, type Paths, toOperation } from "./operation";
import { parameters } from "./parameters";

const { run, override: overrideParameter, contentEncoding } = parameters;

/** What detection says of a run, and what people overrule it by. */
export function describeIncidentPaths(): Paths {
  return {
    "/api/v1/runs/{run}/incidents": {
      get: toOperation({
        id: "getIncidents",
        tag: "reading",
        summary: "A run's incidents",
        description: "Newest onset first; those that ended or were rolled back stay.",
        parameters: [run],
        answer: { description: "The incidents.", content: jsonOf("Incidents", incidents) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/verdict": {
      get: toOperation({
        id: "getVerdict",
        tag: "reading",
        summary: "What to do now",
        description: "For a person, or a script beside the trainer. It depends on the clock: a silent run is stalled.",
        parameters: [run],
        answer: { description: "The verdict.", content: jsonOf("Verdict", verdict) },
        problems: ["not_found"],
      }),
    },
    "/api/v1/runs/{run}/overrides": {
      get: toOperation({
        id: "getOverrides",
        tag: "reading",
        summary: "What people overruled",
        description: "Withdrawn ones too, oldest first, and each change of sensitivity and runbooks with its date.",
        parameters: [run],
        answer: { description: "The overrides.", content: jsonOf("Overrides", overrides) },
        problems: ["not_found"],
      }),
      post: toOperation({
        id: "postOverride",
        tag: "describing",
        summary: "Overrule detection",
        description: "Of an incident, or of a series from a step on. It is kept with its date, and can be withdrawn.",
        parameters: [run, contentEncoding],
        body: { required: true, content: jsonOf("OverridePost", overridePost) },
        answer: { description: "The override.", content: jsonOf("Override", override) },
        problems: [...jsonProblems, "not_found"],
      }),
    },
    "/api/v1/runs/{run}/overrides/{override}": {
      delete: toOperation({
        id: "withdrawOverride",
        tag: "describing",
        summary: "Withdraw an override",
        description: "It stays in the list, with the date on which it was withdrawn.",
        parameters: [run, overrideParameter],
        answer: { description: "The override, withdrawn.", content: jsonOf("Override", withdrawn) },
        problems: ["not_found", "conflict"],
      }),
    },
  };
}
