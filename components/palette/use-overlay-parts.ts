"use client";

import { useEffect, useState } from "react";
import { onServerReturn, suspectServer } from "@/components/ui/server-reach";

/** A page that has loaded is left alone so long, ms. */
const quietMs = 1000;

async function loadParts() {
  const [{ Palette }, { KeyList }] = await Promise.all([import("./palette"), import("@/components/keys/key-list")]);
  return { Palette, KeyList };
}

/**
 * What lies over the page when it is asked for. It comes a moment after the page, which gets no heavier by it, and not
 * only when it is asked for: then the server may be away. null: it is not there yet.
 */
export function useOverlayParts(isAsked: boolean): Awaited<ReturnType<typeof loadParts>> | null {
  const [parts, setParts] = useState<Awaited<ReturnType<typeof loadParts>> | null>(null);
  const isLoaded = parts !== null;
  useEffect(() => {
    if (isLoaded) return;
    const load = () => {
      // Whoever is too early, or has lost the server, gets it with the next try.
      loadParts().then(setParts, suspectServer);
    };
    const timer = setTimeout(load, isAsked ? 0 : quietMs);
    const forget = onServerReturn(load);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [isAsked, isLoaded]);
  return parts;
}
