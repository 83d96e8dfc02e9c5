"use client";

import { useTimeZone } from "@/components/ui/time-zone";
import { formatAxisTick, type StepAxis } from "@/lib/view/step-axis";

/** The one x axis, under the last chart. */
export function AxisLabels({ axis }: { readonly axis: StepAxis }) {
  const timeZone = useTimeZone();
  const [start, end] = axis.domain;
  return (
    <div
      aria-hidden
      data-axis-labels
      className="relative ms-(--plot-left) me-(--plot-right) h-5 text-[11.5px] text-ink-2"
    >
      {axis.ticks.map((tick) => (
        <span
          key={tick}
          className="absolute top-0.5 -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${((tick - start) / (end - start)) * 100}%` }}
        >
          {formatAxisTick(axis, tick, timeZone)}
        </span>
      ))}
    </div>
  );
}
