"use client";

import { useSyncExternalStore } from "react";

let known: string | null = null;

/** The reader's time zone as the page was loaded in it: asking the browser takes longer than writing a time. */
export function readTimeZone(): string {
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}

const never = () => () => undefined;

/** The reader's time zone; the server, which does not know it, writes UTC. */
export function useTimeZone(): string {
  return useSyncExternalStore(never, readTimeZone, () => "UTC");
}
