"use client";

import { useSyncExternalStore } from "react";
import { parseTheme, type Theme, themeCookie } from "./theme";

const listeners = new Set<() => void>();

/** Kept in a cookie, so that the server renders it too. */
export function chooseTheme(next: Theme): void {
  if (next === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset["theme"] = next;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Firefox and insecure origins.
  document.cookie = `${themeCookie}=${next}; path=/; max-age=31536000; samesite=lax`;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => parseTheme(document.documentElement.dataset["theme"]),
    () => "system",
  );
}
