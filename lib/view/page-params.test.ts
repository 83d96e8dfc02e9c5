import { expect, test } from "vitest";
import { readPageParams } from "./page-params";

test("keeps every value of a name, and leaves out what is not there", () => {
  const params = readPageParams({ step: "61", "label.host": ["a", "b"], q: undefined });
  expect(params.toString()).toBe("step=61&label.host=a&label.host=b");
});
