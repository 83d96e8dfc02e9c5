"use client";

import type { KeyboardEvent } from "react";
import type { StepAxis } from "@/lib/view/step-axis";
import { type Plot, toPixel } from "./plot";
import type { StepPointer } from "./step-pointer";

interface CrosshairKeys {
  readonly pointer: StepPointer;
  readonly plot: Plot | null;
  readonly axis: StepAxis;
  /** How many places there are along the axis. */
  readonly count: number;
  /** A place is to be opened, by its index; null: none can. */
  readonly onOpen: ((index: number, inNewTab: boolean) => void) | null;
  /** What lies from one place to another, or at one, is to be annotated; null: nothing can. */
  readonly onAnnotate: ((a: number, b: number, pixel: { readonly x: number; readonly y: number }) => void) | null;
}

/** How far down the crosshair is spoken of when no mouse says. */
const keyboardY = 60;

/**
 * The crosshair by keyboard: arrows, Home and End move it, Enter opens what is under it, A annotates it. R begins a range
 * there, which A or Enter annotates as far as the crosshair has come; Escape gives up.
 */
export function useCrosshairKeys(keys: CrosshairKeys): (event: KeyboardEvent<HTMLDivElement>) => void {
  const { pointer, plot, axis, count, onOpen, onAnnotate } = keys;

  return (event) => {
    if (plot === null || count === 0 || event.target !== event.currentTarget) return;
    const last = count - 1;
    const pointed = pointer.read();
    const now = pointed?.index ?? (event.key === "ArrowRight" ? -1 : last + 1);
    const stride = event.shiftKey ? 10 : 1;
    const moves: Record<string, number> = { ArrowLeft: now - stride, ArrowRight: now + stride, Home: 0, End: last };
    const next = moves[event.key];
    const isAtPlace = now >= 0 && now <= last;
    const pixelOf = (index: number) => toPixel(plot, axis.domain, axis.extents[index]?.mid ?? 0);
    const begun = pointed?.by === "keyboard" && pointed.annotates ? pointed.draggedFrom : null;
    const plain = !(event.metaKey || event.ctrlKey || event.altKey);

    if (event.key === "Escape") {
      // Ends one thing at a time: first a range that was begun.
      if (begun !== null && pointed !== null) pointer.set({ ...pointed, draggedFrom: null, annotates: false });
      else pointer.set(null);
    } else if (onAnnotate !== null && isAtPlace && pointed !== null && isAnnotateKey(event, begun !== null)) {
      const first = begun === null ? now : nearestPixel(count, pixelOf, begun);
      onAnnotate(first, now, { x: pointed.x, y: pointed.y });
      pointer.set({ ...pointed, draggedFrom: null, annotates: false });
    } else if (event.key === "Enter" && onOpen !== null && isAtPlace) {
      onOpen(now, event.metaKey || event.ctrlKey);
    } else if (onAnnotate !== null && isAtPlace && plain && event.key.toLowerCase() === "r") {
      pointer.set({
        index: now,
        x: pixelOf(now),
        y: keyboardY,
        by: "keyboard",
        draggedFrom: pixelOf(now),
        annotates: true,
      });
    } else if (next === undefined || !plain) {
      // The browser's own, as Alt and an arrow are, which go back.
      return;
    } else {
      const index = Math.max(0, Math.min(last, next));
      const range = { draggedFrom: begun, annotates: begun !== null };
      pointer.set({ index, x: pixelOf(index), y: keyboardY, by: "keyboard", ...range });
    }
    event.preventDefault();
  };
}

function isAnnotateKey(event: KeyboardEvent, isRange: boolean): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey) return false;
  return event.key.toLowerCase() === "a" || (isRange && event.key === "Enter");
}

function nearestPixel(count: number, pixelOf: (index: number) => number, pixel: number): number {
  let nearest = 0;
  for (let index = 1; index < count; index++) {
    if (Math.abs(pixelOf(index) - pixel) < Math.abs(pixelOf(nearest) - pixel)) nearest = index;
  }
  return nearest;
}
