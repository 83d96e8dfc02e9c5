import { parseRevision } from "@/lib/core/frame";
import type { RunDetail } from "@/lib/core/run";
import type { RunIncident } from "@/lib/core/run-incident";
import type { StepBucket } from "@/lib/core/series";
import type { RunFrame, RunSnapshot } from "@/lib/core/snapshot";
import { viewTrainer } from "@/lib/core/trainer-view";

/** How a page is connected to its run. `asleep`: the tab is hidden and costs nothing. */
export type Connection = "connecting" | "live" | "lost" | "asleep";

export interface RunState {
  readonly snapshot: RunSnapshot;
  readonly connection: Connection;
  /** When the connection was lost, to say so; null while it stands. */
  readonly lostAt: number | null;
  /** What is shown is not what was asked for, or a frame did not fit it: the whole snapshot is to be read again. */
  readonly stale: boolean;
  /** Frames that came while the snapshot was being read; they are applied after it. */
  readonly pending: readonly RunFrame[];
  readonly deleted: boolean;
  /** The server sends what this page cannot read: it was loaded before the server was renewed. */
  readonly outdated: boolean;
  /** What frames do not carry (superseded steps, eval block, overview) may lag behind them, for this reason. */
  readonly behind: Behind;
}

/** From nothing to what is worth reading at once. */
const behinds = ["nothing", "overview", "eval", "segments"] as const;
export type Behind = (typeof behinds)[number];

export type RunEvent =
  | { readonly type: "frames"; readonly frames: readonly RunFrame[] }
  | { readonly type: "snapshot"; readonly snapshot: RunSnapshot }
  /** A snapshot read only for what frames do not carry. */
  | { readonly type: "aside"; readonly snapshot: RunSnapshot }
  | { readonly type: "reset" }
  | { readonly type: "deleted" }
  | { readonly type: "outdated" }
  | { readonly type: "connection"; readonly connection: Connection; readonly now: number };

export function startRunState(snapshot: RunSnapshot): RunState {
  return {
    snapshot,
    connection: "connecting",
    lostAt: null,
    stale: false,
    pending: [],
    deleted: false,
    outdated: false,
    behind: "nothing",
  };
}

/** The next state of a page. Frames carry whole states, so one that comes twice, or late, changes nothing. */
export function reduceRun(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case "frames":
      return event.frames.reduce(applyFrame, state);
    case "snapshot":
      // An answer that was asked for earlier may arrive after newer frames.
      if (!state.stale && isOlder(event.snapshot.revision, state.snapshot.revision)) return state;
      return state.pending.reduce(applyFrame, {
        ...state,
        snapshot: event.snapshot,
        stale: false,
        pending: [],
        deleted: false,
        outdated: false,
        behind: "nothing",
      });
    case "aside":
      return applyAside(state, event.snapshot);
    case "reset":
      return { ...state, stale: true, pending: [] };
    case "deleted":
      return { ...state, deleted: true, stale: false, pending: [] };
    case "outdated":
      return { ...state, outdated: true };
    case "connection":
      return {
        ...state,
        connection: event.connection,
        // Only a connection that stands ends a loss: a tab that slept meanwhile says the same moment again.
        lostAt:
          event.connection === "live" ? null : event.connection === "lost" ? (state.lostAt ?? event.now) : state.lostAt,
      };
  }
}

/** A snapshot takes moments; should it take longer, the oldest frames are the ones it will hold anyway. */
const mostPending = 100;

function applyFrame(state: RunState, frame: RunFrame): RunState {
  const { snapshot } = state;
  if (state.stale) return { ...state, pending: [...state.pending, frame].slice(-mostPending) };
  if (isOlder(frame.revision, snapshot.revision)) return state;
  // Other buckets than those shown (the run outgrew their width) cannot be put among them.
  const changesSteps = frame.buckets.length > 0 || frame.removed.length > 0;
  if (changesSteps && frame.width !== snapshot.width && snapshot.buckets.length > 0) return { ...state, stale: true };
  const detail = frame.detail === null ? snapshot.detail : keepSame(snapshot.detail, frame.detail);
  // Buckets show what failures did to learning in one world; another one is another picture.
  if (!isSameView(detail, snapshot.detail)) return { ...state, stale: true };
  return {
    ...state,
    behind: worse(state.behind, judgeBehind(snapshot.detail, detail, changesSteps)),
    snapshot: {
      ...snapshot,
      revision: frame.revision,
      width: changesSteps ? frame.width : snapshot.width,
      buckets: changesSteps ? mergeBuckets(snapshot.buckets, frame.buckets, frame.removed) : snapshot.buckets,
      detail,
      newest: frame.newest ?? snapshot.newest,
      firstStep: frame.firstStep ?? snapshot.firstStep,
      lastStep: frame.lastStep ?? snapshot.lastStep,
      recentPerMinute: frame.recentPerMinute,
      incidents: frame.incidents === null ? snapshot.incidents : keepEach(snapshot.incidents, frame.incidents),
      verdict: keep(snapshot.verdict, frame.verdict),
    },
  };
}

function isSameView(a: RunDetail, b: RunDetail): boolean {
  const [one, other] = [viewTrainer(a.settings, a.inference), viewTrainer(b.settings, b.inference)];
  return one.world === other.world && one.baseline === other.baseline && one.normalised === other.normalised;
}

/** What of the snapshot a frame leaves as it was, although it may have changed with it. */
function judgeBehind(before: RunDetail, after: RunDetail, changesSteps: boolean): Behind {
  if (before.segments !== after.segments) return "segments";
  // A frame without steps came because of something else: eval rollouts, or steps outside the range.
  return !changesSteps || countEval(before) !== countEval(after) ? "eval" : "overview";
}

/** Coverage is of train steps alone. */
function countEval({ rollouts, coverage }: RunDetail): number {
  return rollouts - coverage.received;
}

function worse(a: Behind, b: Behind): Behind {
  return behinds.indexOf(a) > behinds.indexOf(b) ? a : b;
}

/** Takes only what frames do not carry, so that nothing moves that they brought in the meantime. */
function applyAside(state: RunState, read: RunSnapshot): RunState {
  const { snapshot } = state;
  if (state.stale) return state;
  if (read.width !== snapshot.width) return { ...state, stale: true };
  return {
    ...state,
    // Frames that came while it was read may have left it behind again; then it is soon read once more.
    behind: isOlder(read.revision, snapshot.revision) && state.behind !== "nothing" ? "eval" : "nothing",
    snapshot: {
      ...snapshot,
      superseded: keep(snapshot.superseded, read.superseded),
      overview: keep(snapshot.overview, read.overview),
      evalBlock: keep(snapshot.evalBlock, read.evalBlock),
    },
  };
}

/** The older of two values that say the same: what hangs on it is not drawn again. */
function keep<Value>(old: Value, now: Value): Value {
  return old === now || JSON.stringify(old) === JSON.stringify(now) ? old : now;
}

/** A newer list of incidents, with those that say the same kept as they are. */
function keepEach(before: readonly RunIncident[], after: readonly RunIncident[]): readonly RunIncident[] {
  const known = new Map(before.map((incident) => [incident.id, incident]));
  const kept = after.map((incident) => keep(known.get(incident.id) ?? incident, incident));
  return kept.length === before.length && kept.every((incident, index) => incident === before[index]) ? before : kept;
}

/** The newer detail, with those of its lists that say the same kept as they are. */
function keepSame(before: RunDetail, after: RunDetail): RunDetail {
  return {
    ...after,
    settings: keep(before.settings, after.settings),
    segments: keep(before.segments, after.segments),
    annotations: keep(before.annotations, after.annotations),
    overrides: keep(before.overrides, after.overrides),
    comparisons: keep(before.comparisons, after.comparisons),
    environments: keep(before.environments, after.environments),
    labels: keep(before.labels, after.labels),
    splits: keep(before.splits, after.splits),
  };
}

/** Another epoch (a restored database) cannot be compared, and is taken as newer. */
function isOlder(revision: string, than: string): boolean {
  const [a, b] = [parseRevision(revision), parseRevision(than)];
  return a !== null && b !== null && a.epoch === b.epoch && a.sequence < b.sequence;
}

/** Buckets with some replaced, added and removed, in order of steps; the ones untouched stay the same objects. */
export function mergeBuckets(
  shown: readonly StepBucket[],
  changed: readonly StepBucket[],
  removed: readonly number[],
): readonly StepBucket[] {
  const merged = new Map(shown.map((bucket) => [bucket.from, bucket]));
  for (const from of removed) merged.delete(from);
  for (const bucket of changed) merged.set(bucket.from, bucket);
  return [...merged.values()].sort((a, b) => a.from - b.from);
}

/** The part of a snapshot that a view of the newest steps shows; a growing run leaves its oldest ones behind. */
export function trimToNewest(buckets: readonly StepBucket[], from: number | null): readonly StepBucket[] {
  if (from === null || (buckets[0]?.from ?? from) >= from) return buckets;
  return buckets.filter((bucket) => bucket.to >= from);
}
