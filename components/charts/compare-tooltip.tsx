"use client";

import { useSyncExternalStore } from "react";
import { LineMark } from "@/components/compare/line-mark";
import { displayFailureKind } from "@/lib/core/failure-kind";
import { type CompareReadoutRow, speakReadout } from "@/lib/view/compare-readout";
import { formatCount, visibleText } from "@/lib/view/format";
import type { Plot } from "./plot";
import type { StepPointer } from "./step-pointer";

interface CompareTooltipProps {
  readonly pointer: StepPointer;
  readonly plot: Plot;
  /** The failure kind whose share is drawn; null: of all that was lost. */
  readonly kind: string | null;
  readonly read: (row: number) => {
    readonly place: string;
    readonly rows: readonly CompareReadoutRow[];
    /** What is told of incidents and annotations there. */
    readonly notes: readonly string[];
  } | null;
}

const boxWidth = 352;
/** Of the incidents and annotations at one place. */
const mostNotes = 4;

/** The numbers of every run under the crosshair; and the same as text for a reader who moves it by keyboard. */
export function CompareTooltip({ pointer, plot, kind, read }: CompareTooltipProps) {
  const pointed = useSyncExternalStore(pointer.subscribe, pointer.read, () => null);
  const found = pointed === null ? null : read(pointed.index);
  if (pointed === null || found === null) return <p aria-live="polite" className="sr-only" />;
  const spoken = pointed.by === "keyboard";
  const room = Math.min(boxWidth, plot.width - 16);
  const left = pointed.x + 14 + room > plot.width ? Math.max(0, pointed.x - 14 - room) : pointed.x + 14;
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {spoken && speakReadout(found.place, found.rows, kind, found.notes)}
      </p>
      {pointed.draggedFrom === null && (
        <div
          aria-hidden
          className="pointer-events-none absolute top-0 left-0 z-20 rounded-lg border border-hairline bg-raised px-3 py-2 text-xs shadow-(--shadow)"
          style={{ width: room, transform: `translate(${left}px, ${Math.max(0, pointed.y - 20)}px)` }}
        >
          <table className="w-full">
            <thead className="text-ink-2">
              <tr>
                <th className="pb-1 text-start font-semibold text-ink">{found.place}</th>
                {["evidence", kind === null ? "lost" : displayFailureKind(kind), "masked"].map((heading) => (
                  <th key={heading} className="max-w-32 truncate ps-3 pb-1 text-end font-normal">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.rows.map((row) => (
                <tr key={`${row.colour} ${row.name}`}>
                  <td className="flex max-w-40 items-center gap-1.5">
                    <LineMark mark={row} />
                    <bdi className="truncate">{visibleText(row.name)}</bdi>
                  </td>
                  {[row.reward, row.lost, row.masked].map((text, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: three columns, always these.
                    <td key={column} className="ps-3 text-end whitespace-nowrap">
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {found.notes.slice(0, mostNotes).map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same.
            <p key={index} className="mt-1 line-clamp-3 border-t border-hairline pt-1 break-words whitespace-normal">
              <bdi>{visibleText(note)}</bdi>
            </p>
          ))}
          {found.notes.length > mostNotes && (
            <p className="mt-1 text-ink-2">and {formatCount(found.notes.length - mostNotes)} more</p>
          )}
        </div>
      )}
    </>
  );
}
