"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The reader's time zone; the server, which does not know it, writes UTC. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}
