import { expect, test } from "vitest";
import { toLocalPath } from "./login";

test.each([
  ["/runs/a?from=3", "/runs/a?from=3"],
  ["/runs/%F0%9F%94%A5", "/runs/%F0%9F%94%A5"],
  [null, "/"],
  ["//evil.test/x", "/"],
  ["/\t/evil.test/x", "/"],
  ["/\\evil.test", "/"],
  ["https://evil.test", "/"],
  ["javascript:alert(1)", "/"],
  ["/runs/\n\0ж", "/runs/%00%D0%B6"],
  ["/login?next=/login", "/"],
  ["/.//evil.test", "/"],
])("after a login, %o leads to %o", (next, path) => {
  expect(toLocalPath(next)).toBe(path);
});
