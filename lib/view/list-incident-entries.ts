import type { RunIncident } from "@/lib/core/run-incident";
import { type EntryFacts, type IncidentEntry, toIncidentEntry } from "./incident-entry";

interface Made<Value> {
  readonly about: EntryFacts;
  readonly value: Value;
}

const madeEntries = new WeakMap<RunIncident, Made<IncidentEntry>>();
const madeLists = new WeakMap<readonly RunIncident[], Made<readonly IncidentEntry[]>>();

/** What was made of the very same things is the same object again, so that a live page draws only what is new. */
function remember<Key extends object, Value>(
  known: WeakMap<Key, Made<Value>>,
  key: Key,
  about: EntryFacts,
  make: (key: Key) => Value,
): Value {
  const before = known.get(key);
  const isSame =
    before !== undefined &&
    before.about.inPercent === about.inPercent &&
    before.about.overrides === about.overrides &&
    before.about.runbooks === about.runbooks;
  if (isSame) return before.value;
  const value = make(key);
  known.set(key, { about, value });
  return value;
}

/** A run's incidents as the panel tells them, in their order; of the same incidents, the same entries. */
export function listIncidentEntries(incidents: readonly RunIncident[], about: EntryFacts): readonly IncidentEntry[] {
  return remember(madeLists, incidents, about, () =>
    incidents.map((incident) => remember(madeEntries, incident, about, () => toIncidentEntry(incident, about))),
  );
}
