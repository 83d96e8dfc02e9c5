"use client";

import Link from "next/link";
import { useMemo, useSyncExternalStore } from "react";
import type { StepBucket } from "@/lib/core/series";
import { type ChartMark, notesAt } from "@/lib/view/chart-marks";
import { visibleText } from "@/lib/view/format";
import { type IncidentBand, incidentsAt } from "@/lib/view/incident-bands";
import { type Readout, speakReadout, toReadout } from "@/lib/view/readout";
import type { Smoothed } from "@/lib/view/smoothing";
import type { StepAxis } from "@/lib/view/step-axis";
import type { Plot } from "./plot";
import type { StepPointer } from "./step-pointer";

interface ChartTooltipProps {
  readonly pointer: StepPointer;
  readonly buckets: readonly StepBucket[];
  readonly axis: StepAxis;
  readonly marks: readonly ChartMark[];
  readonly bands: readonly IncidentBand[];
  readonly smoothed: Smoothed | null;
  readonly inPercent: boolean;
  readonly plot: Plot;
  readonly hrefOf: (bucket: StepBucket) => string;
}

const boxWidth = 288;

/** The numbers under the crosshair, beside it; and the same as text for a reader who moves it by keyboard. */
export function ChartTooltip(props: ChartTooltipProps) {
  const { pointer, buckets, axis, marks, bands, smoothed, inPercent, plot, hrefOf } = props;
  const pointed = useSyncExternalStore(pointer.subscribe, pointer.read, () => null);
  const bucket = pointed === null ? undefined : buckets[pointed.index];
  const extent = pointed === null ? undefined : axis.extents[pointed.index];
  const readout = useMemo(() => {
    if (bucket === undefined) return null;
    const notes = extent === undefined ? [] : [...incidentsAt(bands, extent), ...notesAt(marks, extent)];
    const index = pointed?.index ?? 0;
    return toReadout(bucket, inPercent, notes, smoothed === null ? null : { lines: smoothed, index });
  }, [bucket, extent, marks, bands, inPercent, smoothed, pointed?.index]);
  const spoken = pointed?.by === "keyboard" && readout !== null && bucket !== undefined;
  const x = pointed?.x ?? 0;
  const room = Math.min(boxWidth, plot.width - 16);
  const left = x + 14 + room > plot.width ? Math.max(0, x - 14 - room) : x + 14;
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {spoken && speakReadout(readout, bucket)}
      </p>
      {pointed !== null &&
        readout !== null &&
        bucket !== undefined &&
        (pointed.draggedFrom === null || pointed.by === "keyboard") && (
          <div
            aria-hidden={spoken}
            className={`absolute top-0 left-0 z-20 rounded-lg border border-hairline bg-raised px-3 py-2 text-xs shadow-(--shadow) ${pointed.by === "touch" ? "" : "pointer-events-none"}`}
            style={{ width: room, transform: `translate(${left}px, ${Math.max(0, pointed.y - 20)}px)` }}
          >
            <ReadoutTable readout={readout} />
            {pointed.by === "touch" && (
              <Link href={hrefOf(bucket)} prefetch={false} className="text-link mt-1 inline-block py-1 font-medium">
                {bucket.steps === 1 ? "Open this step" : "Open these rollouts"}
              </Link>
            )}
          </div>
        )}
    </>
  );
}

function ReadoutTable({ readout }: { readonly readout: Readout }) {
  return (
    <>
      <div className="mb-1 flex justify-between gap-3">
        <span className="font-semibold">{readout.title}</span>
        <span className="text-ink-2">{readout.remark}</span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-px">
        {readout.rows.map((row) => (
          <div key={`${row.name} ${row.colour}`} className="contents">
            <dt className="flex min-w-0 items-center gap-1.5 text-ink-2">
              <span
                className="inline-block size-2 shrink-0 rounded-[2px]"
                style={{ background: row.colour ?? "var(--kind-other)" }}
              />
              <bdi className="max-w-28 truncate">{visibleText(row.name)}</bdi>
            </dt>
            <dd className="text-end whitespace-nowrap">{row.value}</dd>
          </div>
        ))}
      </dl>
      {readout.notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may say the same.
        <p key={index} className="mt-1 line-clamp-4 border-t border-hairline pt-1 break-words whitespace-normal">
          <bdi>{visibleText(note)}</bdi>
        </p>
      ))}
    </>
  );
}
