import type { ReportSectionId } from "./document";

/** A section's prose as a person wrote it. Edits are only ever added: the newest holds. */
export interface ReportEdit {
  readonly section: ReportSectionId;
  /** 1 for the first edit of a section, and one more with each. */
  readonly version: number;
  /** Paragraphs, apart by an empty line; null: what the machine writes holds again. */
  readonly text: string | null;
  readonly by: string | null;
  readonly at: number;
  /** What the machine had in the section then, line by line: its own prose and the rows of its tables. */
  readonly basis: string;
}

/** An edit that is to be made. */
export interface NewReportEdit extends Pick<ReportEdit, "section" | "text" | "by" | "basis"> {
  /** The version that its writer saw; 0: none. Another one by now is a conflict. */
  readonly seen: number;
}

/** What a section's numbers were when a person edited it, and are now. */
export interface ReportChange {
  readonly was: readonly string[];
  readonly now: readonly string[];
}

/** The lines of two texts that the other does not have, each as often as it is missing there, in their order. */
export function compareLines(before: string, after: string): ReportChange | null {
  if (before === after) return null;
  const [old, fresh] = [toLines(before), toLines(after)];
  const change = { was: without(old, fresh), now: without(fresh, old) };
  return change.was.length + change.now.length === 0 ? null : change;
}

function toLines(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
}
