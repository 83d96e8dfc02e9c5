import { expect, test } from "vitest";
import { AnnotationPatch } from "./annotation";
import { IssueNotePost } from "./issue-requests";
import { ReportSectionPut } from "./report";

const posts = [
  ["a report's edit", ReportSectionPut, { text: "Mine.", version: 0 }],
  ["a change of an annotation", AnnotationPatch, { version: 1 }],
  ["a note on an issue", IssueNotePost, { text: "Seen." }],
] as const;

test.each(posts)("whoever makes %s is named without the spaces around it, and by something", (_name, schema, post) => {
  expect(schema.parse({ ...post, by: "  mira " }).by).toBe("mira");
  expect(schema.safeParse({ ...post, by: "   " }).success).toBe(false);
});
