import { expect, test } from "vitest";
import { WireRemoval } from "@/lib/wire/run-removal";
import { toSentence } from "./ask-api";

test("a sentence of ours is said as it is; an answer in an unknown form is not told as its parser tells it", () => {
  expect(toSentence(new Error("The rule was changed meanwhile."))).toBe("The rule was changed meanwhile.");
  const parsed = WireRemoval.safeParse({ run: 7 });
  const unknownForm = "The server answered in an unknown form. Reload the page.";
  expect(toSentence(parsed.error)).toBe(unknownForm);
  expect(toSentence(new TypeError("x is undefined"))).toBe(unknownForm);
  expect(toSentence("gone")).toBe(unknownForm);
});
