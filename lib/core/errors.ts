/** The closed list of what can go wrong for a caller, each with the HTTP status it is answered with. */
export const problemStatuses = {
  invalid_json: 400,
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unpacked_body_too_large: 413,
  too_many_rows: 413,
  unsupported_media_type: 415,
  unsupported_encoding: 415,
  rejected: 422,
  idempotency_key_reused: 422,
  too_busy: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof problemStatuses;

/** A problem's `type`: a name and no address, because it has to mean the same on every server. */
export function toProblemType(code: ProblemCode): string {
  return `urn:falsezero:problem:${code}`;
}

export interface ProblemOptions {
  /** A JSON path, a query name or a header that the problem is about. */
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  /** Methods that the address takes. */
  readonly allow?: readonly string[];
  /** Seconds to wait before trying again. */
  readonly retryAfter?: number;
  /** More members of the problem document, such as the rows that were rejected. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * An error that a caller is told about. The message says what happened, what it means and what to do; it never carries
 * a secret, a file path or a stack.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly options: ProblemOptions;

  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "Problem";
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return problemStatuses[this.code];
  }
}

/** Bundles hold copies of this class, so a problem is known by its shape. */
export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && error.name === "Problem" && "code" in error && String(error.code) in problemStatuses;
}
