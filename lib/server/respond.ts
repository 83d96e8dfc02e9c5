import { STATUS_CODES } from "node:http";
import type { Logger } from "pino";
import { isProblem, Problem, toProblemType } from "@/lib/core/errors";

/** What is sent back, for web handlers and for the hot path in front of them alike. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const jsonType = "application/json; charset=utf-8";
const problemType = "application/problem+json; charset=utf-8";

/** A result that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function toJsonAnswer(body: string, status = 200): Answer {
  return { status, headers: { "content-type": jsonType, "cache-control": "no-store" }, body };
}

/**
 * A problem document (RFC 9457). Whatever is no Problem is logged with a reference and answered without any detail.
 */
export function toProblemAnswer(error: unknown, log: Logger): Answer {
  let problem: Problem;
  if (isProblem(error)) problem = error;
  else {
    const reference = crypto.randomUUID();
    log.error({ err: error, reference }, "unexpected error");
    problem = new Problem(
      "internal",
      `Something went wrong that should not have. The server's log has it under ${reference}; nothing of this request is promised to be stored.`,
    );
  }
  const { code, status, message, options } = problem;
  if (options.cause !== undefined) log.error({ err: options.cause, code }, message);
  const headers: Record<string, string> = { "content-type": problemType, "cache-control": "no-store" };
  if (options.allow !== undefined) headers["allow"] = options.allow.join(", ");
  if (options.retryAfter !== undefined) headers["retry-after"] = String(options.retryAfter);
  if (status === 401) headers["www-authenticate"] = "Bearer";
  const { path, line, column, details } = options;
  const document = {
    type: toProblemType(code),
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail: message,
    code,
    ...(path === undefined ? {} : { path }),
    ...(line === undefined ? {} : { line, column }),
    ...details,
  };
  return { status, headers, body: JSON.stringify(document) };
}
