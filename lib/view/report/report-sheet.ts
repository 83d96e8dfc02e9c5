import type { CsvCell, CsvSheet } from "@/lib/core/csv";
import type { ReportSentence, ReportTable } from "@/lib/core/report/document";
import { wordsOf } from "./report-parts";

/** A cell of words as one value: a moment where it is nothing else, no value where it is empty. */
function toCell(sentence: ReportSentence): CsvCell {
  const [first, ...rest] = sentence;
  if (first?.at !== undefined && rest.length === 0) return new Date(first.at).toISOString();
  const text = wordsOf(sentence);
  return text === "" ? null : text;
}

/** A table of a post-mortem with its numbers in full; rows of words alone are those that the page shows. */
export function toReportSheet({ columns, names, rows }: ReportTable): CsvSheet {
  return {
    columns: names ?? columns.map(({ label }) => label),
    rows: rows.map(({ cells, values }) => values ?? cells.map(toCell)),
  };
}
