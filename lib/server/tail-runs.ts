import type { Store } from "@/db/store";
import { formatRevision, parseRevision, type Revision } from "@/lib/core/frame";
import { toWireRunListEntry, type WireRunList } from "@/lib/wire/run-list";
import type { LiveEvent } from "./event-stream";
import { SharedTurns } from "./shared-turns";
import { type TailSurroundings, toIncidentsEvent } from "./tail-run";

/** Follows the list of runs, or some of them by name: the entries that changed, whole. */
export async function* tailRuns(
  store: Store,
  request: { readonly runs: readonly string[]; readonly since: string | null },
  surroundings: TailSurroundings,
): AsyncGenerator<LiveEvent> {
  const now = await store.reader.readRevision();
  let cursor = request.since === null ? now : (parseRevision(request.since) ?? { epoch: 0, sequence: 0 });
  yield { event: "hello", id: formatRevision(cursor), data: {} };
  if (cursor.epoch !== now.epoch || cursor.sequence > now.sequence) {
    cursor = now;
    yield { event: "reset", id: formatRevision(now), data: {} };
  }
  while (!surroundings.signal.aborted) {
    const { revision, runs: changed } = await store.reader.listChangedRuns(cursor);
    if (revision.epoch !== cursor.epoch) yield { event: "reset", id: formatRevision(revision), data: {} };
    else if (changed.length > 0) {
      const news = { wanted: request.runs, changed, since: cursor, revision };
      yield* await turns.share(store, [request.runs, cursor, revision], () => readTurn(store, news));
    }
    cursor = revision;
    await surroundings.pause();
    await surroundings.waitForNews();
  }
}

interface RunsNews {
  /** Names of runs; none: all. */
  readonly wanted: readonly string[];
  readonly changed: readonly string[];
  readonly since: Revision;
  readonly revision: Revision;
}

const turns = new SharedTurns<readonly LiveEvent[]>();

/** The incidents of wanted runs where they changed, and the runs' entries. */
async function readTurn(store: Store, { wanted, changed, since, revision }: RunsNews): Promise<readonly LiveEvent[]> {
  const names = new Set(changed.filter((name) => wanted.length === 0 || wanted.includes(name)));
  if (names.size === 0) return [];
  const entries = (await store.reader.listRuns()).filter((entry) => names.has(entry.run));
  const present = new Set(entries.map((entry) => entry.run));
  const ill = new Set(await store.reader.listRunsWithChangedIncidents(since));
  const events: LiveEvent[] = [];
  for (const run of present) if (ill.has(run)) events.push(await toIncidentsEvent(store, run, since));
  const data: WireRunList = {
    revision: formatRevision(revision),
    runs: entries.map(toWireRunListEntry),
    removed: [...names].filter((name) => !present.has(name)),
    next: null,
  };
  return [...events, { event: "runs", id: formatRevision(revision), data }];
}
