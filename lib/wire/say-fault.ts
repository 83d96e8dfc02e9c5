import type { z } from "zod";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function sayAmount(issue: { readonly origin: string }, amount: number | bigint): string {
  const unit = issue.origin === "string" ? "character" : issue.origin === "array" ? "item" : null;
  return unit === null ? String(amount) : `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

/**
 * What is wrong with a value, for whoever sent it; for `safeParse(value, { error: sayIssue })`. What a schema says itself
 * goes before.
 */
export function sayIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is missing";
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case "too_small":
      return `must be at least ${sayAmount(issue, issue.minimum)}${issue.origin === "string" ? " long" : ""}`;
    case "too_big":
      return `must be at most ${sayAmount(issue, issue.maximum)}${issue.origin === "string" ? " long" : ""}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return issue.format === "datetime" ? "must be a time such as 2026-08-03T14:02:00Z" : undefined;
    case "unrecognized_keys":
      return `holds ${issue.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(", ")}, which is not known here`;
    default:
      return undefined;
  }
}
