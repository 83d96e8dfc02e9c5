import type { z } from "zod";
import { Problem } from "@/lib/core/errors";
import { isDeeperThan, JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import { decodeRunName } from "@/lib/wire/run-name";
import { type Context, getContext } from "./context";
import { uncounted } from "./intake";
import { readBody } from "./read-body";
import { toJsonAnswer, toProblemAnswer } from "./respond";

export interface RouteRequest {
  readonly context: Context;
  readonly query: URLSearchParams;
  readonly request: Request;
  /** Parts of the path behind /api/v1, still encoded. */
  readonly path: readonly string[];
  /** The run that the address names. @throws Problem where it can't be a name. */
  run(): string;
  /** The JSON body, judged by its schema. @throws Problem with the path of what is wrong. */
  json<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>>;
}

/** Bodies of everything but rollouts are small. */
const smallBody = { bodyBytes: 16 * 1024 * 1024, unpackedBytes: 64 * 1024 * 1024 };

async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  depth: number,
): Promise<z.output<Schema>> {
  const type = request.headers.get("content-type") ?? "application/json";
  if (!/^application\/(?:json|[\w.+-]+\+json)\b/i.test(type)) {
    throw new Problem("unsupported_media_type", "This address takes Content-Type: application/json.");
  }
  const stream = request.body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });
  const contentEncoding = request.headers.get("content-encoding") ?? "";
  const contentLength = request.headers.get("content-length");
  const text = (await readBody(stream, { contentEncoding, contentLength }, smallBody, uncounted)).toString("utf8");
  let value: unknown;
  try {
    value = parseJsonText(text.trim() === "" ? "{}" : text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column, message } = error;
    throw new Problem("invalid_json", `Line ${line}, column ${column}: ${message}.`, { line, column });
  }
  if (isDeeperThan(value, depth)) {
    throw new Problem("invalid_request", `The body is nested deeper than ${depth} levels (FALSEZERO_MAX_DEPTH).`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.map(String).join(".") ?? "";
  throw new Problem("invalid_request", `${path === "" ? "The body" : path}: ${issue?.message ?? "unreadable"}.`, {
    path,
  });
}

/**
 * Wraps a route: what it returns is sent as JSON, a Response as it is, and what it throws as a problem document. The one
 * place where errors become answers.
 */
export function route(handle: (request: RouteRequest) => Promise<unknown>): (request: Request) => Promise<Response> {
  return async (request) => {
    const context = getContext();
    try {
      const url = new URL(request.url);
      const path = url.pathname.split("/").slice(3);
      const result = await handle({
        context,
        request,
        path,
        query: url.searchParams,
        run: () => decodeRunName(path[1] ?? ""),
        json: (schema) => readJson(request, schema, context.config.limits.depth),
      });
      if (result instanceof Response) return result;
      const { status, headers, body } = toJsonAnswer(JSON.stringify(result));
      return new Response(body, { status, headers });
    } catch (error) {
      const { status, headers, body } = toProblemAnswer(error, context.log);
      return new Response(body, { status, headers });
    }
  };
}

/** A value that must be there. @throws Problem `not_found` that says what was looked for. */
export function found<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new Problem("not_found", `There is no ${what}.`);
  return value;
}
