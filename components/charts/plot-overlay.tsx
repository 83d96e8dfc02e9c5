"use client";

import { type PointerEvent, useEffect, useRef } from "react";
import { nearestIndex, type StepAxis } from "@/lib/view/step-axis";
import { type Plot, plotBottom, plotTop, toAxis, toPixel } from "./plot";
import type { StepPointer } from "./step-pointer";

export interface OverlayActions {
  /** A click on a place: the bucket, and how far down the plot (0 top, 1 bottom). */
  readonly onOpen: (index: number, down: number, inNewTab: boolean) => void;
  /** A selection, as two places on the axis. */
  readonly onSelect: (a: number, b: number) => void;
  readonly onReset: () => void;
  /** A step, or a range of them, is to be annotated: two places on the axis, the same for a click. Absent: nothing can. */
  readonly onAnnotate?: ((a: number, b: number, pixel: { readonly x: number; readonly y: number }) => void) | undefined;
  /** Whether a click or a drag annotates; else it does with Shift. */
  readonly annotating: boolean;
}

interface PlotOverlayProps extends OverlayActions {
  readonly pointer: StepPointer;
  readonly axis: StepAxis;
  readonly plot: Plot;
}

/** Pixels a pointer may wander and still have clicked, and how long a click waits for a second one. */
const clickSlack = 4;
const doubleClickMs = 230;

/** Crosshair and selection over one chart. They follow the pointer by style alone; nothing renders while it moves. */
export function PlotOverlay(props: PlotOverlayProps) {
  const { pointer, axis, plot, onOpen, onSelect, onReset, onAnnotate, annotating } = props;
  const surface = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const selection = useRef<HTMLDivElement>(null);
  const pendingClick = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(() => {
    const follow = () => {
      const pointed = pointer.read();
      const mid = pointed === null ? undefined : axis.extents[pointed.index]?.mid;
      if (line.current !== null) {
        line.current.style.opacity = mid === undefined ? "0" : "1";
        if (mid !== undefined) line.current.style.transform = `translateX(${toPixel(plot, axis.domain, mid)}px)`;
      }
      if (selection.current !== null) {
        const from = pointed?.draggedFrom ?? null;
        selection.current.style.opacity = from === null ? "0" : "1";
        selection.current.style.borderStyle = pointed?.annotates === true ? "dashed" : "solid";
        if (pointed !== null && from !== null) {
          selection.current.style.transform = `translateX(${Math.min(from, pointed.x)}px)`;
          selection.current.style.width = `${Math.abs(pointed.x - from)}px`;
        }
      }
    };
    follow();
    return pointer.subscribe(follow);
  }, [pointer, axis, plot]);

  useEffect(() => () => clearTimeout(pendingClick.current ?? undefined), []);

  function point(event: PointerEvent<HTMLDivElement>, draggedFrom: number | null, annotates: boolean) {
    const box = surface.current?.getBoundingClientRect();
    const area = surface.current?.closest("[data-chart-area]")?.getBoundingClientRect();
    if (box === undefined || area === undefined) return;
    const x = Math.max(plot.left, Math.min(plot.width - plot.right, event.clientX - box.left));
    const index = nearestIndex(axis.extents, toAxis(plot, axis.domain, x));
    if (index === null) return;
    const by = event.pointerType === "touch" ? "touch" : "mouse";
    pointer.set({ index, x, y: event.clientY - area.top, by, draggedFrom, annotates });
  }

  function release(event: PointerEvent<HTMLDivElement>) {
    const pointed = pointer.read();
    if (pointed === null || pointed.draggedFrom === null) return;
    const { draggedFrom, x, y, index, annotates } = pointed;
    pointer.set({ ...pointed, draggedFrom: null, annotates: false });
    if (annotates) {
      const isClick = Math.abs(x - draggedFrom) <= clickSlack;
      const [a, b] = [isClick ? x : draggedFrom, x].map((pixel) => toAxis(plot, axis.domain, pixel));
      if (a !== undefined && b !== undefined) onAnnotate?.(a, b, { x, y });
      return;
    }
    if (Math.abs(x - draggedFrom) > clickSlack) {
      onSelect(toAxis(plot, axis.domain, draggedFrom), toAxis(plot, axis.domain, x));
      return;
    }
    const box = surface.current?.getBoundingClientRect();
    if (box === undefined) return;
    const down = (event.clientY - box.top - plotTop) / (box.height - plotTop - plotBottom);
    const inNewTab = event.metaKey || event.ctrlKey;
    if (pendingClick.current !== null) {
      clearTimeout(pendingClick.current);
      pendingClick.current = null;
      onReset();
      return;
    }
    pendingClick.current = setTimeout(() => {
      pendingClick.current = null;
      onOpen(index, down, inNewTab);
    }, doubleClickMs);
  }

  return (
    <div
      ref={surface}
      data-plot-overlay
      data-no-picture
      className={`absolute inset-0 touch-pan-y select-none ${annotating ? "cursor-cell" : "cursor-crosshair"}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const annotates = onAnnotate !== undefined && (annotating || event.shiftKey);
        if (event.pointerType === "touch" && !annotates) {
          point(event, null, false);
          return;
        }
        event.currentTarget.setPointerCapture(event.pointerId);
        const box = event.currentTarget.getBoundingClientRect();
        point(event, Math.max(plot.left, Math.min(plot.width - plot.right, event.clientX - box.left)), annotates);
      }}
      onPointerMove={(event) => {
        const pointed = pointer.read();
        // A range that is being chosen by keyboard is not the mouse's to move.
        if (pointed?.by === "keyboard" && pointed.draggedFrom !== null) return;
        point(event, pointed?.draggedFrom ?? null, pointed?.annotates ?? false);
      }}
      onPointerUp={release}
      onPointerCancel={() => pointer.set(null)}
      onPointerLeave={(event) => {
        if (event.pointerType !== "touch" && pointer.read()?.draggedFrom === null) pointer.set(null);
      }}
    >
      <div
        ref={line}
        aria-hidden
        className="pointer-events-none absolute top-0 bottom-0 left-0 w-0 border-l border-dotted border-ink-2 opacity-0"
      />
      <div
        ref={selection}
        aria-hidden
        className="pointer-events-none absolute top-0 bottom-0 left-0 border-x border-accent bg-accent/15 opacity-0"
      />
    </div>
  );
}
