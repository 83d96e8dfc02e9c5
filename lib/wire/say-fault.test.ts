import { expect, test } from "vitest";
import { z } from "zod";
import { sayFault } from "./say-fault";

test.each([
  [z.string().min(1), "", "must be at least 1 character long"],
  [z.string().max(3), "abcd", "must be at most 3 characters long"],
  [z.array(z.string()).max(1), ["a", "b"], "must be at most 1 item"],
  [z.int().min(0), -1, "must be at least 0"],
  [z.int(), 1.5, "must be a whole number"],
  [z.string(), 5, "must be a text"],
  [z.strictObject({ a: z.string() }), {}, "is missing"],
  [z.strictObject({}), { b: 1 }, 'holds "b", which is not known here'],
  [z.enum(["a", "b"]), "c", "must be one of a, b"],
  [z.literal(true), false, "must be true"],
  [z.iso.datetime(), "x", "must be a time such as 2026-08-03T14:02:00Z"],
  [z.string().min(8, "must be a secret"), "", "must be a secret"],
])("%# is said in plain words", (schema, value, words) => {
  const parsed = schema.safeParse(value, { error: sayFault });
  expect(parsed.error?.issues[0]?.message).toBe(words);
});
