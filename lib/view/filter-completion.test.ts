import { describe, expect, test } from "vitest";
import { rolloutFields } from "@/lib/core/filter/fields";
import { completeFilter } from "./filter-completion";

const choices = {
  kind: ["session_lost", "judge_failed", "(masked, no kind)"],
  env: ["browser_agent"],
  "label.host": ["gpu-17", "gpu-18"],
  "label.browser pool": ["b"],
};

/** `|` is the caret. */
function complete(marked: string) {
  const caret = marked.indexOf("|");
  return completeFilter(marked.replace("|", ""), caret, rolloutFields, choices).map(({ text, caret: at }) => {
    return `${text.slice(0, at)}|${text.slice(at)}`;
  });
}

describe("completeFilter", () => {
  test.each([
    ["ki|", ["kind:|"]],
    ["a -ki|", ["a -kind:|"]],
    ["ho|", ["host:|"]],
    ["po|", ["disposition:|", 'label."browser pool":|']],
    ["kind:|", ["kind:session_lost |", "kind:judge_failed |", 'kind:"(masked, no kind)" |']],
    ["kind:judge_failed,se|", ["kind:judge_failed,session_lost |"]],
    ["kind:lost|", ["kind:session_lost |"]],
    ['kind:"(m|', ['kind:"(masked, no kind)" |']],
    ["kind:se| step:61", ["kind:session_lost| step:61"]],
    ["kind:se|ssion env:x", ["kind:session_lost| env:x"]],
    ["environment:|", ["environment:browser_agent |"]],
    ["host:18|", ["host:gpu-18 |"]],
    ['label."browser pool":|', ['label."browser pool":b |']],
    ["suspected:|", ["suspected:true |", "suspected:false |"]],
    ["step:6|", []],
    ['"ki|', []],
  ])("%s", (marked, expected) => {
    expect(complete(marked)).toEqual(expected);
  });

  test("offers every key where nothing is typed", () => {
    expect(complete("|")[0]).toBe("kind:|");
    expect(complete("|")).toContain("host:|");
  });
});
