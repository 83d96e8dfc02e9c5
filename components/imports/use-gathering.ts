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
  // What each look that is under way has found. One that began before files were forgotten adds nothing.
  const looks = useRef<Map<object, number>>(new Map());
  const tellFound = useCallback(() => {
    const counts = [...looks.current.values()];
    setFound(counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0));
  }, []);

  const pick = useCallback(
    (picked: Gathered | null) => {
      looks.current.clear();
      tellFound();
      setGathered(picked);
    },
    [tellFound],
  );

  const addDropped = useCallback(
    (data: DataTransfer) => {
      const look = {};
      looks.current.set(look, 0);
      tellFound();
      let toldAt = performance.now();
      const gathering = fromDrop(data, (count) => {
        if (!looks.current.has(look)) return;
        looks.current.set(look, count);
        if (performance.now() - toldAt < tellMs) return;
        toldAt = performance.now();
        tellFound();
      });
      void gathering.then((dropped) => {
        if (!looks.current.delete(look)) return;
        tellFound();
        setGathered((before) => joinGathered(before, dropped));
      });
    },
    [tellFound],
  );

  return { gathered, found, pick, addDropped };
}
