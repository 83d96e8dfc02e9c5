import type { ReactNode } from "react";
import { CsvButton } from "@/components/ui/csv-link";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { ReportBlock, ReportRow, ReportTable } from "@/lib/core/report/document";
import { visibleText } from "@/lib/view/format";
import { toReportSheet } from "@/lib/view/report/report-sheet";
import { ReportSentenceText } from "./report-sentence";

interface BlockProps {
  readonly run: string;
  readonly block: ReportBlock;
  /** What stands where the document says that its charts are. */
  readonly charts: ReactNode;
}

/** What stands below the prose of a section. */
export function ReportBlockView({ run, block, charts }: BlockProps) {
  switch (block.as) {
    case "charts":
      return charts;
    case "table":
      return <TableView run={run} table={block} />;
    case "terms":
      return (
        <div>
          <BlockTitle>{block.title}</BlockTitle>
          <dl className="grid gap-x-5 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
            {block.terms.map(({ term, meaning }) => (
              <div key={term} className="contents">
                <dt className="font-semibold">{term}</dt>
                <dd className="mb-1.5 max-w-[44rem] text-ink-2 sm:mb-0">{meaning}</dd>
              </div>
            ))}
          </dl>
        </div>
      );
    case "samples":
      return (
        <div>
          <BlockTitle>{block.title}</BlockTitle>
          {block.samples.map(({ text, source }, index) => (
            <figure
              // biome-ignore lint/suspicious/noArrayIndexKey: one reason may be given twice.
              key={index}
              className="mb-3 border-l-[3px] border-hairline-strong px-3 py-1 break-inside-avoid"
            >
              <blockquote>
                <pre dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
                  {visibleText(text)}
                </pre>
              </blockquote>
              <figcaption className="pt-1 text-xs text-ink-2">
                <ReportSentenceText sentence={source} />
              </figcaption>
            </figure>
          ))}
        </div>
      );
  }
}

function BlockTitle({ children }: { readonly children: ReactNode }) {
  return <h3 className="pt-3 pb-1.5 text-sm font-semibold break-after-avoid">{children}</h3>;
}

/** A table of so many rows stays on one sheet. */
const keptRows = 14;

function TableView({ run, table }: { readonly run: string; readonly table: ReportTable }) {
  const { title, columns, rows, note } = table;
  return (
    <div className={rows.length <= keptRows ? "break-inside-avoid" : ""}>
      <div className="flex items-baseline justify-between gap-4">
        <BlockTitle>{title}</BlockTitle>
        <span className="print:hidden">
          <CsvButton label={`${title} as CSV`} name={[run, title]} toSheet={() => toReportSheet(table)} />
        </span>
      </div>
      <ScrollRegion className="overflow-x-auto print:overflow-visible" label={title}>
        <table className="grid-table">
          <thead>
            <tr>
              {columns.map(({ label, numeric }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may be called the same.
                <th key={index} scope="col" className={numeric ? "numeric" : ""}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
              <RowView key={index} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {note !== null && <p className="max-w-[46rem] pt-1.5 text-xs text-ink-2">{note}</p>}
    </div>
  );
}

interface RowProps {
  readonly row: ReportRow;
  readonly columns: ReportTable["columns"];
}

function RowView({ row: { cells, as }, columns }: RowProps) {
  return (
    <tr className={`break-inside-avoid ${as === "sum" ? "font-semibold" : ""}`}>
      {cells.map((sentence, index) => {
        const column = columns[index];
        const look = column?.numeric === true ? "numeric" : column?.label === "When" ? "whitespace-nowrap" : "";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place.
          <td key={index} className={look}>
            <ReportSentenceText sentence={sentence} />
          </td>
        );
      })}
    </tr>
  );
}
