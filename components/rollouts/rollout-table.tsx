"use client";

import { createColumnHelper, rowSortingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";
import { ColumnHeader } from "@/components/ui/column-header";
import { KindName } from "@/components/ui/kind-name";
import { Name } from "@/components/ui/name";
import { RowSpacer } from "@/components/ui/row-spacer";
import { useRowWindow } from "@/components/ui/row-window";
import type { RolloutSort } from "@/lib/core/stored-rollout";
import { formatCount } from "@/lib/view/format";
import type { RolloutRow } from "@/lib/view/rollout-row";
import {
  RolloutFinishedCell,
  RolloutNameCell,
  RolloutOutcomeCell,
  RolloutReasonCell,
  RolloutRewardCell,
} from "./rollout-cells";

const features = tableFeatures({ rowSortingFeature });
const helper = createColumnHelper<typeof features, RolloutRow>();

const columns = helper.columns([
  helper.accessor("step", {
    header: "Step",
    cell: ({ row }) => (row.original.step === null ? "–" : formatCount(row.original.step)),
  }),
  helper.accessor("key", {
    id: "name",
    header: "Group / sample",
    cell: ({ row }) => <RolloutNameCell row={row.original} />,
  }),
  helper.accessor("outcome", { header: "Outcome", cell: ({ row }) => <RolloutOutcomeCell row={row.original} /> }),
  helper.accessor("reward", { header: "Reward", cell: ({ row }) => <RolloutRewardCell row={row.original} /> }),
  helper.accessor("kind", {
    header: "Kind",
    cell: ({ row }) => (row.original.kind === null ? null : <KindName kind={row.original.kind} limit={30} />),
  }),
  helper.accessor("reason", { header: "Reason", cell: ({ row }) => <RolloutReasonCell row={row.original} /> }),
  helper.accessor("environment", {
    header: "Environment",
    cell: ({ row }) => (row.original.environment === null ? null : <Name text={row.original.environment} limit={24} />),
  }),
  helper.accessor("attempt", { header: "Attempt", cell: ({ row }) => row.original.attempt }),
  helper.accessor("duration", { header: "Duration", cell: ({ row }) => row.original.duration }),
  helper.accessor("finishedAt", {
    id: "finished",
    header: "Finished",
    cell: ({ row }) => <RolloutFinishedCell row={row.original} />,
  }),
]);

/** Where a column stands and from which width on there is room for it. */
const columnClass: Readonly<Record<string, string>> = {
  step: "numeric hidden md:table-cell",
  name: "max-md:w-full",
  outcome: "",
  reward: "numeric",
  kind: "hidden md:table-cell whitespace-nowrap",
  reason: "hidden md:table-cell w-full max-w-0",
  environment: "hidden xl:table-cell whitespace-nowrap",
  attempt: "numeric hidden lg:table-cell",
  duration: "numeric hidden lg:table-cell",
  finished: "numeric hidden xl:table-cell",
};

/** Orders that the store knows, by column; a press on the column that sorts already asks for the second one. */
const columnSorts: Readonly<Record<string, readonly RolloutSort[]>> = {
  step: ["step"],
  reward: ["reward"],
  duration: ["duration"],
  finished: ["newest", "oldest"],
};

interface RolloutTableProps {
  readonly rows: readonly RolloutRow[];
  readonly sort: RolloutSort;
  readonly onSort: (sort: RolloutSort) => void;
}

/** A page of rollouts and the pages after it that were asked for; each row leads to its rollout. */
export function RolloutTable({ rows, sort, onSort }: RolloutTableProps) {
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row) => String(row.key),
    manualSorting: true,
  });
  const all = table.getRowModel().rows;
  const { body, indexes, before, after, measure } = useRowWindow(all.length, 33);
  return (
    <table className="grid-table">
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => {
              const sorts = columnSorts[header.column.id] ?? [];
              const isSorted = sorts.includes(sort);
              const next = sorts.find((one) => one !== sort) ?? sorts[0];
              return (
                <ColumnHeader
                  key={header.id}
                  className={columnClass[header.column.id] ?? ""}
                  sorted={isSorted ? (sort === "oldest" ? "asc" : "desc") : false}
                  onSort={next === undefined ? undefined : () => onSort(next)}
                >
                  <table.FlexRender header={header} />
                </ColumnHeader>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody ref={body}>
        <RowSpacer height={before} />
        {indexes.map((index) => {
          const row = all[index];
          if (row === undefined) return null;
          return (
            <tr key={row.id} data-index={index} ref={measure} className="relative hover:bg-sunken">
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
  );
}
