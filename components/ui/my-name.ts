"use client";

import { useSyncExternalStore } from "react";

const key = "falsezero.name";
const listeners = new Set<() => void>();
/** For browsers that keep nothing. */
let fallback = "";

/** As it is now; empty where none was given. */
export function readMyName(): string {
  try {
    return localStorage.getItem(key) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Kept in this browser, for every page that asks. */
export function keepMyName(name: string): void {
  fallback = name;
  try {
    localStorage.setItem(key, name);
  } catch {
    // It holds for as long as the page does.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** What the reader signs with: the server knows no accounts. */
export function useMyName(): string {
  return useSyncExternalStore(subscribe, readMyName, () => "");
}

/** How changes are signed; nothing where the reader gave no name. */
export function signed(name: string): { readonly by?: string } {
  return name.trim() === "" ? {} : { by: name.trim() };
}
