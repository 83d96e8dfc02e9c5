"use client";

import { formatAgo, formatInstant, formatUtc } from "@/lib/view/format";
import { useNow } from "./clock";

interface TimeProps {
  readonly at: number;
  /** `ago`: how long since, ticking; `instant`: the reader's own clock; `minute`: the same without its seconds. */
  readonly as?: "ago" | "instant" | "minute";
  /** The server's clock when it rendered, so that its HTML reads right before any script runs. */
  readonly renderedAt?: number;
}

/** A time in the reader's zone with the exact UTC instant on hover. The server, which knows no reader, writes UTC. */
export function Time({ at, as = "instant", renderedAt }: TimeProps) {
  const now = useNow();
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
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return formatInstant(at, now, zone, as === "minute" ? "minute" : "second");
}
