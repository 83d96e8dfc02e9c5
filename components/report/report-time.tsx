"use client";

import { useTimeZone } from "@/components/ui/time-zone";
import { formatInstant, formatUtc } from "@/lib/view/format";

/** A time in the reader's zone, always with its day: a report is read, and printed, on another one. */
export function ReportTime({ at }: { readonly at: number }) {
  const zone = useTimeZone();
  // No day is that of 1970: the date is never left out.
  const shown = formatInstant(at, 0, zone, "minute");
  return (
    <time dateTime={new Date(at).toISOString()} title={formatUtc(at)} className="whitespace-nowrap">
      {zone === "UTC" ? `${shown} UTC` : shown}
    </time>
  );
}
