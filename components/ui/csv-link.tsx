"use client";

import { Download } from "lucide-react";
import { memo, useState } from "react";
import { type CsvSheet, csvOptions } from "@/lib/core/csv";
import { toFileName } from "@/lib/core/file-name";
import { saveFile } from "./save-file";

const look =
  "inline-flex items-center gap-1 rounded px-1 py-0.5 text-xs font-normal text-ink-2 hover:bg-sunken hover:text-ink";

interface CsvLinkProps {
  /** Where the server streams it. */
  readonly href: string;
  /** What it holds, for who hears and does not see. */
  readonly label: string;
}

/** A table as CSV, made by the server: all of what is filtered, however long it is. */
export const CsvLink = memo(function CsvLink({ href, label }: CsvLinkProps) {
  return (
    <a href={href} download className={look} aria-label={label} title={label}>
      <Download aria-hidden className="size-3" />
      CSV
    </a>
  );
});

interface CsvButtonProps {
  readonly label: string;
  /** Of the file's name: the run, what it is, filters. */
  readonly name: readonly string[];
  /** Made when it is asked for. */
  readonly toSheet: () => CsvSheet;
}

/** A table as CSV that the page holds whole. */
export function CsvButton({ label, name, toSheet }: CsvButtonProps) {
  const [failed, setFailed] = useState(false);
  async function save() {
    try {
      const { stringify } = await import("csv-stringify/browser/esm/sync");
      const { columns, rows } = toSheet();
      const text = stringify([[...columns], ...rows.map((row) => [...row])], csvOptions);
      saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), toFileName(name, "csv"));
      setFailed(false);
    } catch {
      // What makes it is loaded when it is asked for, which an unreachable server prevents.
      setFailed(true);
    }
  }
  return (
    <>
      <button type="button" onClick={save} className={look} aria-label={label} title={label}>
        <Download aria-hidden className="size-3" />
        CSV
      </button>
      <span role="alert" className="text-xs text-critical empty:hidden">
        {failed && "Not saved: the server did not answer."}
      </span>
    </>
  );
}
