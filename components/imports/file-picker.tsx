"use client";

import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { toOneLine } from "@/lib/core/one-line";
import { formatNoun } from "@/lib/view/format";
import { fromInput, type Gathered } from "./gather-files";

interface FilePickerProps {
  /** null where nothing was chosen yet. */
  readonly gathered: Gathered | null;
  readonly onPick: (gathered: Gathered) => void;
}

/** What was left of a folder; null where nothing was. */
function describeLeftOut({ files, leftOut }: Gathered): string | null {
  const endings = "ends in .jsonl, .ndjson, .json (or these with .gz) or .parquet";
  if (files.length > 0) return leftOut === 0 ? null : `${formatNoun(leftOut, "file")} left out: none ${endings}.`;
  if (leftOut === 0) return "There is no file in it.";
  return leftOut === 1
    ? `The one file in it is left out: none ${endings}.`
    : `None of the ${leftOut} files in it ${endings}.`;
}

const shownNames = 4;

/** Files or a folder by the system's own dialog, which is how a keyboard reaches them. */
export function FilePicker({ gathered, onPick }: FilePickerProps) {
  const single = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const files = gathered?.files ?? [];
  const more = files.length - shownNames;
  const leftOut = gathered === null ? null : describeLeftOut(gathered);
  return (
    <div className="rounded-md border border-dashed border-hairline-strong px-3 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => single.current?.click()}>Choose files</Button>
        <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
        <span className="text-ink-2">or drop them anywhere on the page</span>
      </div>
      <input
        ref={single}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={({ target }) => target.files !== null && onPick(fromInput(target.files))}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // React knows no attribute of this name.
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        aria-label="Folder to import"
        onChange={({ target }) => target.files !== null && onPick(fromInput(target.files))}
      />
      {files.length > 0 && (
        <ul aria-label="Chosen files" className="mt-3 text-ink-2">
          {files.slice(0, shownNames).map(({ path }, at) => (
            // Two files that were dropped together may have one name.
            // biome-ignore lint/suspicious/noArrayIndexKey: as said.
            <li key={at} className="truncate font-mono text-xs">
              <bdi>{toOneLine(path)}</bdi>
            </li>
          ))}
          {more > 0 && <li className="text-xs">and {formatNoun(more, "more file")}</li>}
        </ul>
      )}
      <p role="status" className={leftOut === null ? "hidden" : "mt-2 text-xs text-ink-2"}>
        {leftOut}
      </p>
    </div>
  );
}
