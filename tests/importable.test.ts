import { expect, test } from "vitest";
import { importers } from "@/lib/importers/registry";
import { importable } from "@/lib/view/importable";

/** Formats of ours are named by what they are, and not by a producer. */
const ours = new Map([
  ["native", "rows as they are posted"],
  ["falsezero", "exports of runs"],
]);

test("every producer whose files can be imported is named where files are asked for", () => {
  for (const { producer } of importers) {
    const named = ours.get(producer) ?? producer.replace("-", "[ -]");
    expect(importable).toMatch(new RegExp(named, "i"));
  }
});
