"use client";

import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ColumnHeader } from "@/components/ui/column-header";
import { CsvButton } from "@/components/ui/csv-link";
import { Name } from "@/components/ui/name";
import { SectionHeading } from "@/components/ui/section-heading";
import { useAnswer } from "@/components/ui/use-answer";
import { formatBytes, formatCount } from "@/lib/view/format";
import { runHref } from "@/lib/view/run-links";
import { sortSizes, storageColumns, storageNames, toStorageSheet } from "@/lib/view/storage-table";
import { WireStorage } from "@/lib/wire/storage";

/** Rows that are shown until the reader asks for all. */
const shownFirst = 20;

const parseStorage = (json: unknown) => WireStorage.parse(json);

/** How much each run takes, counted when the page is open: a large database takes a second. */
export function StorageSection() {
  const [asked, setAsked] = useState(0);
  const { answer } = useAnswer("/api/v1/storage", parseStorage, asked);
  const [sort, setSort] = useQueryState(
    "storage",
    parseAsStringLiteral(storageColumns).withDefault("bytes").withOptions({ history: "replace", scroll: false }),
  );
  const [isWhole, setWhole] = useState(false);

  if (answer?.as !== "read") {
    return (
      <section aria-label="Storage by run" className="mt-12">
        <SectionHeading>Storage by run</SectionHeading>
        <p role="status" className="py-3 text-sm text-ink-2">
          {answer === null ? "Counting…" : "It could not be counted: the server did not answer. "}
        </p>
        {answer !== null && <Button onClick={() => setAsked(asked + 1)}>Try again</Button>}
      </section>
    );
  }
  const { value: storage } = answer;
  const rows = sortSizes(storage.runs, sort);
  const shown = isWhole ? rows : rows.slice(0, shownFirst);
  return (
    <section aria-label="Storage by run" className="mt-12 min-w-0">
      <SectionHeading
        remark={
          <>
            {rows.length > 0 && (
              <CsvButton label="Storage by run as CSV" name={["storage"]} toSheet={() => toStorageSheet(rows)} />
            )}{" "}
            {`${formatBytes(storage.database_bytes)}, ${formatBytes(storage.free_bytes)} of it free; log ${formatBytes(storage.wal_bytes)}`}
          </>
        }
      >
        Storage by run
      </SectionHeading>
      {rows.length === 0 ? (
        <p className="py-3 text-sm text-ink-2">There is no run yet.</p>
      ) : (
        <table className="grid-table">
          <caption className="sr-only">How much of the database each run takes</caption>
          <thead>
            <tr>
              {storageColumns.map((column) => (
                <ColumnHeader
                  key={column}
                  className={columnClass[column]}
                  sorted={sort === column ? (column === "run" ? "asc" : "desc") : false}
                  onSort={() => setSort(column)}
                >
                  {storageNames[column]}
                </ColumnHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.run}>
                <td className={columnClass.run}>
                  <Link href={`${runHref(row.run)}/settings`} prefetch={false}>
                    <Name text={row.name ?? row.run} limit={48} />
                  </Link>
                  {row.archived && <span className="text-ink-2"> archived</span>}
                </td>
                <td className={columnClass.rollouts}>{formatCount(row.rollouts)}</td>
                <td className={columnClass.row_bytes}>{formatBytes(row.row_bytes)}</td>
                <td className={columnClass.payload_bytes}>{formatBytes(row.payload_bytes)}</td>
                <td className={columnClass.summary_bytes}>{formatBytes(row.summary_bytes)}</td>
                <td className={columnClass.bytes}>{formatBytes(row.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown.length < rows.length && (
        <Button kind="quiet" className="mt-2" onClick={() => setWhole(true)}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
    </section>
  );
}

const columnClass = {
  run: "w-full min-w-0",
  rollouts: "numeric hidden sm:table-cell",
  row_bytes: "numeric hidden md:table-cell",
  payload_bytes: "numeric hidden md:table-cell",
  summary_bytes: "numeric hidden md:table-cell",
  bytes: "numeric",
} as const;
