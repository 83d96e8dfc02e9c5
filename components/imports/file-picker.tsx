"use client";

import { type ChangeEvent, useRef } from "react";
import { Button } from "@/components/ui/button";
import { toOneLine } from "@/lib/core/one-line";
import { formatNoun } from "@/lib/view/format";
import { fromInput, type Gathered } from "./gather-files";

interface FilePickerProps {
  /** null where nothing was chosen yet. */
  readonly gathered: Gathered | null;
  /** Files found so far in folders that are being looked through; null where none are. */
  readonly found: number | null;
  readonly onPick: (gathered: Gathered | null) => void;
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
export function FilePicker({ gathered, found, onPick }: FilePickerProps) {
  const single = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const files = gathered?.files ?? [];
  const more = files.length - shownNames;
  const leftOut = gathered === null ? null : describeLeftOut(gathered);
  const pick = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files !== null) onPick(fromInput(target.files));
    // The same ones chosen again are news.
    target.value = "";
  };
  const looking = found === null ? null : `Looking through what was dropped: ${formatNoun(found, "file")} so far.`;
  return (
    <div className="rounded-md border border-dashed border-hairline-strong px-3 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => single.current?.click()}>Choose files</Button>
        <Button onClick={() => folder.current?.click()}>Choose a folder</Button>
        <span className="text-ink-2">or drop them anywhere on the page</span>
      </div>
      <input ref={single} type="file" multiple hidden aria-label="Files to import" onChange={pick} />
      <input
        ref={(input) => {
          folder.current = input;
          // React knows no attribute of this name.
          input?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        hidden
        aria-label="Folder to import"
        onChange={pick}
      />
      {files.length > 0 && (
        <div className="mt-3 flex items-start gap-3">
          <ul aria-label="Chosen files" className="min-w-0 grow text-ink-2">
            {files.slice(0, shownNames).map(({ path }, at) => (
              // Two files that were dropped together may have one name.
              // biome-ignore lint/suspicious/noArrayIndexKey: as said.
              <li key={at} className="truncate font-mono text-xs leading-5" title={toOneLine(path)}>
                <bdi>{toOneLine(path)}</bdi>
              </li>
            ))}
            {more > 0 && <li className="text-xs leading-5">and {formatNoun(more, "more file")}</li>}
          </ul>
          <button type="button" className="text-link shrink-0 text-xs leading-5" onClick={() => onPick(null)}>
            Clear
          </button>
        </div>
      )}
      <p role="status" className="mt-2 text-xs text-ink-2 empty:hidden">
        {looking ?? leftOut}
      </p>
    </div>
  );
}
