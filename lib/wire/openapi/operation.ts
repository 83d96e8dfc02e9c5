/** The parts of an OpenAPI 3.1 document that ours uses, and how an operation is put together. */
import type { ProblemCode } from "@/lib/core/errors";
import { describeProblems } from "./problems";
import { type JsonSchema, refTo, type SchemaName } from "./schema";

export interface Example {
  readonly summary?: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description: string;
  readonly style?: "form";
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface RequestBody {
  readonly description?: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
}

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Operations by address, as `/api/v1/runs/{run}`, and method. */
export type Paths = Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;

export const tags = {
  sending: "Sending rollouts",
  describing: "Describing a run",
  managing: "Managing runs",
  reading: "Reading back",
  triage: "Failure issues",
  live: "Live streams",
  alerts: "Alerts",
  finding: "Finding things",
  server: "The server",
} as const;

/** One media type with a named schema and one example. */
export function jsonOf(name: SchemaName, example?: unknown): Readonly<Record<string, MediaType>> {
  const examples = example === undefined ? {} : { examples: { ordinary: { value: example } } };
  return { "application/json": { schema: refTo(name), ...examples } };
}

/** Problems that any address can answer with: each refuses query names that it does not know. */
const anywhere = ["invalid_request", "unauthorized", "forbidden", "internal", "unavailable"] as const;

/** Problems of every address that takes a small JSON document. */
export const jsonProblems = [
  "invalid_json",
  "body_too_large",
  "unpacked_body_too_large",
  "unsupported_media_type",
  "unsupported_encoding",
] as const;

export interface ToldOperation {
  readonly id: string;
  readonly tag: keyof typeof tags;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: RequestBody;
  readonly answer: Response;
  /** Beside those that any address can answer with. */
  readonly problems?: readonly ProblemCode[];
  /** Answers beside 200 and the problems. */
  readonly answers?: Readonly<Record<string, Response>>;
}

export function toOperation(told: ToldOperation): Operation {
  const { id, tag, summary, description, parameters = [], body, answer, problems = [], answers = {} } = told;
  return {
    operationId: id,
    tags: [tags[tag]],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { "200": answer, ...describeProblems([...problems, ...anywhere]), ...answers },
  };
}
