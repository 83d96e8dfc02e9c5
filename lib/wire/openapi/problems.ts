import { type ProblemCode, problemStatuses } from "@/lib/core/errors";
import type { Response } from "./operation";
import { problemExamples } from "./problem-examples";
import { refTo } from "./schema";

const titles: Readonly<Record<number, string>> = {
  400: "The request can't be read.",
  401: "The token is missing or wrong.",
  403: "The request comes from where it must not.",
  404: "There is no such thing.",
  405: "The address has no such method.",
  409: "It would overwrite what is there.",
  413: "A limit was passed; which one is named.",
  415: "The body is of a kind that is not taken.",
  422: "The body was read, and nothing of it was stored.",
  429: "Too much is waiting to be written. Nothing was stored.",
  500: "Something went wrong that should not have.",
  503: "Nothing can be stored now. Nothing was.",
};

const headers: Readonly<Record<number, Response["headers"]>> = {
  401: { "WWW-Authenticate": { description: "Bearer", schema: { type: "string" } } },
  429: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } } },
  503: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } } },
};

/** The answers for these problems, one a status, each code with an example. */
export function describeProblems(codes: readonly ProblemCode[]): Record<string, Response> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const status = problemStatuses[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses = [...byStatus].map(([status, ofStatus]): [string, Response] => {
    const examples = Object.fromEntries(ofStatus.map((code) => [code, { value: problemExamples[code] }]));
    const described = {
      description: `${titles[status] ?? "A problem."} Codes: ${ofStatus.join(", ")}.`,
      content: { "application/problem+json": { schema: refTo("Problem"), examples } },
    };
    const ofHeaders = headers[status];
    return [String(status), ofHeaders === undefined ? described : { ...described, headers: ofHeaders }];
  });
  return Object.fromEntries(responses);
}
