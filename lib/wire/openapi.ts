/** The API as an OpenAPI 3.1 document, made from the schemas that judge what comes in and say what goes out. */
import { describeAlertPaths } from "./openapi/alert-paths";
import { describeAnnotationPaths } from "./openapi/annotation-paths";
import { describeCsvPaths } from "./openapi/csv-paths";
import { describeExportPaths } from "./openapi/export-paths";
import { describeIncidentPaths } from "./openapi/incident-paths";
import { describeIngestPaths } from "./openapi/ingest-paths";
import { describeIssuePaths } from "./openapi/issue-paths";
import { describeManagingPaths } from "./openapi/managing-paths";
import { type Paths, tags } from "./openapi/operation";
import { describeReadPaths } from "./openapi/read-paths";
import { describeReportPaths } from "./openapi/report-paths";
import { describeRetentionPaths } from "./openapi/retention-paths";
import { describeRunPaths } from "./openapi/run-paths";
import { describeSchemas } from "./openapi/schema";
import { describeSearchPaths } from "./openapi/search-paths";
import { describeServerPaths } from "./openapi/server-paths";

/** Addresses of one path stand together, whichever part of the API tells of them. */
function joinPaths(parts: readonly Paths[]): Paths {
  const joined = new Map<string, Paths[string]>();
  for (const part of parts) {
    for (const [path, operations] of Object.entries(part)) joined.set(path, { ...joined.get(path), ...operations });
  }
  return Object.fromEntries(joined);
}

/** Every address that the server answers, with its methods. */
export function describePaths(): Paths {
  return joinPaths([
    describeIngestPaths(),
    describeRunPaths(),
    describeReadPaths(),
    describeExportPaths(),
    describeAlertPaths(),
    describeIssuePaths(),
    describeIncidentPaths(),
    describeReportPaths(),
    describeAnnotationPaths(),
    describeCsvPaths(),
    describeManagingPaths(),
    describeRetentionPaths(),
    describeSearchPaths(),
    describeServerPaths(),
  ]);
}

/** @param version the program's. */
export function describeApi(version: string) {
  return {
    openapi: "3.1.0",
    info: {
      title: "Falsezero",
      version,
      summary: "Telemetry of reinforcement-learning runs: rollouts in, summaries of steps out.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "This server" }],
    // Without a token nothing is needed; with it, one of the other two.
    security: [{}, { token: [] }, { session: [] }],
    tags: Object.values(tags).map((name) => ({ name })),
    paths: describePaths(),
    components: {
      schemas: describeSchemas(),
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "The value of FALSEZERO_TOKEN, or one of FALSEZERO_TOKENS.",
        },
        session: { type: "apiKey", in: "cookie", name: "falsezero_session", description: "Set by the login page." },
      },
    },
  } as const;
}
