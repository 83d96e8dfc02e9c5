import { expect, test } from "vitest";
import type { ReportDocument, ReportSection } from "./document";
import { applyEdits, toBasis, toProse } from "./edited-report";
import { compareLines, type ReportEdit } from "./report-edit";

const plain = (text: string) => ({ as: "plain" as const, text });

function section(lost: string): ReportSection {
  const cells = [[plain("masked")], [plain(lost)]];
  return {
    id: "impact",
    title: "Impact",
    prose: [[plain("So many were lost: "), { as: "strong", text: lost }], [plain("And more.")]],
    blocks: [
      {
        as: "table",
        title: "Rollouts",
        columns: [
          { label: "Outcome", numeric: false },
          { label: "Rollouts", numeric: true },
        ],
        rows: [{ as: "row", cells }],
        note: null,
      },
    ],
  };
}

function document(lost: string): ReportDocument {
  return { run: "r", title: "r", headline: "", isReconstruction: false, sections: [section(lost)] };
}

const edit: ReportEdit = {
  section: "impact",
  version: 2,
  text: "Mine.",
  by: "mira",
  at: 5,
  basis: toBasis(section("58")),
};

test("prose is paragraphs, and a basis is every line that depends on data", () => {
  expect(toProse(section("58"))).toBe("So many were lost: 58\n\nAnd more.");
  expect(toBasis(section("58"))).toBe("So many were lost: 58\nAnd more.\nRollouts: masked | 58");
});

test("an edit stands over what the machine wrote, and says what changed since in the data", () => {
  expect(applyEdits(document("58"), document("58"), [edit]).sections).toMatchObject([
    { version: 2, edit: { text: "Mine.", by: "mira", at: 5, change: null } },
  ]);
  const change = {
    was: ["So many were lost: 58", "Rollouts: masked | 58"],
    now: ["So many were lost: 59", "Rollouts: masked | 59"],
  };
  expect(applyEdits(document("59"), document("59"), [edit]).sections).toMatchObject([{ edit: { change } }]);
});

test("what a reader chose to see changes no edit", () => {
  expect(applyEdits(document("other rule"), document("58"), [edit]).sections).toMatchObject([
    { edit: { change: null } },
  ]);
});

test("a section that was given back keeps its version, for whoever edits it next", () => {
  const given = applyEdits(document("58"), document("58"), [{ ...edit, text: null }]);
  expect(given.sections).toMatchObject([{ version: 2, edit: null }]);
  expect(applyEdits(document("58"), document("58"), []).sections).toMatchObject([{ version: 0, edit: null }]);
});

test("lines are compared as often as they stand", () => {
  expect(compareLines("a\na\nb", "a\nb\nc")).toEqual({ was: ["a"], now: ["c"] });
  expect(compareLines("a\nb", "b\na")).toBeNull();
});
