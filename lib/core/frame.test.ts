import { expect, test } from "vitest";
import { formatRevision, parseRevision } from "./frame";

test("a revision reads as it was written", () => {
  expect(parseRevision(formatRevision({ epoch: 3, sequence: 4_711 }))).toEqual({ epoch: 3, sequence: 4_711 });
  expect(formatRevision({ epoch: 3, sequence: 4_711 })).toBe("3.4711");
});

test.each(["", "3", "3.", ".4", "3.4.5", "-3.4", "3.4x", " 3.4", "3e1.4", "1234567890123456.1"])(
  "%j is none",
  (text) => {
    expect(parseRevision(text)).toBeNull();
  },
);
