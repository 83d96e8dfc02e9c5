"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Rows that are simply drawn: the server's HTML has them without a script, and a browser does not notice them. */
const drawnWhole = 150;

export interface RowWindow {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly indexes: readonly number[];
  /** Height of the rows above and below that are not drawn. */
  readonly before: number;
  readonly after: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
}

/**
 * Which rows of a long table are drawn, as the page scrolls; a short one is drawn whole.
 *
 * @param firstDrawn rows of a long table that the server's HTML has: fewer where each of them is dear.
 */
export function useRowWindow(count: number, estimatedHeight: number, firstDrawn = drawnWhole): RowWindow {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState<number | null>(null);
  const isLong = count > drawnWhole;
  useLayoutEffect(() => {
    if (body.current !== null && isLong) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isLong]);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => estimatedHeight,
    overscan: 16,
    scrollMargin: top ?? 0,
    enabled: isLong && top !== null,
  });
  if (!isLong || top === null) {
    const length = isLong ? Math.min(count, firstDrawn) : count;
    const indexes = Array.from({ length }, (_, index) => index);
    const rest = count - indexes.length;
    return { body, indexes, before: 0, after: rest * estimatedHeight, measure: () => undefined };
  }
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items[items.length - 1];
  return {
    body,
    indexes: items.map(({ index }) => index),
    before: first === undefined ? 0 : first.start - top,
    after: last === undefined ? 0 : virtualizer.getTotalSize() - (last.end - top),
    measure: virtualizer.measureElement,
  };
}
