import type { z } from "zod";

type RawFault = Parameters<z.core.$ZodErrorMap>[0];

const types: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function sayAmount(fault: { readonly origin: string }, amount: number | bigint): string {
  const unit = fault.origin === "string" ? "character" : fault.origin === "array" ? "item" : null;
  return unit === null ? String(amount) : `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

/**
 * What is wrong with a value, for whoever sent it; for `safeParse(value, { error: sayFault })`. What a schema says itself
 * goes before.
 */
export function sayFault(fault: RawFault): string | undefined {
  switch (fault.code) {
    case "invalid_type":
      if (fault.input === undefined) return "is missing";
      return `must be ${types[fault.expected] ?? fault.expected}`;
    case "too_small":
      return `must be at least ${sayAmount(fault, fault.minimum)}${fault.origin === "string" ? " long" : ""}`;
    case "too_big":
      return `must be at most ${sayAmount(fault, fault.maximum)}${fault.origin === "string" ? " long" : ""}`;
    case "invalid_value":
      return `must be ${fault.values.length === 1 ? "" : "one of "}${fault.values.map(String).join(", ")}`;
    case "invalid_format":
      return fault.format === "datetime" ? "must be a time such as 2026-08-03T14:02:00Z" : undefined;
    case "unrecognized_keys":
      return `holds ${fault.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(", ")}, which is not known here`;
    default:
      return undefined;
  }
}
