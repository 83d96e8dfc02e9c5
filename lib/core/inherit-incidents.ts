import type { Incident } from "./detect/incident";
import type { SeriesPlace } from "./override";
import type { Split } from "./rollout";

/** An incident as the ledger remembers it: where it was, and what it showed in, when it was last seen. */
export interface LedgerEntry {
  /** Grows with each entry. */
  readonly id: number;
  readonly segment: string;
  readonly split: Split;
  /** First step that may be its onset; null: eval rollouts outside any step. */
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  readonly members: readonly SeriesPlace[];
}

/** Late rows may move an onset behind what was known of it. Another incident of a series is further away than this. */
const slackSteps = 2;

/** First and last step that an incident may have. */
export function spanOf(incident: Pick<Incident, "onset" | "onsetRange" | "lastStep">): {
  readonly firstStep: number | null;
  readonly lastStep: number | null;
} {
  const firstStep = incident.onsetRange?.[0] ?? incident.onset;
  return { firstStep, lastStep: incident.lastStep ?? incident.onset };
}

/** Steps between two spans; 0 where they overlap, as those without steps do. */
function gapBetween(entry: Pick<LedgerEntry, "firstStep" | "lastStep">, incident: Incident): number {
  const { firstStep, lastStep } = spanOf(incident);
  if (entry.firstStep === null || entry.lastStep === null || firstStep === null || lastStep === null) return 0;
  return Math.max(0, firstStep - entry.lastStep, entry.firstStep - lastStep);
}

function toKey({ series, environment }: SeriesPlace): string {
  return JSON.stringify([series, environment]);
}

interface Claim {
  readonly entry: LedgerEntry;
  readonly incident: Incident;
  readonly gap: number;
  readonly distance: number;
  /** Members of both, in the same environment. */
  readonly common: number;
}

function judgeClaim(entry: LedgerEntry, incident: Incident): Claim | null {
  const { segment, split, firstStep } = entry;
  if (segment !== incident.segment || split !== incident.split) return null;
  if ((firstStep === null) !== (incident.onset === null)) return null;
  const series = new Set(entry.members.map((member) => member.series));
  if (!incident.shifts.some((shift) => series.has(shift.series))) return null;
  const gap = gapBetween(entry, incident);
  if (gap > slackSteps) return null;
  const places = new Set(entry.members.map(toKey));
  const common = incident.shifts.filter((shift) => places.has(toKey(shift))).length;
  return { entry, incident, gap, common, distance: Math.abs((firstStep ?? 0) - (spanOf(incident).firstStep ?? 0)) };
}

/**
 * Which entry of the ledger each incident is: one of the same segment that it overlaps, with a common series. Each entry
 * is inherited once at most. Where several could be: the one that overlaps before one that is near, then the nearest
 * onset, the most common members, and the oldest entry; so the order in which they are given does not matter.
 *
 * @returns the entries that were inherited, by incident.
 */
export function inheritIncidents(
  entries: readonly LedgerEntry[],
  incidents: readonly Incident[],
): ReadonlyMap<Incident, LedgerEntry> {
  const claims = entries.flatMap((entry) => incidents.flatMap((incident) => judgeClaim(entry, incident) ?? []));
  claims.sort(
    (a, b) =>
      a.gap - b.gap ||
      a.distance - b.distance ||
      b.common - a.common ||
      a.entry.id - b.entry.id ||
      (toKey(a.incident) < toKey(b.incident) ? -1 : 1),
  );
  const inherited = new Map<Incident, LedgerEntry>();
  const taken = new Set<LedgerEntry>();
  for (const { entry, incident } of claims) {
    if (inherited.has(incident) || taken.has(entry)) continue;
    inherited.set(incident, entry);
    taken.add(entry);
  }
  return inherited;
}
