"use client";

import { useEffect, useRef, useState } from "react";

/** A value that changes thick and fast, as it is told at most every so often. @param pauseMs at least this long apart. */
export function useGathered<Value>(value: Value, pauseMs: number): Value {
  const [told, setTold] = useState(value);
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);

  useEffect(() => {
    latest.current = value;
    if (value === told) return;
    // Further changes do not put it off.
    timer.current ??= setTimeout(() => {
      timer.current = null;
      setTold(latest.current);
    }, pauseMs);
  }, [value, told, pauseMs]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return told;
}
