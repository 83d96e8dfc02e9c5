"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { lostRate } from "@/lib/core/coverage";
import type { StepBucket } from "@/lib/core/series";
import type { StepRange } from "@/lib/view/step-axis";

interface RangeBrushProps {
  /** The whole run. */
  readonly first: number;
  readonly last: number;
  readonly shown: StepRange;
  readonly overview: readonly StepBucket[];
  readonly onZoom: (steps: StepRange) => void;
  readonly onReset: () => void;
}

type Part = "from" | "to" | "window" | "new";

/** The whole run in a strip, with the part that the charts show: drag its ends or itself, or use arrow keys on its ends. */
export function RangeBrush({ first, last, shown, overview, onZoom, onReset }: RangeBrushProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ part: Part; grabbed: number; from: number; to: number } | null>(null);
  const { from, to } = drag ?? shown;
  const span = last - first + 1;
  const left = ((from - first) / span) * 100;
  const right = ((to + 1 - first) / span) * 100;

  function commit(range: StepRange) {
    const next = { from: Math.max(first, range.from), to: Math.min(last, range.to) };
    if (next.from === first && next.to === last) onReset();
    else onZoom(next);
  }

  function stepAt(event: PointerEvent): number {
    const box = strip.current?.getBoundingClientRect();
    if (box === undefined) return first;
    return Math.floor(first + Math.max(0, Math.min(0.999999, (event.clientX - box.left) / box.width)) * span);
  }

  function grab(part: Part) {
    return (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation();
      strip.current?.setPointerCapture(event.pointerId);
      const step = stepAt(event);
      setDrag(part === "new" ? { part: "to", grabbed: step, from: step, to: step } : { part, grabbed: step, ...shown });
    };
  }

  function move(event: PointerEvent) {
    if (drag === null) return;
    const step = stepAt(event);
    if (drag.part === "from") setDrag({ ...drag, from: Math.min(step, drag.to) });
    else if (drag.part === "to") {
      // Dragging past where it began turns the selection round.
      const back = step < drag.grabbed && drag.from === drag.grabbed;
      setDrag(back ? { ...drag, part: "from", from: step } : { ...drag, to: Math.max(step, drag.from) });
    } else {
      const shift = Math.max(first - shown.from, Math.min(last - shown.to, step - drag.grabbed));
      setDrag({ ...drag, from: shown.from + shift, to: shown.to + shift });
    }
  }

  function release() {
    if (drag === null) return;
    setDrag(null);
    const clicked = drag.from === drag.to && drag.part !== "window";
    if (!clicked) commit(drag);
  }

  function nudge(end: "from" | "to") {
    return (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const moved = shown[end] + by * (event.shiftKey ? 10 : 1);
      commit(
        end === "from"
          ? { from: Math.min(moved, shown.to), to: shown.to }
          : { from: shown.from, to: Math.max(moved, shown.from) },
      );
    };
  }

  const handle =
    "absolute inset-y-0 z-10 w-3 -translate-x-1/2 cursor-ew-resize touch-none before:absolute before:inset-y-1.5 before:left-[5px] before:w-[2px] before:rounded before:bg-control hover:before:bg-ink";
  const range = { min: first, max: last };
  return (
    <div className="ms-(--plot-left) me-(--plot-right) pt-1.5">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the keyboard has the sliders at its ends. */}
      <div
        ref={strip}
        className="relative h-7 cursor-crosshair touch-pan-y bg-sunken select-none"
        onPointerDown={grab("new")}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => setDrag(null)}
        onDoubleClick={onReset}
      >
        <Silhouette overview={overview} first={first} span={span} />
        <div className="absolute inset-y-0 left-0 bg-paper/70" style={{ width: `${left}%` }} />
        <div className="absolute inset-y-0 right-0 bg-paper/70" style={{ width: `${100 - right}%` }} />
        <div
          className="absolute inset-y-0 cursor-grab touch-none border-y border-hairline-strong"
          style={{ left: `${left}%`, width: `${right - left}%` }}
          onPointerDown={from === first && to === last ? grab("new") : grab("window")}
        />
        <div
          role="slider"
          tabIndex={0}
          aria-label="First step shown"
          aria-valuemin={range.min}
          aria-valuemax={to}
          aria-valuenow={from}
          className={handle}
          style={{ left: `${left}%` }}
          onPointerDown={grab("from")}
          onKeyDown={nudge("from")}
        />
        <div
          role="slider"
          tabIndex={0}
          aria-label="Last step shown"
          aria-valuemin={from}
          aria-valuemax={range.max}
          aria-valuenow={to}
          className={handle}
          style={{ left: `${right}%` }}
          onPointerDown={grab("to")}
          onKeyDown={nudge("to")}
        />
      </div>
    </div>
  );
}

interface SilhouetteProps {
  readonly overview: readonly StepBucket[];
  readonly first: number;
  readonly span: number;
}

/** Share of rollouts lost over the whole run, so that a reader sees where to zoom. */
function Silhouette({ overview, first, span }: SilhouetteProps) {
  const path = overview
    .map((bucket) => {
      const { count, n } = lostRate(bucket);
      const top = 1 - (n === 0 ? 0 : count / n);
      return `M${bucket.from - first},1V${top}H${bucket.to + 1 - first}V1Z`;
    })
    .join("");
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full" viewBox={`0 0 ${span} 1`} preserveAspectRatio="none">
      <path d={path} fill="var(--masked)" fillOpacity={0.55} />
    </svg>
  );
}
