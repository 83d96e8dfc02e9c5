"use client";

import { useEffect, useState } from "react";
import { onServerReturn, suspectServer } from "@/components/ui/server-reach";
import { showOverlay } from "./open-state";

/** A page that has loaded is left alone so long, ms. */
const quietMs = 1000;

async function loadParts() {
  const [{ Palette }, { KeyList }] = await Promise.all([import("./palette"), import("@/components/keys/key-list")]);
  return { Palette, KeyList };
}

interface OverlayParts {
  /** null: they are not there yet. */
  readonly parts: Awaited<ReturnType<typeof loadParts>> | null;
  /** They were asked for and could not be had; the next press tries again. */
  readonly isMissing: boolean;
}

/**
 * What lies over the page when it is asked for. It comes a moment after the page, which gets no heavier by it, and not
 * only when it is asked for: then the server may be away.
 */
export function useOverlayParts(isAsked: boolean): OverlayParts {
  const [parts, setParts] = useState<OverlayParts["parts"]>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isLoaded = parts !== null;
  useEffect(() => {
    if (isLoaded) return;
    const load = () => {
      // Whoever is too early, or has lost the server, gets it with the next try.
      loadParts().then(setParts, () => {
        suspectServer();
        if (!isAsked) return;
        setIsMissing(true);
        showOverlay(null);
      });
    };
    const timer = setTimeout(load, isAsked ? 0 : quietMs);
    const forget = onServerReturn(load);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [isAsked, isLoaded]);
  return { parts, isMissing };
}
