import { type ProblemCode, problemStatuses, toProblemType } from "@/lib/core/errors";
import type { WireProblem } from "../answers";

function example(code: ProblemCode, title: string, detail: string, more: Partial<WireProblem> = {}): WireProblem {
  return { type: toProblemType(code), title, status: problemStatuses[code], detail, code, ...more };
}

const missingStep =
  "no step: give it in the row, in the query (?step=), or start one with PUT /api/v1/runs/{run}/steps/{step} and started_at";

/** One problem document for each code, as the server words it with its usual limits. */
export const problemExamples: Readonly<Record<ProblemCode, WireProblem>> = {
  invalid_json: example(
    "invalid_json",
    "Bad Request",
    "Line 1, column 1: a JSON object or array was expected. Nothing was stored.",
    { line: 1, column: 1 },
  ),
  invalid_request: example("invalid_request", "Bad Request", "The query's step must be a number.", { path: "step" }),
  unauthorized: example(
    "unauthorized",
    "Unauthorized",
    "This server needs a token: send Authorization: Bearer with the one it was started with (FALSEZERO_TOKEN, FALSEZERO_TOKENS), or open /login in a browser.",
  ),
  forbidden: example("forbidden", "Forbidden", "Requests of other sites are not answered.", { path: "Origin" }),
  not_found: example("not_found", "Not Found", 'There is no run called "browser-8".'),
  method_not_allowed: example(
    "method_not_allowed",
    "Method Not Allowed",
    "This address takes GET, PUT and DELETE; there is no PATCH here.",
  ),
  conflict: example(
    "conflict",
    "Conflict",
    'The run "browser-7" is no reconstruction, and is not played over. Name another run, or none.',
    { path: "run" },
  ),
  body_too_large: example(
    "body_too_large",
    "Payload Too Large",
    "The body is larger than 33554432 bytes as sent (FALSEZERO_MAX_BODY_BYTES). Nothing was stored; send smaller batches, or gzip them.",
  ),
  unpacked_body_too_large: example(
    "unpacked_body_too_large",
    "Payload Too Large",
    "The body unpacks to more than 268435456 bytes (FALSEZERO_MAX_UNPACKED_BYTES). Nothing was stored; send smaller batches.",
  ),
  too_many_rows: example(
    "too_many_rows",
    "Payload Too Large",
    "The body has more than 10000 rows (FALSEZERO_MAX_ROWS). Nothing was stored; send smaller batches.",
  ),
  unsupported_media_type: example(
    "unsupported_media_type",
    "Unsupported Media Type",
    "Content-Type text/csv is not taken. Send application/json or application/x-ndjson, in UTF-8.",
    { path: "Content-Type" },
  ),
  unsupported_encoding: example(
    "unsupported_encoding",
    "Unsupported Media Type",
    "Content-Encoding zstd can't be unpacked here. Send identity, gzip, deflate or br.",
    { path: "Content-Encoding" },
  ),
  rejected: example(
    "rejected",
    "Unprocessable Entity",
    `Every row was rejected, and nothing was stored. The first: ${missingStep}`,
    {
      received: 1,
      rejected_count: 1,
      rejected: [{ index: 0, code: "step_missing", path: "step", message: missingStep }],
    },
  ),
  idempotency_key_reused: example(
    "idempotency_key_reused",
    "Unprocessable Entity",
    "This Idempotency-Key was used for a request with another body. Nothing of this one was stored; use a new key for new rows.",
    { path: "Idempotency-Key" },
  ),
  too_busy: example(
    "too_busy",
    "Too Many Requests",
    "More is waiting to be written than memory allows; nothing of this request was stored.",
  ),
  internal: example(
    "internal",
    "Internal Server Error",
    "Something went wrong that should not have. The server's log has it under 118156b8-8927-4d87-b84e-04ca60dc064f; nothing of this request is promised to be stored.",
  ),
  unavailable: example(
    "unavailable",
    "Service Unavailable",
    "The server is stopping; nothing of this request was stored. Send it again.",
  ),
};
