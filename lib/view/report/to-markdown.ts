import { displayFailureKind } from "@/lib/core/failure-kind";
import type { ReportBlock, ReportPart, ReportSentence, ReportTable } from "@/lib/core/report/document";
import type { EditedReport, EditedSection } from "@/lib/core/report/edited-report";
import { formatUtcMinute, visibleText } from "../format";
import { toOwnMarkdown } from "./own-markdown";
import { type ExportFacts, reconstructionWords, sayEdited } from "./to-html";

/** A picture beside the text, by its path. */
export interface MarkdownImage {
  readonly path: string;
  readonly title: string;
}

type MarkdownFacts = Omit<ExportFacts, "drawings"> & { readonly images: readonly MarkdownImage[] };

/** Foreign words that must not turn into markup. */
function toPlain(text: string): string {
  return visibleText(text)
    .replace(/[\\`*_{}[\]#|~]/g, (found) => `\\${found}`)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("\n", " ");
}

/** Backticks that no run of them in a text closes: one more than its longest has, and at least so many. */
function fenceOf(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), least));
}

/** Code is written to the letter. */
function code(text: string): string {
  const fence = fenceOf(text, 1);
  const space = text.includes("`") ? " " : "";
  return `${fence}${space}${visibleText(text).replaceAll("|", "\\|").replaceAll("\n", " ")}${space}${fence}`;
}

function writePart({ as, text, href }: ReportPart, origin: string): string {
  if (text.trim() === "") return text;
  const inner = as === "kind" ? code(displayFailureKind(text)) : toPlain(text);
  const linked =
    href === undefined
      ? inner
      : `[${inner.trim()}](${origin}${href.replace(/[()]/g, (found) => (found === "(" ? "%28" : "%29"))})`;
  if (as !== "strong") return linked;
  // Stars must touch the words that they are about.
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(linked) ?? [];
  return `${before}**${words}**${after}`;
}

function writeSentence(sentence: ReportSentence, origin: string): string {
  // Two strong stretches side by side are one.
  return sentence
    .map((part) => writePart(part, origin))
    .join("")
    .replaceAll("****", "");
}

function writeTable({ title, columns, rows, note }: ReportTable, origin: string): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => (cell === "" ? " " : cell)).join(" | ")} |`;
  const head = line(columns.map(({ label }) => toPlain(label)));
  const rule = line(columns.map(({ numeric }) => (numeric ? "---:" : "---")));
  const body = rows.map(({ cells, as }) =>
    line(
      cells.map((sentence) => {
        const written = writeSentence(sentence, origin).trim();
        return as === "sum" && written !== "" && !written.startsWith("**") ? `**${written}**` : written;
      }),
    ),
  );
  return [
    `### ${toPlain(title)}`,
    [head, rule, ...body].join("\n"),
    ...(note === null ? [] : [`*${toPlain(note)}*`]),
  ].join("\n\n");
}

function writeBlock(block: ReportBlock, facts: MarkdownFacts): string {
  switch (block.as) {
    case "table":
      return writeTable(block, facts.origin);
    case "charts":
      return facts.images.map(({ path, title }) => `![${toPlain(title)}](${path})`).join("\n\n");
    case "terms":
      return [
        `### ${toPlain(block.title)}`,
        block.terms.map(({ term, meaning }) => `- **${toPlain(term)}**: ${toPlain(meaning)}`).join("\n"),
      ].join("\n\n");
    case "samples": {
      const samples = block.samples.map(({ text, source }) => {
        const fence = fenceOf(text, 3);
        return `${writeSentence(source, facts.origin)}\n\n${fence}text\n${visibleText(text)}\n${fence}`;
      });
      return [`### ${toPlain(block.title)}`, ...samples].join("\n\n");
    }
  }
}

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function writeSection({ section, edit }: EditedSection, facts: MarkdownFacts): string {
  const machine = section.prose.map((sentence) => writeSentence(sentence, facts.origin)).join("\n\n");
  const parts = [`## ${toPlain(section.title)}`];
  if (edit === null) parts.push(machine === "" && section.blocks.length === 0 ? "None." : machine);
  else {
    parts.push(`*${toPlain(sayEdited(edit))}*`, toOwnMarkdown(edit.text));
    if (edit.change !== null) {
      const lines = (label: string, all: readonly string[]) =>
        all.length === 0 ? [] : [`${label}:`, ...all.map((line) => `- ${toPlain(line)}`)];
      parts.push(
        quote(
          [
            `**The data has changed since this was edited.**`,
            "",
            ...lines("Then", edit.change.was),
            "",
            ...lines("Now", edit.change.now),
          ].join("\n"),
        ),
      );
    }
    if (machine !== "") parts.push(quote(`*Written from the data:*\n\n${machine}`));
  }
  parts.push(...section.blocks.map((block) => writeBlock(block, facts)));
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The post-mortem as Markdown, with its pictures beside it. */
export function toMarkdown(report: EditedReport, facts: MarkdownFacts): string {
  const { title, run, headline, isReconstruction } = report;
  const made = formatUtcMinute(facts.madeAt);
  return [
    `# Post-mortem: ${toPlain(title)}`,
    ...(isReconstruction ? [`> **${reconstructionWords}.**`] : []),
    `${toPlain(headline)}${title === run ? "" : ` · run ${toPlain(run)}`} · written ${made} from revision ${facts.revision} by Falsezero at ${facts.origin}`,
    ...report.sections.map((section) => writeSection(section, facts)),
    "",
  ].join("\n\n");
}
