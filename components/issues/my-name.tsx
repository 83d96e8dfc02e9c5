"use client";

import { useSyncExternalStore } from "react";

const key = "falsezero.name";
const listeners = new Set<() => void>();
/** For browsers that keep nothing. */
let fallback = "";

function read(): string {
  try {
    return localStorage.getItem(key) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(name: string): void {
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
  return useSyncExternalStore(subscribe, read, () => "");
}

/** How changes are signed; nothing where the reader gave no name. */
export function signed(name: string): { readonly by?: string } {
  return name.trim() === "" ? {} : { by: name.trim() };
}

export function MyName() {
  const name = useMyName();
  return (
    <label className="inline-flex items-center gap-2 text-sm text-ink-2">
      <span className="whitespace-nowrap">Sign as</span>
      <input
        value={name}
        onChange={(event) => write(event.target.value)}
        placeholder="someone"
        maxLength={100}
        autoComplete="nickname"
        dir="auto"
        className="h-7 w-28 rounded-md border border-hairline-strong bg-transparent px-2 text-sm text-ink placeholder:text-ink-3"
      />
    </label>
  );
}
