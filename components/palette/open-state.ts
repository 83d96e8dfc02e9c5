import { useSyncExternalStore } from "react";

/** What lies over the page. */
export type Overlay = "palette" | "keys" | null;

let overlay: Overlay = null;
const listeners = new Set<() => void>();

export function showOverlay(next: Overlay): void {
  overlay = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    subscribe,
    () => overlay,
    () => null,
  );
}
