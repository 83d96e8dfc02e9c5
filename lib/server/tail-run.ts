import type { Store } from "@/db/store";
import { formatRevision, parseRevision, type Revision, type RunChanges } from "@/lib/core/frame";
import type { RunDetail } from "@/lib/core/run";
import { bucketStepsByWidth, bucketWidth, type StepBucket } from "@/lib/core/series";
import type { RunFrame } from "@/lib/core/snapshot";
import type { StepFilter } from "@/lib/core/stored-rollout";
import { viewTrainer } from "@/lib/core/trainer-view";
import { toWireIncidents } from "@/lib/wire/incidents";
import { toWireRunDetail } from "@/lib/wire/run";
import { toWireFrame } from "@/lib/wire/snapshot";
import { toWireStep } from "@/lib/wire/step";
import type { LiveEvent } from "./event-stream";
import { SharedTurns } from "./shared-turns";

export interface TailRequest {
  readonly filter: StepFilter;
  /** Points of the buckets that are wanted; null: every changed step as it is. */
  readonly resolution: number | null;
  /** The revision that the reader has; null: from now on. */
  readonly since: string | null;
}

/** What a tail needs of its surroundings; a test gives its own. */
export interface TailSurroundings {
  readonly signal: AbortSignal;
  /** Resolves when there may be news, or after a while. */
  waitForNews(): Promise<void>;
  /** Resolves after a pause: changes that come thick and fast share a frame. */
  pause(): Promise<void>;
}

const unknownRevision: Revision = { epoch: 0, sequence: 0 };

const revisionOf = (revision: Revision) => formatRevision(revision);

/** The steps that changed, in buckets of the page's width: each changed bucket whole. */
async function readChangedBuckets(
  store: Store,
  filter: StepFilter,
  changes: RunChanges,
  { width, detail }: { readonly width: number; readonly detail: RunDetail | null },
) {
  const view = detail === null ? undefined : viewTrainer(detail.settings, detail.inference);
  const indexes = new Set<number>();
  for (const { step } of [...changes.steps, ...changes.removed])
    if (step !== null) indexes.add(Math.floor(step / width));
  const buckets: StepBucket[] = [];
  const removed: number[] = [];
  for (const index of [...indexes].sort((a, b) => a - b)) {
    const from = Math.max(index * width, filter.from ?? 0);
    const to = Math.min(index * width + width - 1, filter.to ?? Number.MAX_SAFE_INTEGER);
    const { steps } = await store.reader.listSteps({ ...filter, from, to });
    const [bucket] = bucketStepsByWidth(steps, width, view);
    if (bucket === undefined) removed.push(index * width);
    else buckets.push(bucket);
  }
  return { buckets, removed };
}

async function toBucketFrame(store: Store, filter: StepFilter, changes: RunChanges, width: number): Promise<RunFrame> {
  const { from: _from, to: _to, ...wholeFilter } = filter;
  const whole = await store.reader.readStepRange(wholeFilter);
  const newest =
    whole === null ? [] : (await store.reader.listSteps({ ...wholeFilter, from: whole.last, to: whole.last })).steps;
  const detail = await store.reader.readRun(filter.run);
  return {
    revision: revisionOf(changes.revision),
    width,
    ...(await readChangedBuckets(store, filter, changes, { width, detail })),
    newest: newest[newest.length - 1] ?? null,
    firstStep: whole?.first ?? null,
    lastStep: whole?.last ?? null,
    detail,
    recentPerMinute: await store.reader.readIngestRate(filter.run),
    incidents: changes.areIncidentsChanged ? await store.reader.listIncidents(filter.run) : null,
    verdict: await store.reader.readVerdict(filter.run),
  };
}

async function readWidth(store: Store, filter: StepFilter, resolution: number): Promise<number> {
  const range = await store.reader.readStepRange(filter);
  return range === null ? 1 : bucketWidth(range.first, range.last, resolution);
}

/**
 * Follows one run: after each change the changed steps or buckets, as whole states with the revision as the event's id.
 * `reset` says that the reader has to read everything again: another epoch, or another width of the buckets.
 */
export async function* tailRun(
  store: Store,
  request: TailRequest,
  surroundings: TailSurroundings,
): AsyncGenerator<LiveEvent> {
  const { filter, resolution } = request;
  const { signal } = surroundings;
  const now = await store.reader.readRevision();
  // A cursor that can't be read is one of an unknown epoch.
  let cursor = request.since === null ? now : (parseRevision(request.since) ?? unknownRevision);
  let width = resolution === null ? 1 : await readWidth(store, filter, resolution);
  yield { event: "hello", id: revisionOf(cursor), data: { run: filter.run, width } };
  while (!signal.aborted) {
    const turn = await shareTurn(store, { filter, resolution, cursor, width });
    ({ cursor, width } = turn);
    yield* turn.events;
    await surroundings.pause();
    await surroundings.waitForNews();
  }
}

/** Where a reader of a stream stands. */
interface Standing {
  readonly filter: StepFilter;
  readonly resolution: number | null;
  readonly cursor: Revision;
  readonly width: number;
}

/** What a reader is sent next, and where it stands then. */
interface Turn {
  readonly events: readonly LiveEvent[];
  readonly cursor: Revision;
  readonly width: number;
}

const turns = new SharedTurns<Turn>();

async function shareTurn(store: Store, standing: Standing): Promise<Turn> {
  // Asking for the range has what is dirty summarised first, so that the revision stands for what will be read.
  await store.reader.readStepRange(standing.filter);
  return turns.share(store, [standing, await store.reader.readRevision()], () => readTurn(store, standing));
}

async function readTurn(store: Store, standing: Standing): Promise<Turn> {
  const { filter, resolution, width } = standing;
  const changes = await store.reader.readChanges(filter, standing.cursor);
  const cursor = changes.revision;
  const reset = { event: "reset", id: revisionOf(cursor), data: { run: filter.run, deleted: changes.deleted } };
  if (!changes.known || changes.deleted) return { events: [reset], cursor, width };
  const hasSteps = changes.steps.length + changes.removed.length > 0 || changes.overview !== null;
  if (!hasSteps && !changes.isStandingChanged) return { events: [], cursor, width };
  if (resolution === null) return { events: await toEvents(store, standing, changes, hasSteps), cursor, width };
  const nowWidth = await readWidth(store, filter, resolution);
  if (nowWidth !== width) return { events: [reset], cursor, width: nowWidth };
  const frame = await toBucketFrame(store, filter, changes, width);
  return { events: [{ event: "buckets", id: frame.revision, data: toWireFrame(frame) }], cursor, width };
}

/** The incidents where they changed, and changed steps. */
async function toEvents(
  store: Store,
  { filter, cursor }: Standing,
  changes: RunChanges,
  hasSteps: boolean,
): Promise<LiveEvent[]> {
  const { areIncidentsChanged, revision } = changes;
  const steps = hasSteps ? [await toStepEvent(store, filter, changes)] : [];
  if (!areIncidentsChanged) return steps;
  return [await toIncidentsEvent(store, filter.run, hasSteps ? cursor : revision), ...steps];
}

/**
 * All incidents of a run, and what to do now.
 *
 * @param revision what a reconnect continues from: the one before, where more of the same change follows, so that a
 * reader that is cut off in between is sent all of it again.
 */
export async function toIncidentsEvent(store: Store, run: string, revision: Revision): Promise<LiveEvent> {
  const incidents = await store.reader.listIncidents(run);
  const verdict = await store.reader.readVerdict(run);
  const data = toWireIncidents({ run, revision: formatRevision(revision), incidents, verdict });
  return { event: "incidents", id: formatRevision(revision), data };
}

async function toStepEvent(store: Store, filter: StepFilter, changes: RunChanges): Promise<LiveEvent> {
  const detail = changes.overview === null ? null : await store.reader.readRun(filter.run);
  return {
    event: "steps",
    id: revisionOf(changes.revision),
    data: {
      run: filter.run,
      revision: revisionOf(changes.revision),
      steps: changes.steps.map(toWireStep),
      removed: changes.removed,
      overview: detail === null ? null : toWireRunDetail(detail),
    },
  };
}
