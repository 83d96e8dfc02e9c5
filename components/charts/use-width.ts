"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** The width of an element, in whole pixels; null before it is in a page. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number | null] {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => setWidth(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
