import { wordsOfSeries } from "@/lib/core/detect/incident-words";
import type { RunOverride } from "@/lib/core/override";
import { formatCount } from "./format";

/** The first series of an override, and how many more there are. */
function nameSeries({ series }: RunOverride): string {
  const [first, ...others] = series;
  if (first === undefined) return "";
  const place = first.environment === null ? "" : ` in ${first.environment}`;
  const more = others.length === 0 ? "" : ` and ${formatCount(others.length)} more series`;
  return `${wordsOfSeries(first.series).name}${place}${more}`;
}

/** What a person did, in words: `Accepted as the new normal from step 61: session_lost`. */
export function describeOverride(override: RunOverride): string {
  const from = override.step === null ? "" : ` from step ${formatCount(override.step)}`;
  const named = nameSeries(override);
  const of = named === "" ? "" : `: ${named}`;
  switch (override.kind) {
    case "accept":
      return `Accepted as the new normal${from}${of}`;
    case "expect":
      return `Marked as expected${from}${of}`;
    case "sensitivity":
      return `Sensitivity set to ${override.value ?? "normal"}`;
    case "runbook":
      return `Runbooks set${override.value === null ? "" : `: ${override.value}`}`;
  }
}
