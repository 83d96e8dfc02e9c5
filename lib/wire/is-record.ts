/** Whether a parsed value is a JSON object: a record with names of the sender's choosing. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
