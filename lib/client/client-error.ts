/** The server answered, and the answer is no. The message is the server's own, with its status and code. */
export class RequestError extends Error {
  readonly status: number;
  /** A code of the server's closed list (docs/api.md), or null where something else answered. */
  readonly code: string | null;
  /** When the server asked to be asked again, ms from its answer; null where it did not. */
  readonly retryAfterMs: number | null;

  constructor(message: string, status: number, code: string | null, retryAfterMs: number | null = null) {
    super(message);
    this.name = "RequestError";
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Nobody answered, or the connection broke, as often as it was tried. */
export class UnreachableError extends Error {
  readonly url: string;

  constructor(url: string, cause: unknown) {
    super(`no answer from ${url}: ${describeCause(cause)}`, { cause });
    this.name = "UnreachableError";
    this.url = url;
  }
}

/** What a failed request says: a name with several addresses fails once for each. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return describeCause(error.errors[0]);
  const { cause } = error;
  return cause instanceof Error && cause.name === "TimeoutError" ? "timed out" : error.message;
}
