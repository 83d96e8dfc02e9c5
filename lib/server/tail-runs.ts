import type { Store } from "@/db/store";
import { formatRevision, parseRevision } from "@/lib/core/frame";
import { toWireRunListEntry, type WireRunList } from "@/lib/wire/run-list";
import type { LiveEvent } from "./event-stream";
import { type TailSurroundings, toIncidentsEvent } from "./tail-run";

/** Follows the list of runs, or some of them by name: the entries that changed, whole. */
export async function* tailRuns(
  store: Store,
  request: { readonly runs: readonly string[]; readonly since: string | null },
  surroundings: TailSurroundings,
): AsyncGenerator<LiveEvent> {
  const now = await store.reader.readRevision();
  let cursor = request.since === null ? now : (parseRevision(request.since) ?? { epoch: 0, sequence: 0 });
  const wanted = new Set(request.runs);
  yield { event: "hello", id: formatRevision(cursor), data: {} };
  if (cursor.epoch !== now.epoch || cursor.sequence > now.sequence) {
    cursor = now;
    yield { event: "reset", id: formatRevision(now), data: {} };
  }
  while (!surroundings.signal.aborted) {
    const { revision, runs: changed } = await store.reader.listChangedRuns(cursor);
    if (revision.epoch !== cursor.epoch) yield { event: "reset", id: formatRevision(revision), data: {} };
    else if (changed.length > 0) {
      const names = new Set(changed.filter((name) => wanted.size === 0 || wanted.has(name)));
      const entries = (await store.reader.listRuns()).filter((entry) => names.has(entry.run));
      const present = new Set(entries.map((entry) => entry.run));
      const data: WireRunList = {
        revision: formatRevision(revision),
        runs: entries.map(toWireRunListEntry),
        removed: [...names].filter((name) => !present.has(name)),
        next: null,
      };
      const ill = new Set(await store.reader.listRunsWithChangedIncidents(cursor));
      for (const run of present) if (ill.has(run)) yield await toIncidentsEvent(store, run, cursor);
      if (names.size > 0) yield { event: "runs", id: formatRevision(revision), data };
    }
    cursor = revision;
    await surroundings.pause();
    await surroundings.waitForNews();
  }
}
