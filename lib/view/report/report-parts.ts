/** Pieces that sections of a post-mortem are put together from. */
import type { CsvCell } from "@/lib/core/csv";
import { rateValue } from "@/lib/core/rate";
import type {
  ReportColumn,
  ReportPart,
  ReportRow,
  ReportSection,
  ReportSentence,
  ReportTable,
} from "@/lib/core/report/document";
import type { StretchFigures } from "@/lib/core/report/figures";
import type { ReportData } from "@/lib/core/report/report-data";
import { formatUtcMinute } from "../format";
import type { PhrasePart } from "../phrase";
import { rolloutsHref } from "../rollout-view";
import type { Counted } from "../run-links";
import { wholeRun } from "../run-view";
import { stepHrefOf } from "../step-page-view";

/** What every section is written from. */
export interface ReportContext {
  readonly data: ReportData;
  readonly run: string;
  /** Whether rewards are written in percent. */
  readonly inPercent: boolean;
  /** All current train steps, added up. */
  readonly whole: StretchFigures;
}

export const plain = (text: string): ReportPart => ({ as: "plain", text });
export const strong = (text: string): ReportPart => ({ as: "strong", text });
export const dim = (text: string): ReportPart => ({ as: "dim", text });
export const kind = (text: string): ReportPart => ({ as: "kind", text });
export const name = (text: string): ReportPart => ({ as: "name", text });

/** `2026-03-04 14:02 UTC`. */
export function time(at: number): ReportPart {
  return { as: "plain", text: formatUtcMinute(at), at };
}

export function timeOrNone(at: number | null): ReportSentence {
  return [at === null ? dim("no time told") : time(at)];
}

/** A part that leads to the rollouts that it counts. */
export function counting(part: ReportPart, run: string, counted: Counted): ReportPart {
  return { ...part, href: rolloutsHref(run, wholeRun, counted) };
}

/** A part that leads to a step. */
export function ofStep(text: string, run: string, step: number): ReportPart {
  return { as: "plain", text, href: stepHrefOf(run, step, wholeRun) };
}

export function fromPhrase(parts: readonly PhrasePart[]): ReportSentence {
  return parts.map(({ as, text }) => ({ as, text }));
}

/** A cell of words that mean nothing special. */
function cell(text: string): ReportSentence {
  return [plain(text)];
}

export function row(...cells: (string | ReportSentence)[]): ReportRow {
  return { as: "row", cells: cells.map((one) => (typeof one === "string" ? cell(one) : one)) };
}

export function sumRow(...cells: (string | ReportSentence)[]): ReportRow {
  return { ...row(...cells), as: "sum" };
}

/** A row with its numbers in full, for those who take the table along. */
export function withValues(row: ReportRow, ...values: CsvCell[]): ReportRow {
  return { ...row, values };
}

export function wordsOf(sentence: ReportSentence): string {
  return sentence.map(({ text }) => text).join("");
}

/** A share of nothing has no value. */
export function quotient(count: number, n: number): number | null {
  return rateValue({ count, n });
}

/** A table whose rows have values, with the names of these. */
export function named(table: ReportTable, ...names: string[]): ReportTable {
  return { ...table, names };
}

/** @param columns names; those of numbers begin with `#`. */
export function table(
  title: string,
  columns: readonly string[],
  rows: readonly ReportRow[],
  note: string | null = null,
): ReportTable {
  const toColumn = (label: string): ReportColumn =>
    label.startsWith("#") ? { label: label.slice(1), numeric: true } : { label, numeric: false };
  return { as: "table", title, columns: columns.map(toColumn), rows, note };
}

export function section(
  id: ReportSection["id"],
  title: string,
  prose: readonly ReportSentence[],
  blocks: ReportSection["blocks"] = [],
): ReportSection {
  return { id, title, prose: prose.filter((sentence) => sentence.length > 0), blocks };
}
