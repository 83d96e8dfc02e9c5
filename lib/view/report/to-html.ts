import { displayFailureKind } from "@/lib/core/failure-kind";
import type { ReportBlock, ReportPart, ReportSentence, ReportTable } from "@/lib/core/report/document";
import type { EditedReport, EditedSection, SectionEdit } from "@/lib/core/report/edited-report";
import { escapeXml } from "../chart-svg/svg-text";
import { kindColour } from "../colour";
import { formatUtcMinute } from "../format";
import { exportStyle } from "./export-style";
import { toParagraphs } from "./prose-text";

/** What a file says of itself beside the report. */
export interface ExportFacts {
  /** When it was made. */
  readonly madeAt: number;
  /** The server that made it, which links lead to. */
  readonly origin: string;
  readonly revision: string;
  /** Drawings of the charts, in order; empty: there is nothing to draw. */
  readonly drawings: readonly string[];
}

export const reconstructionWords = "Reconstruction, generated from published figures: no real run";

function writePart({ as, text, href, at }: ReportPart, origin: string): string {
  const words =
    at === undefined ? escapeXml(text) : `<time datetime="${new Date(at).toISOString()}">${escapeXml(text)}</time>`;
  const inner =
    as === "strong"
      ? `<strong>${words}</strong>`
      : as === "dim"
        ? `<span class="dim">${words}</span>`
        : as === "kind"
          ? `<code style="color:${kindColour(text)}">${escapeXml(displayFailureKind(text))}</code>`
          : as === "name"
            ? `<bdi>${words}</bdi>`
            : words;
  return href === undefined ? inner : `<a class="quiet" href="${escapeXml(origin + href)}">${inner}</a>`;
}

function writeSentence(sentence: ReportSentence, origin: string): string {
  return sentence.map((part) => writePart(part, origin)).join("");
}

function writeTable({ title, columns, rows, note }: ReportTable, origin: string): string {
  const classOf = (index: number) =>
    columns[index]?.numeric === true ? ' class="n"' : columns[index]?.label === "When" ? ' class="when"' : "";
  const head = columns.map(({ label }, index) => `<th scope="col"${classOf(index)}>${escapeXml(label)}</th>`).join("");
  const body = rows
    .map(({ cells, as }) => {
      const cell = (sentence: ReportSentence, index: number) =>
        `<td${classOf(index)}>${writeSentence(sentence, origin)}</td>`;
      return `<tr${as === "sum" ? ' class="sum"' : ""}>${cells.map(cell).join("")}</tr>`;
    })
    .join("");
  const below = note === null ? "" : `<p class="note">${escapeXml(note)}</p>`;
  // A short one stays on one sheet of paper.
  return `<div class="table${rows.length > 14 ? "" : " short"}"><h3>${escapeXml(title)}</h3><div class="scroll" role="region" aria-label="${escapeXml(title)}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${below}</div>`;
}

function writeBlock(block: ReportBlock, facts: ExportFacts): string {
  const { origin } = facts;
  switch (block.as) {
    case "table":
      return writeTable(block, origin);
    case "charts":
      return facts.drawings.map((drawing) => `<figure tabindex="0">${drawing}</figure>`).join("");
    case "terms": {
      const terms = block.terms.map(({ term, meaning }) => `<dt>${escapeXml(term)}</dt><dd>${escapeXml(meaning)}</dd>`);
      return `<h3>${escapeXml(block.title)}</h3><dl>${terms.join("")}</dl>`;
    }
    case "samples": {
      const samples = block.samples.map(
        ({ text, source }) =>
          `<blockquote><pre>${escapeXml(text)}</pre><footer>${writeSentence(source, origin)}</footer></blockquote>`,
      );
      return `<h3>${escapeXml(block.title)}</h3>${samples.join("")}`;
    }
  }
}

function writeParagraphs(prose: readonly ReportSentence[], origin: string): string {
  return prose.map((sentence) => `<p>${writeSentence(sentence, origin)}</p>`).join("");
}

/** A person's words, with addresses that lead somewhere. */
function writeOwnText(text: string): string {
  return toParagraphs(text)
    .map((lines) => {
      const written = lines.map((parts) =>
        parts
          .map(({ text: words, url }) =>
            url === null ? escapeXml(words) : `<a href="${escapeXml(url)}">${escapeXml(words)}</a>`,
          )
          .join(""),
      );
      return `<p>${written.join("<br>")}</p>`;
    })
    .join("");
}

/** `Edited by mira, 2026-03-04 14:02 UTC`. */
export function sayEdited({ by, at }: SectionEdit): string {
  return `Edited by ${by ?? "someone who gave no name"}, ${formatUtcMinute(at)}`;
}

function writeChange({ change }: SectionEdit): string {
  if (change === null) return "";
  const list = (lines: readonly string[]) => `<ul>${lines.map((line) => `<li>${escapeXml(line)}</li>`).join("")}</ul>`;
  const was = change.was.length === 0 ? "" : `Then:${list(change.was)}`;
  const now = change.now.length === 0 ? "" : `Now:${list(change.now)}`;
  return `<div class="changed"><strong>The data has changed since this was edited.</strong><details><summary>What changed</summary>${was}${now}</details></div>`;
}

function writeSection({ section, edit }: EditedSection, facts: ExportFacts): string {
  const machine = writeParagraphs(section.prose, facts.origin);
  const original =
    machine === "" ? "" : `<details><summary>What was written from the data</summary>${machine}</details>`;
  const prose =
    edit === null
      ? machine
      : `<div class="edited"><p class="by">${escapeXml(sayEdited(edit))}</p>${writeOwnText(edit.text)}</div>${writeChange(edit)}${original}`;
  const empty = prose === "" && section.blocks.length === 0 ? `<p class="dim">None.</p>` : "";
  const blocks = section.blocks.map((block) => writeBlock(block, facts)).join("");
  return `<section id="${section.id}"><h2>${escapeXml(section.title)}</h2>${prose}${empty}${blocks}</section>`;
}

/** The post-mortem as one file that opens anywhere: no script, nothing fetched, its charts in it, light and dark. */
export function toHtml(report: EditedReport, facts: ExportFacts): string {
  const { title, run, headline, isReconstruction } = report;
  const made = formatUtcMinute(facts.madeAt);
  const name = title === run ? "" : ` · run <bdi>${escapeXml(run)}</bdi>`;
  const badge = isReconstruction ? `<p class="badge">${escapeXml(reconstructionWords)}</p>` : "";
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<meta name="generator" content="Falsezero">`,
    `<title>${escapeXml(`Post-mortem: ${title} (${headline})`)}</title><style>${exportStyle}</style></head><body>`,
    `<header><p class="eyebrow">Post-mortem</p><h1><bdi>${escapeXml(title)}</bdi></h1>`,
    `<p class="meta">${escapeXml(headline)}${name} · written ${made} from revision ${escapeXml(facts.revision)}</p>${badge}</header>`,
    `<main>${report.sections.map((section) => writeSection(section, facts)).join("")}</main>`,
    `<footer class="end">Written by Falsezero. Times are UTC. Links lead to ${escapeXml(facts.origin)}, where the rollouts behind each number are.</footer>`,
    `</body></html>\n`,
  ].join("");
}
