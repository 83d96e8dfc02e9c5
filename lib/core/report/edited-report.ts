import type { ReportBlock, ReportDocument, ReportSection, ReportSentence } from "./document";
import { compareLines, type ReportChange, type ReportEdit } from "./report-edit";

/** A section as it stands: what the machine wrote, and what a person made of it. */
export interface EditedSection {
  readonly section: ReportSection;
  /** The version of its newest edit, which whoever edits it says; 0: it has none. */
  readonly version: number;
  /** null: what the machine writes holds. */
  readonly edit: SectionEdit | null;
}

export interface SectionEdit {
  /** Paragraphs. */
  readonly text: string;
  readonly by: string | null;
  readonly at: number;
  /** How what the machine had then differs from what it has now; null: it does not. */
  readonly change: ReportChange | null;
}

export interface EditedReport extends Omit<ReportDocument, "sections"> {
  readonly sections: readonly EditedSection[];
}

/** A sentence without its looks. */
export function toText(sentence: ReportSentence): string {
  return sentence.map(({ text }) => text).join("");
}

/** Paragraphs, apart by an empty line: what a person begins with. */
export function toProse({ prose }: ReportSection): string {
  return prose.map(toText).join("\n\n");
}

function toLines(block: ReportBlock): string[] {
  if (block.as !== "table") return [];
  return block.rows.map(({ cells }) => `${block.title}: ${cells.map(toText).join(" | ")}`);
}

/** Everything in a section that depends on data, line by line. */
export function toBasis(section: ReportSection): string {
  const lines = [...section.prose.map(toText), ...section.blocks.flatMap(toLines)];
  // A line break of somebody else's words is no line of ours.
  return lines.map((line) => line.replaceAll("\n", "␊")).join("\n");
}

/**
 * Lays the newest edits over what a machine wrote.
 *
 * @param usual the same report, whatever its reader chose to see in it: what edits are held against.
 */
export function applyEdits(
  document: ReportDocument,
  usual: ReportDocument,
  edits: readonly ReportEdit[],
): EditedReport {
  const sections = document.sections.map((section): EditedSection => {
    const newest = edits.find((edit) => edit.section === section.id);
    if (newest === undefined) return { section, version: 0, edit: null };
    const { text, by, at, version, basis } = newest;
    if (text === null) return { section, version, edit: null };
    const held = usual.sections.find(({ id }) => id === section.id) ?? section;
    return { section, version, edit: { text, by, at, change: compareLines(basis, toBasis(held)) } };
  });
  return { ...document, sections };
}
