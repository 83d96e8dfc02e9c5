import { expect, test } from "vitest";
import {
  decodeRunName,
  decodeWrittenRunName,
  findRunName,
  findTitleRunName,
  parseRunName,
  parseWrittenRunName,
} from "./run-name";

test.each(["a", "...", "a/b", "50%", "🧪".repeat(200), "__proto__", " "])("%j is a name", (name) => {
  expect(parseRunName(name)).toBe(name);
  expect(decodeRunName(encodeURIComponent(name))).toBe(name);
});

test("a name is one, however its characters are put together", () => {
  expect(parseRunName("cafe\u0301")).toBe("caf\u00e9");
  // Each of these 201 becomes one character with its accent only once it is normalised.
  expect(parseRunName("e\u0301".repeat(200))).toHaveLength(200);
});

test.each(["", ".", "..", "a\u0000", "a\nb", "\u007f", "\u0085", "a".repeat(201), "\ud83e"])("%j is none", (name) => {
  expect(() => parseRunName(name)).toThrow(
    expect.objectContaining({ code: "invalid_request", options: { path: "run" } }),
  );
});

test.each([
  ["a\u202eb", "U+202E"],
  ["\u2066a", "U+2066"],
  ["a\u200e", "U+200E"],
  ["a\u200fb", "U+200F"],
  ["\u061c", "U+061C"],
])("%j is a name that a run may have been kept by, and that none is made with", (name, mark) => {
  expect(parseRunName(name)).toBe(name);
  expect(findRunName(encodeURIComponent(name))).toBe(name);
  for (const make of [() => parseWrittenRunName(name), () => decodeWrittenRunName(encodeURIComponent(name))])
    expect(make).toThrow(expect.objectContaining({ code: "invalid_request", message: expect.stringContaining(mark) }));
});

test.each([" ", "\u200b", "\u00a0\u3000", "\u3164", "\u2800", "\u00ad\ufe0f", "\u{e0041}"])(
  "%j shows nothing, and none is made with it; one that is there is read by it",
  (name) => {
    expect(parseRunName(name)).toBe(name);
    expect(() => parseWrittenRunName(name)).toThrow(
      expect.objectContaining({ code: "invalid_request", message: expect.stringContaining("can be seen") }),
    );
    expect(parseWrittenRunName(`${name}x`)).toBe(`${name}x`);
  },
);

test("a name without such marks is one to write to", () => {
  expect(parseWrittenRunName("cafe\u0301")).toBe("caf\u00e9");
});

test("a segment of an address that can't be decoded names nothing", () => {
  for (const segment of ["%", "%ff", "a%2", "%2e%2E"]) {
    expect(() => decodeRunName(segment)).toThrow(expect.objectContaining({ code: "invalid_request" }));
    expect(findRunName(segment)).toBeNull();
  }
  expect(findRunName("a%20b")).toBe("a b");
});

test("the name that a title is made of comes decoded, and is not decoded again", () => {
  for (const name of ["100%", "50%zz off", "a%2Fb", "a b"]) expect(findTitleRunName(name)).toBe(name);
  expect(findTitleRunName("..")).toBeNull();
});
