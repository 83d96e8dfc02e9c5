"use client";

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let now = 0;

function start() {
  now = Date.now();
  timer ??= setInterval(() => {
    // A hidden page has no reader, so its clock stands still.
    if (document.hidden) return;
    now = Date.now();
    for (const listener of listeners) listener();
  }, 1000);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  start();
  listener();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/**
 * The present second, one timer for the page; null while the server's HTML is taken over.
 *
 * @param everyMs how often it is news: what depends on it is drawn no more often than that.
 */
export function useNow(everyMs = 1000): number | null {
  return useSyncExternalStore(
    subscribe,
    () => (now === 0 ? null : everyMs <= 1000 ? now : now - (now % everyMs)),
    () => null,
  );
}
