"use client";

import type { KeyboardEvent } from "react";
import type { StepBucket } from "@/lib/core/series";
import type { StepAxis } from "@/lib/view/step-axis";
import { type Plot, toPixel } from "./plot";
import type { StepPointer } from "./step-pointer";

interface CrosshairKeys {
  readonly pointer: StepPointer;
  readonly plot: Plot | null;
  readonly axis: StepAxis;
  readonly buckets: readonly StepBucket[];
  readonly onOpen: (bucket: StepBucket, inNewTab: boolean) => void;
  /** The steps from one bucket to another, or of one, are to be annotated; null: nothing can. */
  readonly onAnnotate:
    | ((a: StepBucket, b: StepBucket, pixel: { readonly x: number; readonly y: number }) => void)
    | null;
}

/** How far down the crosshair is spoken of when no mouse says. */
const keyboardY = 60;

/**
 * The crosshair by keyboard: arrows, Home and End move it, Enter opens what is under it, A annotates it. R begins a range
 * there, which A or Enter annotates as far as the crosshair has come; Escape gives up.
 */
export function useCrosshairKeys(keys: CrosshairKeys): (event: KeyboardEvent<HTMLDivElement>) => void {
  const { pointer, plot, axis, buckets, onOpen, onAnnotate } = keys;

  return (event) => {
    if (plot === null || buckets.length === 0 || event.target !== event.currentTarget) return;
    const last = buckets.length - 1;
    const pointed = pointer.read();
    const now = pointed?.index ?? (event.key === "ArrowRight" ? -1 : last + 1);
    const stride = event.shiftKey ? 10 : 1;
    const moves: Record<string, number> = { ArrowLeft: now - stride, ArrowRight: now + stride, Home: 0, End: last };
    const next = moves[event.key];
    const bucket = buckets[now];
    const pixelOf = (index: number) => toPixel(plot, axis.domain, axis.extents[index]?.mid ?? 0);
    const begun = pointed?.by === "keyboard" && pointed.annotates ? pointed.draggedFrom : null;
    const plain = !(event.metaKey || event.ctrlKey || event.altKey);

    if (event.key === "Escape") {
      // Ends one thing at a time: first a range that was begun.
      if (begun !== null && pointed !== null) pointer.set({ ...pointed, draggedFrom: null, annotates: false });
      else pointer.set(null);
    } else if (
      onAnnotate !== null &&
      bucket !== undefined &&
      pointed !== null &&
      isAnnotateKey(event, begun !== null)
    ) {
      const first = begun === null ? bucket : (buckets[nearestPixel(buckets, pixelOf, begun)] ?? bucket);
      onAnnotate(first, bucket, { x: pointed.x, y: pointed.y });
      pointer.set({ ...pointed, draggedFrom: null, annotates: false });
    } else if (event.key === "Enter" && bucket !== undefined) {
      onOpen(bucket, event.metaKey || event.ctrlKey);
    } else if (onAnnotate !== null && bucket !== undefined && plain && event.key.toLowerCase() === "r") {
      pointer.set({
        index: now,
        x: pixelOf(now),
        y: keyboardY,
        by: "keyboard",
        draggedFrom: pixelOf(now),
        annotates: true,
      });
    } else if (next === undefined) return;
    else {
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

function nearestPixel(buckets: readonly StepBucket[], pixelOf: (index: number) => number, pixel: number): number {
  let nearest = 0;
  for (let index = 1; index < buckets.length; index++) {
    if (Math.abs(pixelOf(index) - pixel) < Math.abs(pixelOf(nearest) - pixel)) nearest = index;
  }
  return nearest;
}
