import { expect, test } from "vitest";
import { noticeHref } from "./notice-link";

const incident = { onset: 61, lastStep: 64, environment: null, split: "train", segment: "a", state: "open" } as const;

test.each([
  [incident, "/runs/browser%207?from=41&to=64"],
  [{ ...incident, onset: 3, lastStep: null }, "/runs/browser%207?from=0&to=3"],
  [{ ...incident, environment: "web & code" }, "/runs/browser%207?from=41&to=64&environment=web%20%26%20code"],
  [{ ...incident, state: "rolled_back" }, "/runs/browser%207?from=41&to=64&segment=a"],
  [{ ...incident, onset: null, lastStep: null, split: "eval" as const }, "/runs/browser%207?split=eval"],
])("%j is shown at %s", (told, href) => {
  expect(noticeHref("browser 7", told)).toBe(href);
});
