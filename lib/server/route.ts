import type { z } from "zod";
import { Problem } from "@/lib/core/errors";
import { type ReportSectionId, reportSections } from "@/lib/core/report/document";
import { isDeeperThan, JsonTextError, parseJsonText } from "@/lib/wire/json-text";
import { findKey } from "@/lib/wire/key";
import { parseNoQuery } from "@/lib/wire/query";
import { decodeRunName, decodeWrittenRunName } from "@/lib/wire/run-name";
import { sayFault } from "@/lib/wire/say-fault";
import { type Context, getContext } from "./context";
import { uncounted } from "./intake";
import { type BodySource, readBody } from "./read-body";
import { JsonText, toJsonAnswer, toProblemAnswer } from "./respond";

export interface RouteRequest<Query> {
  readonly context: Context;
  /** What stands behind the question mark, read. */
  readonly query: Query;
  readonly request: Request;
  /** The run that the address names. @throws Problem where it can't be a name. */
  run(): string;
  /** The same where it is made or written to. @throws Problem where no run may be called that. */
  writtenRun(): string;
  /** The step that the address names. @throws Problem where it is no number of a step. */
  step(): number;
  /** The section of a report that the address names. @throws Problem where there is none of that name. */
  section(): ReportSectionId;
  /** The override that the address names. @throws Problem where none can have that number. */
  override(): number;
  /** The annotation that the address names. @throws Problem where none can have that number. */
  annotation(): number;
  /** The rollout that the address names. @throws Problem where no rollout can have that number. */
  rollout(): number;
  /** The webhook that the address names, whether there is one or not. */
  webhook(): string;
  /** The saved view that the address names. @throws Problem where none can have that number. */
  view(): number;
  /** The issue that the address names. @throws Problem where no issue can have that number. */
  issue(): number;
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
  const body: BodySource = async (take) => {
    if (request.body !== null) for await (const chunk of request.body) take(chunk);
  };
  const contentEncoding = request.headers.get("content-encoding") ?? "";
  const contentLength = request.headers.get("content-length");
  const text = (await readBody(body, { contentEncoding, contentLength }, smallBody, uncounted)).toString("utf8");
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
  const parsed = schema.safeParse(value, { error: sayFault });
  if (parsed.success) return parsed.data;
  const fault = parsed.error.issues[0];
  const path = fault?.path.map(String).join(".") ?? "";
  throw new Problem("invalid_request", `${path === "" ? "The body" : path}: ${fault?.message ?? "unreadable"}.`, {
    path,
  });
}

function parseStep(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new Problem("invalid_request", "A step is a whole number of at least 0.", { path: "step" });
}

function parseKey(text: string, thing: "rollout" | "issue" | "override" | "annotation" | "view"): number {
  const key = findKey(text);
  if (key === null) throw new Problem("not_found", `There is no ${thing} ${text.slice(0, 20)}.`);
  return key;
}

function parseSection(text: string): ReportSectionId {
  const found = reportSections.find((section) => section === text);
  if (found !== undefined) return found;
  throw new Problem("not_found", `A report has no such section. It has ${reportSections.join(", ")}.`);
}

type Handler = (request: Request) => Promise<Response>;

/** Next leaves the body of an answer to HEAD where it is: what makes it has to be told that nobody reads. */
async function dropBody({ body, status, headers }: Response): Promise<Response> {
  await body?.cancel();
  return new Response(null, { status, headers });
}

/**
 * Wraps a route: what it returns is sent as JSON, a Response as it is, and what it throws as a problem document. The one
 * place where errors become answers.
 *
 * @param parseQuery reads the query, and throws where it holds a name that the address does not know.
 */
export function routeWithQuery<Query>(
  parseQuery: (query: URLSearchParams) => Query,
  handle: (request: RouteRequest<Query>) => Promise<unknown>,
): Handler {
  return async (request) => {
    const context = getContext();
    try {
      const url = new URL(request.url);
      // Behind /api/v1, still encoded: /runs/{run}/steps/{step} or /rollouts/{rollout}.
      const [, first = "", , third = ""] = url.pathname.split("/").slice(3);
      const result = await handle({
        context,
        request,
        query: parseQuery(url.searchParams),
        run: () => decodeRunName(first),
        writtenRun: () => decodeWrittenRunName(first),
        step: () => parseStep(third),
        section: () => parseSection(third),
        override: () => parseKey(third, "override"),
        annotation: () => parseKey(third, "annotation"),
        webhook: () => first,
        rollout: () => parseKey(first, "rollout"),
        view: () => parseKey(first, "view"),
        issue: () => parseKey(first, "issue"),
        json: (schema) => readJson(request, schema, context.config.limits.depth),
      });
      if (result instanceof Response) return request.method === "HEAD" ? await dropBody(result) : result;
      const { status, headers, body } = toJsonAnswer(result instanceof JsonText ? result.text : JSON.stringify(result));
      return new Response(body, { status, headers });
    } catch (error) {
      const { status, headers, body } = toProblemAnswer(error, context.log);
      return new Response(body, { status, headers });
    }
  };
}

/** A route that takes no query. */
export function route(handle: (request: RouteRequest<null>) => Promise<unknown>): Handler {
  return routeWithQuery(parseNoQuery, handle);
}
