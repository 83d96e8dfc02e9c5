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
