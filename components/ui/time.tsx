"use client";

import { formatAgo, formatInstant, formatUtc } from "@/lib/view/format";
import { useNow } from "./clock";
import { readTimeZone } from "./time-zone";

interface TimeProps {
  readonly at: number;
  /** `ago`: how long since, ticking; `instant`: the reader's own clock; `minute`: the same without its seconds. */
  readonly as?: "ago" | "instant" | "minute";
  /** The server's clock when it rendered, so that its HTML reads right before any script runs. */
  readonly renderedAt?: number;
}

/** A time in the reader's zone with the exact UTC instant on hover. The server, which knows no reader, writes UTC. */
export function Time({ at, as = "instant", renderedAt }: TimeProps) {
  // Of a time that is written out, only the day of the present matters.
  const now = useNow(as === "ago" ? 1000 : 60_000);
  const exact = formatUtc(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {as === "ago" ? writeAgo(at, now ?? renderedAt ?? null) : writeInstant(at, now, as)}
    </time>
  );
}

function writeAgo(at: number, now: number | null): string {
  return now === null ? formatUtc(at).slice(0, 19) : formatAgo(now - at);
}

function writeInstant(at: number, now: number | null, as: "instant" | "minute"): string {
  if (now === null) return `${formatUtc(at).slice(0, as === "minute" ? 16 : 19)} UTC`;
  return formatInstant(at, now, readTimeZone(), as === "minute" ? "minute" : "second");
}
