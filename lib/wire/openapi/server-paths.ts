import { jsonOf, type Paths, toOperation } from "./operation";
import { health } from "./run-examples";

export function describeServerPaths(): Paths {
  return {
    "/api/v1/openapi.json": {
      get: toOperation({
        id: "getOpenApi",
        tag: "server",
        summary: "This document",
        answer: {
          description: "The API as OpenAPI 3.1.",
          content: { "application/json": { schema: { type: "object", required: ["openapi", "info", "paths"] } } },
        },
      }),
    },
    "/api/health": {
      get: toOperation({
        id: "getHealth",
        tag: "server",
        summary: "Whether the server lives and its storage answers",
        answer: { description: "It does.", content: jsonOf("Health", health) },
        answers: {
          "503": { description: "It is stopping, or its storage does not answer.", content: jsonOf("Health") },
        },
      }),
    },
    "/metrics": {
      get: toOperation({
        id: "getMetrics",
        tag: "server",
        summary: "Numbers of the server for Prometheus",
        answer: {
          description: "Text exposition format 0.0.4.",
          content: {
            "text/plain": {
              schema: { type: "string" },
              examples: {
                ordinary: {
                  value:
                    "# HELP falsezero_rollouts Rollouts that count in the runs' summaries.\n# TYPE falsezero_rollouts gauge\nfalsezero_rollouts 3\n",
                },
              },
            },
          },
        },
      }),
    },
  };
}
