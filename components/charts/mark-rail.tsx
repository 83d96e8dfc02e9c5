"use client";

import { Play } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { annotationIcons } from "@/components/annotations/annotation-icons";
import { Popover } from "@/components/ui/popover";
import type { ChartMark } from "@/lib/view/chart-marks";
import { formatCount, visibleText } from "@/lib/view/format";
import { flagWidth, type MarkFlag, toMarkFlags } from "@/lib/view/mark-flags";
import type { Plot } from "./plot";

interface MarkRailProps {
  readonly marks: readonly ChartMark[];
  readonly domain: readonly [number, number];
  readonly plot: Plot | null;
  /** What a mark says in full. */
  readonly renderMark: (mark: ChartMark) => ReactNode;
  /** Whether the next click or drag on a chart annotates. */
  readonly annotating: boolean;
}

/** Over the charts: a flag for each annotation and launch; while one more is being placed, how. */
export function MarkRail(props: MarkRailProps) {
  const { marks, domain, plot, renderMark, annotating } = props;
  const flags = useMemo(
    () => (plot === null ? [] : toMarkFlags(marks, domain, plot.width - plot.left - plot.right)),
    [marks, domain, plot],
  );
  return (
    <div className="relative h-6" data-mark-rail>
      <ul
        aria-label="Annotations and launches on the charts"
        className={`absolute inset-y-0 left-(--plot-left) right-(--plot-right) ${annotating ? "invisible" : ""}`}
      >
        {flags.map((flag) => (
          <li key={flag.id} className="absolute inset-y-0 flex items-center" style={{ left: flag.left }}>
            <Flag flag={flag} renderMark={renderMark} />
          </li>
        ))}
      </ul>
      <p
        role="status"
        data-no-picture
        className="pointer-events-none absolute inset-y-0 left-(--plot-left) grid items-center text-xs text-accent empty:hidden"
      >
        {annotating && (
          <span className="rounded-sm bg-paper px-1">Click a step, or drag across some. Esc ends it.</span>
        )}
      </p>
    </div>
  );
}

function Flag({ flag, renderMark }: { readonly flag: MarkFlag; readonly renderMark: MarkRailProps["renderMark"] }) {
  const { marks, room } = flag;
  const [first] = marks;
  if (first === undefined) return null;
  const Icon = first.annotation === null ? Play : annotationIcons[first.annotation.kind];
  const words = visibleText(first.label).replace(/\s+/g, " ").slice(0, 80);
  const several = marks.length > 1;
  const color = marks.every(({ colour }) => colour === first.colour) ? first.colour : undefined;
  return (
    <Popover
      className="!h-6 !gap-1 !rounded-sm !px-0.5 !text-[11px] leading-4"
      label={several ? `${formatCount(marks.length)} marks, the first: ${words}` : words}
      trigger={
        <>
          <span
            style={{ minWidth: flagWidth - 4, color }}
            className={`grid h-5 place-items-center rounded-sm ${first.annotation === null ? "text-ink-2" : "bg-accent-soft text-accent"} ${several ? "px-1 font-semibold" : ""}`}
          >
            {several ? formatCount(marks.length) : <Icon aria-hidden className="size-3.5" />}
          </span>
          {room > 0 && (
            <bdi className="block truncate text-start" style={{ maxWidth: room }}>
              {words}
            </bdi>
          )}
        </>
      }
    >
      <ul className="flex max-h-[min(32rem,70vh)] w-80 max-w-full flex-col gap-3 overflow-y-auto">
        {marks.map((mark) => (
          <li key={mark.id} className="border-b border-hairline pb-3 last:border-b-0 last:pb-0">
            {renderMark(mark)}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
