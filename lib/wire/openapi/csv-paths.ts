import { isTableParameter } from "../csv-query";
import { type MediaType, type Parameter, type Paths, type ToldOperation, toOperation } from "./operation";
import { parameters, queryParameters } from "./parameters";

const { run, step } = parameters;

const table: Readonly<Record<string, MediaType>> = { "text/csv": { schema: { type: "string" } } };

function toTable(told: Pick<ToldOperation, "id" | "tag" | "summary" | "problems"> & { parameters?: Parameter[] }) {
  const description = "Streamed, all pages of the list. A connection that breaks off sent a part only.";
  const answer = { description: "The table: RFC 4180, UTF-8, with a header.", content: table };
  return { get: toOperation({ ...told, description, answer }) };
}

/** Lists of the API as tables. */
export function describeCsvPaths(): Paths {
  return {
    "/api/v1/runs.csv": toTable({ id: "getRunTable", tag: "reading", summary: "All runs as CSV" }),
    "/api/v1/runs/{run}/steps.csv": toTable({
      id: "getStepTable",
      tag: "reading",
      summary: "Steps, or buckets of them, as CSV",
      parameters: [run, ...queryParameters.steps],
      problems: ["not_found"],
    }),
    "/api/v1/runs/{run}/rollouts.csv": toTable({
      id: "getRolloutTable",
      tag: "reading",
      summary: "All rollouts that a filter leaves as CSV",
      parameters: [run, ...queryParameters.rollouts.filter(isTableParameter)],
      problems: ["not_found"],
    }),
    "/api/v1/runs/{run}/incidents.csv": toTable({
      id: "getIncidentTable",
      tag: "reading",
      summary: "A run's incidents as CSV",
      parameters: [run],
      problems: ["not_found"],
    }),
    "/api/v1/runs/{run}/steps/{step}/groups.csv": toTable({
      id: "getGroupTable",
      tag: "reading",
      summary: "A step's prompt groups as CSV",
      parameters: [run, step, ...queryParameters.stepGroups.filter(isTableParameter)],
      problems: ["not_found"],
    }),
    "/api/v1/issues.csv": toTable({
      id: "getIssueTable",
      tag: "triage",
      summary: "Failure issues across runs as CSV",
      parameters: queryParameters.issues.filter(isTableParameter),
      problems: ["not_found"],
    }),
    "/api/v1/runs/{run}/issues.csv": toTable({
      id: "getRunIssueTable",
      tag: "triage",
      summary: "A run's failure issues as CSV",
      parameters: [run, ...queryParameters.runIssues.filter(isTableParameter)],
      problems: ["not_found"],
    }),
  };
}
