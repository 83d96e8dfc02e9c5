import { memo } from "react";
import { CsvLink } from "@/components/ui/csv-link";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { StepBucket } from "@/lib/core/series";
import { visibleText } from "@/lib/view/format";
import type { Counted } from "@/lib/view/run-links";
import { stepColumns, type TableCell, toTableRow } from "@/lib/view/step-table";

interface StepTableProps {
  readonly buckets: readonly StepBucket[];
  readonly inPercent: boolean;
  readonly hrefOf: (counted: Counted) => string;
  /** Where the same is as CSV. */
  readonly csvHref: string;
}

/** What the charts draw, as a table: the same buckets, newest first, with every denominator. */
export function StepTable({ buckets, inPercent, hrefOf, csvHref }: StepTableProps) {
  return (
    <details className="mt-4 border-t border-hairline pt-3" data-step-table>
      <summary className="text-sm font-medium text-ink-2 hover:text-ink">Show as a table</summary>
      <p className="flex justify-end">
        <CsvLink href={csvHref} label="These steps as CSV" />
      </p>
      <ScrollRegion label="Steps as a table" className="mt-2 max-h-[32rem] overflow-auto">
        <table className="grid-table step-table">
          <caption className="sr-only">Steps, newest first</caption>
          <thead className="sticky top-0 bg-paper">
            <tr>
              {stepColumns.map((column) => (
                <th key={column.id} scope="col" title={column.explained}>
                  {column.heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {toGroups(buckets)
              .toReversed()
              .map((group) => (
                <StepRows key={group[0]?.from} buckets={group} inPercent={inPercent} hrefOf={hrefOf} />
              ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  );
}

/** Rows are drawn in groups, so that at a new step of a long run all of them but the newest are passed over at once. */
const groupSize = 40;

function toGroups(buckets: readonly StepBucket[]): readonly (readonly StepBucket[])[] {
  const groups: StepBucket[][] = [];
  for (let from = 0; from < buckets.length; from += groupSize) groups.push(buckets.slice(from, from + groupSize));
  return groups;
}

const StepRows = memo(
  function StepRows({ buckets, inPercent, hrefOf }: Pick<StepTableProps, "buckets" | "inPercent" | "hrefOf">) {
    return buckets
      .toReversed()
      .map((bucket) => <StepRow key={bucket.from} bucket={bucket} inPercent={inPercent} hrefOf={hrefOf} />);
  },
  (before, now) =>
    before.inPercent === now.inPercent &&
    before.hrefOf === now.hrefOf &&
    before.buckets.length === now.buckets.length &&
    before.buckets.every((bucket, index) => bucket === now.buckets[index]),
);

interface StepRowProps {
  readonly bucket: StepBucket;
  readonly inPercent: boolean;
  readonly hrefOf: (counted: Counted) => string;
}

/** A bucket that did not change is the same object, so a live update draws its own rows only. */
const StepRow = memo(function StepRow({ bucket, inPercent, hrefOf }: StepRowProps) {
  const [step, ...cells] = toTableRow(bucket, inPercent);
  return (
    <tr>
      <th scope="row">{step !== undefined && <CellText cell={step} hrefOf={hrefOf} />}</th>
      {cells.map((cell, index) => {
        const column = stepColumns[index + 1];
        return (
          <td key={column?.id}>
            <CellText cell={cell} hrefOf={hrefOf} />
          </td>
        );
      })}
    </tr>
  );
});

function CellText({ cell, hrefOf }: { readonly cell: TableCell; readonly hrefOf: (counted: Counted) => string }) {
  const text = visibleText(cell.text);
  if (cell.counted === null) return text;
  return <a href={hrefOf(cell.counted)}>{text}</a>;
}
