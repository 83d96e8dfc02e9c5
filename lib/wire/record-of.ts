import { z } from "zod";
import { isRecord } from "./is-record";

const valueSchemas = new WeakMap<object, z.ZodType>();

/** The schema of the values of a schema that {@link recordOf} made; null for any other. */
export function readValueSchema(schema: object): z.ZodType | null {
  return valueSchemas.get(schema) ?? null;
}

/**
 * An object whose keys are names that senders choose, `__proto__` included: each stays a plain, own key, which
 * `z.record` does not promise.
 */
export function recordOf<Value extends z.ZodType>(value: Value) {
  const record = z
    .unknown()
    .transform((sent, context): Record<string, z.output<Value>> => {
      if (!isRecord(sent)) {
        context.addIssue({ code: "custom", message: "expected an object of names and values" });
        return z.NEVER;
      }
      const pairs: [string, z.output<Value>][] = [];
      for (const [name, inner] of Object.entries(sent)) {
        const parsed = value.safeParse(inner);
        if (parsed.success) pairs.push([name, parsed.data]);
        else
          context.addIssue({ code: "custom", message: parsed.error.issues[0]?.message ?? "unreadable", path: [name] });
      }
      return Object.fromEntries(pairs);
    })
    .meta({ type: "object" });
  valueSchemas.set(record, value);
  return record;
}
