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
  ["> # Quoted\n- # listed\n  1. ## twice", "> \\# Quoted\n- \\# listed\n  1. \\## twice"],
  ["> Neither\n> ---", "> Neither\n> \\---"],
  ["- one\n- two\n\n* * *", "- one\n- two\n\n* * *"],
  ["```sh\n# x <y> a[i](x)\n```\n# Not a section", "```sh\n# x <y> a[i](x)\n```\n\\# Not a section"],
  ["```sh\n# never closed <b>", "```sh\n# never closed <b>\n```"],
  ["~~~~ a`b\n```\n~~~", "~~~~ a`b\n```\n~~~\n~~~~"],
  ["> ```\n> # <b>\n> ```\n> <b>", "> ```\n> # <b>\n> ```\n> &lt;b>"],
  ["- ```\n  # <b>\n\n  ```", "- ```\n  # <b>\n\n  ```"],
  // The list ends, and the code with it.
  ["- a\n  ```\n<b>\n  ```", "- a\n  \\`\\`\\`\n&lt;b>\n  \\`\\`\\`"],
  ["  ~~~\nnever closed", "  \\~\\~\\~\nnever closed"],
  ["~~no~~", "~~no~~"],
  ["`a[i](x) <b> #` and <b>", "`a[i](x) <b> #` and &lt;b>"],
  ["``a ` <b>`` and ` <b>", "``a ` <b>`` and \\` &lt;b>"],
  // Another reader would join the first backtick with the second, and show the tag as one.
  ["a ` b\nc ` <b> ` d", "a \\` b\nc ` <b> ` d"],
  ["\\` <b> `", "\\` &lt;b> \\`"],
  ['[a](https://x "`") <b> `', '[a]\\(https://x "`") <b> `'],
  ["[a][` ] <b> `\n\n[` ]: https://x/`", "[a][` ] <b> `\n\n[\\` ]: https://x/\\`"],
  ["a | b\n:--|--\n`<b> | <b>`", "a | b\n:--|--\n\\`&lt;b> | &lt;b>\\`"],
  ["[w](https://x/a_(b) 'c') `a || <b>`", "[w](https://x/a_(b) 'c') `a || <b>`"],
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
