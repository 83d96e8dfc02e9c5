"use client";

import { createColumnHelper, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { ColumnHeader } from "@/components/ui/column-header";
import { RowSpacer } from "@/components/ui/row-spacer";
import { useRowWindow } from "@/components/ui/row-window";
import { formatCount } from "@/lib/view/format";
import { runSortColumns } from "@/lib/view/run-filter";
import type { RunRow } from "@/lib/view/run-row";
import { useRunAddress } from "./run-address";
import {
  RunHeardCell,
  RunIncidentCell,
  RunLossCell,
  RunMaskedCell,
  RunNameCell,
  RunRewardCell,
  RunStateCell,
  RunStepCell,
  RunVerdictCell,
} from "./run-cells";
import { RunChoiceCell } from "./run-choice";

const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, RunRow>();

function makeColumns(renderedAt: number) {
  return helper.columns([
    helper.display({
      id: "choose",
      header: () => <span className="sr-only">Choose to compare</span>,
      cell: ({ row }) => <RunChoiceCell row={row.original} />,
    }),
    helper.accessor("run", {
      id: "name",
      header: "Run",
      sortDescFirst: false,
      cell: ({ row }) => <RunNameCell row={row.original} />,
    }),
    helper.accessor("verdict", {
      header: "Verdict",
      cell: ({ row }) => <RunVerdictCell row={row.original} />,
    }),
    helper.accessor("headline", {
      id: "incident",
      header: "Open incident",
      enableSorting: false,
      cell: ({ row }) => <RunIncidentCell row={row.original} />,
    }),
    helper.accessor("state", {
      header: "State",
      sortDescFirst: false,
      cell: ({ row }) => <RunStateCell row={row.original} />,
    }),
    helper.accessor("lastStep", {
      id: "step",
      header: "Last step",
      cell: ({ row }) => <RunStepCell row={row.original} />,
    }),
    helper.accessor("lastEvidence", {
      id: "reward",
      header: "Evidence reward",
      cell: ({ row }) => <RunRewardCell row={row.original} />,
    }),
    helper.accessor("steadyLoss", {
      id: "lost",
      header: "Lost now",
      cell: ({ row }) => <RunLossCell row={row.original} />,
    }),
    helper.accessor("current", {
      id: "masked",
      header: "Masked now",
      cell: ({ row }) => <RunMaskedCell row={row.original} />,
    }),
    helper.accessor("rollouts", {
      header: "Rollouts",
      cell: ({ row }) => formatCount(row.original.rollouts),
    }),
    helper.accessor("lastSeenAt", {
      id: "heard",
      header: "Last heard",
      cell: ({ row }) => <RunHeardCell row={row.original} renderedAt={renderedAt} />,
    }),
  ]);
}

/** Where a column stands and from which width on there is room for it. */
const columnClass: Readonly<Record<string, string>> = {
  choose: "w-0",
  name: "w-full min-w-0",
  verdict: "hidden md:table-cell",
  incident: "hidden min-w-80 2xl:table-cell",
  state: "hidden md:table-cell",
  step: "numeric hidden md:table-cell",
  reward: "hidden lg:table-cell",
  lost: "max-md:text-end",
  masked: "hidden xl:table-cell",
  rollouts: "numeric hidden lg:table-cell",
  heard: "numeric hidden sm:table-cell",
};

/** Of a long list, in the server's HTML: more than a tall screen shows. A line has two sparklines, so it is dear. */
const firstRuns = 50;

interface RunTableProps {
  /** In the order they are shown in. */
  readonly rows: readonly RunRow[];
  readonly renderedAt: number;
}

/** The dense list: one line a run, each of them a link. */
export function RunTable({ rows, renderedAt }: RunTableProps) {
  const [address, setAddress] = useRunAddress();
  const columns = useMemo(() => makeColumns(renderedAt), [renderedAt]);
  const data = useMemo(() => [...rows], [rows]);
  const sorting = address.sort === null ? [] : [{ id: address.sort, desc: address.order === "desc" }];
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => row.run,
    manualSorting: true,
    state: { sorting },
    onSortingChange: (update) => {
      const next = (typeof update === "function" ? update(sorting) : update)[0];
      const sort = runSortColumns.find((column) => column === next?.id) ?? null;
      setAddress({ sort, order: sort === null ? null : next?.desc === false ? "asc" : "desc" });
    },
  });
  const all = table.getRowModel().rows;
  const { body, indexes, before, after, measure } = useRowWindow(all.length, 45, firstRuns);
  const isCut = all.length > indexes.length;
  return (
    <>
      {isCut && (
        <noscript>
          <p className="pb-2 text-sm text-ink-2">
            Without scripts the first {formatCount(indexes.length)} of {formatCount(all.length)} runs are listed.{" "}
            <a className="underline" href="/api/v1/runs.csv">
              All runs as CSV
            </a>
          </p>
        </noscript>
      )}
      <table className="grid-table" aria-rowcount={all.length + 1}>
        <caption className="sr-only">
          Runs{address.sort === null ? ", those that need someone first, then newest activity" : ""}
        </caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <ColumnHeader
                  key={header.id}
                  className={columnClass[header.column.id] ?? ""}
                  sorted={header.column.getIsSorted()}
                  onSort={header.column.getCanSort() ? () => header.column.toggleSorting() : undefined}
                >
                  <table.FlexRender header={header} />
                </ColumnHeader>
              ))}
            </tr>
          ))}
        </thead>
        <tbody ref={body}>
          <RowSpacer height={before} />
          {indexes.map((index) => {
            const row = all[index];
            if (row === undefined) return null;
            return (
              <tr
                key={row.id}
                data-index={index}
                aria-rowindex={index + 2}
                ref={measure}
                className="relative hover:bg-sunken [&>td]:align-middle"
              >
                {row.getAllCells().map((cell) => (
                  <td key={cell.id} className={columnClass[cell.column.id] ?? ""}>
                    <table.FlexRender cell={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
          <RowSpacer height={after} />
        </tbody>
      </table>
    </>
  );
}
