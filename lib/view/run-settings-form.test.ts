import { expect, test } from "vitest";
import {
  describeWait,
  isToldAlike,
  listContents,
  rebaseFields,
  splitTags,
  toFields,
  toRunPatch,
} from "./run-settings-form";

const before = toFields({ name: "Seventh try", project: "browser", tags: ["grpo", "keep"], description: null });

test("only what was changed is sent, and an emptied field is unset", () => {
  expect(toRunPatch(before, before)).toEqual({});
  expect(toRunPatch({ ...before, tags: " grpo ,keep,, grpo" }, before)).toEqual({});
  expect(toRunPatch({ ...before, name: " ", tags: "keep", description: "Lost its sessions." }, before)).toEqual({
    name: null,
    tags: ["keep"],
    description: "Lost its sessions.",
  });
});

test("over somebody else's change, what was typed stays and what was not is as they left it", () => {
  const told = { name: "Seventh try", project: "browser", tags: ["grpo", "keep"], description: null };
  const latest = { name: "Theirs", project: null, tags: ["kept"], description: "by somebody else" };
  const fields = rebaseFields({ ...toFields(told), name: "Eighth try", tags: "grpo" }, told, latest);
  expect(fields).toEqual({ name: "Eighth try", project: "", tags: "grpo", description: "by somebody else" });
  expect(toRunPatch(fields, toFields(latest))).toEqual({ name: "Eighth try", tags: ["grpo"] });
  expect(isToldAlike(told, { ...told })).toBe(true);
  expect(isToldAlike(told, { ...told, description: "by somebody else" })).toBe(false);
});

test.each([
  ["", []],
  ["a, b ,a", ["a", "b"]],
  [" , ", []],
])("tags typed as %o are %o", (text, tags) => {
  expect(splitTags(text)).toEqual(tags);
});

test("what goes with a run names only what there is, and leaves issues out that stay", () => {
  const none = { incidents: 0, annotations: 2, overrides: 0, report_edits: 0, notices: 0 };
  const contents = { rollouts: 5_120, steps: 80, issues_only_here: 3, triaged_issues_only_here: 1, bytes: 2_000_000 };
  expect(listContents({ ...none, ...contents })).toEqual([
    ["Rollouts, with all attempts", "5,120"],
    ["Steps", "80"],
    ["Failure issues seen only here", "2"],
    ["Annotations", "2"],
    ["On disk, about", "2 MB"],
  ]);
});

test.each([
  [0, "no time at all"],
  [1, "1 minute"],
  [90, "90 minutes"],
  [120, "2 hours"],
  [1_440, "1 day"],
  [20_160, "14 days"],
])("a wait of %s minutes is %s", (minutes, words) => {
  expect(describeWait(minutes)).toBe(words);
});
