import { expect, test } from "vitest";
import type { ReportSection } from "@/lib/core/report/document";
import { toMarkdown } from "./to-markdown";

function write(section: Partial<ReportSection>): string {
  const whole: ReportSection = { id: "causes", title: "Causes", prose: [], blocks: [], ...section };
  const report = { run: "r", title: "r", headline: "h", isReconstruction: false };
  return toMarkdown(
    { ...report, sections: [{ section: whole, version: 0, edit: null }] },
    { madeAt: 0, origin: "http://here", revision: "1", images: [] },
  );
}

test.each([
  ["session_lost", "`session_lost`"],
  ["a`b", "`` a`b ``"],
  ["a``b`c", "``` a``b`c ```"],
  ["`````", "`````` ````` ``````"],
])("a failure kind %s is code that its own backticks do not end", (text, written) => {
  expect(write({ prose: [[{ as: "kind", text }]] })).toContain(`\n\n${written}\n`);
});

test.each([
  ["no fence", "```"],
  ["```js\n1\n```", "````"],
  ["~~~~\n``````", "```````"],
])("a sample %j stands whole in its fence", (text, fence) => {
  const samples = [{ text, source: [{ as: "plain", text: "Row 1" }] }] as const;
  const written = write({ blocks: [{ as: "samples", title: "Samples", samples }] });
  expect(written).toContain(`Row 1\n\n${fence}text\n${text}\n${fence}\n`);
});

test.each([
  ["**bold**, and\n- a list", "**bold**, and\n- a list"],
  ["[here](https://example.com/a)", "[here](https://example.com/a)"],
  ["[run](/runs/a) and [top](#summary)", "[run](/runs/a) and [top](#summary)"],
  ["[x](javascript:alert(1))", "[x]\\(javascript:alert(1))"],
  ["[x](java&#115;cript:alert(1))", "[x]\\(java&#115;cript:alert(1))"],
  ["[x][y]\n\n[y]: javascript:alert(1)", "[x][y]\n\n[y]\\: javascript:alert(1)"],
  ["<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)>"],
  ["# Not a section", "\\# Not a section"],
  ["Neither\n===\nnor\n---", "Neither\n\\===\nnor\n\\---"],
])("what a person wrote goes on as Markdown, but for what would run or make a section: %j", (text, written) => {
  const edit = { text, by: null, at: 0, change: null };
  const section: ReportSection = { id: "notes", title: "Notes", prose: [], blocks: [] };
  const report = { run: "r", title: "r", headline: "h", isReconstruction: false };
  const markdown = toMarkdown(
    { ...report, sections: [{ section, version: 1, edit }] },
    { madeAt: 0, origin: "http://here", revision: "1", images: [] },
  );
  expect(markdown).toContain(`*\n\n${written}\n`);
});
