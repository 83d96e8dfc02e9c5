"use client";

import { useCallback, useRef, useState } from "react";
import { fromDrop, type Gathered, joinGathered } from "./gather-files";

export interface Gathering {
  /** null where nothing was chosen yet. */
  readonly gathered: Gathered | null;
  /** While folders that were dropped are looked through: the files found in them so far. */
  readonly found: number | null;
  /** Files that were chosen take the place of others; null forgets them. */
  readonly pick: (gathered: Gathered | null) => void;
  /** Files that were dropped are added. Called while the browser tells of them. */
  readonly addDropped: (data: DataTransfer) => void;
}

/** A reader sees no more news of a number. */
const tellMs = 100;

/** Files to import, as they are chosen and dropped. */
export function useGathering(): Gathering {
  const [gathered, setGathered] = useState<Gathered | null>(null);
  const [found, setFound] = useState<number | null>(null);
  // A look that began before files were forgotten adds nothing.
  const looks = useRef<Set<object>>(new Set());

  const pick = useCallback((picked: Gathered | null) => {
    looks.current.clear();
    setFound(null);
    setGathered(picked);
  }, []);

  const addDropped = useCallback((data: DataTransfer) => {
    const look = {};
    looks.current.add(look);
    setFound((before) => before ?? 0);
    let toldAt = performance.now();
    const gathering = fromDrop(data, (count) => {
      if (!looks.current.has(look) || performance.now() - toldAt < tellMs) return;
      toldAt = performance.now();
      setFound(count);
    });
    void gathering.then((dropped) => {
      if (!looks.current.delete(look)) return;
      if (looks.current.size === 0) setFound(null);
      setGathered((before) => joinGathered(before, dropped));
    });
  }, []);

  return { gathered, found, pick, addDropped };
}
