import { expect, test } from "vitest";
import { defaultRunSettings, type RunDetail } from "@/lib/core/run";
import { emptyStanding, emptyVerdict, type RunIncident } from "@/lib/core/run-incident";
import type { RunFrame, RunSnapshot } from "@/lib/core/snapshot";
import { mergeBuckets, reduceRun, startRunState, trimToNewest } from "./run-state";
import { sampleDetection } from "./sample-incidents";
import { binaryRewards, type SampleStep, sampleBuckets, sampleEpoch } from "./sample-steps";
import { sumBuckets } from "./totals";

function detail(rollouts: number): RunDetail {
  return {
    run: "demo",
    settings: defaultRunSettings,
    state: "live",
    lastStep: null,
    rollouts,
    createdAt: sampleEpoch,
    lastSeenAt: null,
    archivedAt: null,
    version: 0,
    inference: { state: "not_told" },
    coverage: sumBuckets([]).coverage,
    segments: [],
    annotations: [],
    overrides: [],
    ...emptyStanding,
    comparisons: [],
    environments: [],
    labels: {},
    splits: [],
  };
}

const step = (number: number, solved: number): SampleStep => ({ step: number, rewards: [solved, 0] });

function snapshot(revision: string, samples: readonly SampleStep[]): RunSnapshot {
  const buckets = sampleBuckets(samples);
  return {
    detail: detail(2 * samples.length),
    revision,
    width: 1,
    buckets,
    superseded: [],
    overview: buckets,
    newest: null,
    firstStep: buckets[0]?.from ?? null,
    lastStep: buckets[buckets.length - 1]?.to ?? null,
    evalBlock: null,
    recentPerMinute: 0,
    incidents: [],
    verdict: emptyVerdict,
  };
}

function frame(revision: string, samples: readonly SampleStep[], removed: readonly number[] = [], width = 1): RunFrame {
  return {
    revision,
    width,
    buckets: sampleBuckets(samples),
    removed,
    newest: null,
    firstStep: null,
    lastStep: null,
    detail: null,
    recentPerMinute: 7,
    incidents: null,
    verdict: emptyVerdict,
  };
}

const start = () => startRunState(snapshot("1.10", [step(1, 1), step(2, 1)]));
const means = (buckets: RunSnapshot["buckets"]) => buckets.map(({ from, evidence }) => [from, evidence.mean]);

test("a frame replaces and adds steps, and one that comes twice changes nothing", () => {
  const frames = [frame("1.11", [step(2, 0), step(3, 1)])];
  const once = reduceRun(start(), { type: "frames", frames });
  const twice = reduceRun(once, { type: "frames", frames });
  expect(means(once.snapshot.buckets)).toEqual([
    [1, 0.5],
    [2, 0],
    [3, 0.5],
  ]);
  expect(twice).toEqual(once);
});

test("a frame older than what is shown is left alone", () => {
  const state = reduceRun(start(), { type: "frames", frames: [frame("1.9", [step(1, 0)])] });
  expect(means(state.snapshot.buckets)[0]).toEqual([1, 0.5]);
});

test("steps that a frame does not name stay the same objects, so that their rows are not drawn again", () => {
  const before = start();
  const after = reduceRun(before, { type: "frames", frames: [frame("1.11", [step(2, 0)])] });
  expect(after.snapshot.buckets[0]).toBe(before.snapshot.buckets[0]);
});

test("removed steps go, and a frame without steps keeps the list itself", () => {
  const before = start();
  const gone = reduceRun(before, { type: "frames", frames: [frame("1.11", [], [1])] });
  expect(gone.snapshot.buckets.map((bucket) => bucket.from)).toEqual([2]);
  const same = reduceRun(before, { type: "frames", frames: [frame("1.11", [])] });
  expect(same.snapshot.buckets).toBe(before.snapshot.buckets);
  expect(same.snapshot.recentPerMinute).toBe(7);
});

test("a frame with other buckets asks for the whole snapshot, and what comes meanwhile is applied after it", () => {
  const outgrown = reduceRun(start(), { type: "frames", frames: [frame("1.11", [step(3, 1)], [], 2)] });
  expect(outgrown.stale).toBe(true);
  const waiting = reduceRun(outgrown, {
    type: "frames",
    frames: [frame("1.13", [step(3, 1)]), frame("1.11", [step(1, 0)])],
  });
  const caughtUp = reduceRun(waiting, { type: "snapshot", snapshot: snapshot("1.12", [step(1, 1), step(2, 0)]) });
  expect([caughtUp.stale, caughtUp.pending, caughtUp.snapshot.revision]).toEqual([false, [], "1.13"]);
  expect(means(caughtUp.snapshot.buckets)).toEqual([
    [1, 0.5],
    [2, 0],
    [3, 0.5],
  ]);
});

test("a snapshot that is older than the frames shown is not taken, unless it was asked for", () => {
  const ahead = reduceRun(start(), { type: "frames", frames: [frame("1.12", [step(3, 1)])] });
  const old = snapshot("1.11", [step(1, 1)]);
  expect(reduceRun(ahead, { type: "snapshot", snapshot: old })).toBe(ahead);
  const asked = reduceRun(reduceRun(ahead, { type: "reset" }), { type: "snapshot", snapshot: old });
  expect(asked.snapshot).toBe(old);
});

test("another epoch is newer, whatever its number", () => {
  const state = reduceRun(start(), { type: "frames", frames: [frame("2.1", [step(1, 0)])] });
  expect([state.snapshot.revision, means(state.snapshot.buckets)[0]]).toEqual(["2.1", [1, 0]]);
});

test("a lost connection keeps the time it was lost at until it stands again", () => {
  const lost = reduceRun(start(), { type: "connection", connection: "lost", now: 5 });
  const still = reduceRun(lost, { type: "connection", connection: "lost", now: 9 });
  expect([lost.lostAt, still.lostAt]).toEqual([5, 5]);
  const slept = reduceRun(lost, { type: "connection", connection: "asleep", now: 60 });
  expect(reduceRun(slept, { type: "connection", connection: "lost", now: 99 }).lostAt).toBe(5);
  expect(reduceRun(still, { type: "connection", connection: "live", now: 12 }).lostAt).toBeNull();
});

const segment = (name: string, supersededFrom: number | null) => ({
  segment: name,
  startedAt: null,
  fromStep: null,
  firstStep: 1,
  supersededFrom,
  firstHeardAt: sampleEpoch,
});

function behindAfter(change: Partial<RunDetail>, samples: readonly SampleStep[] = [step(3, 1)]) {
  const told = { ...frame("1.11", samples), detail: { ...start().snapshot.detail, ...change } };
  return reduceRun(start(), { type: "frames", frames: [told] });
}

test("a frame tells how far it leaves behind what it does not carry", () => {
  expect(start().behind).toBe("nothing");
  expect(behindAfter({}).behind).toBe("overview");
  // 5 rollouts, of which coverage of train counts none: one more of eval than the 4 before.
  expect(behindAfter({ rollouts: 5 }).behind).toBe("eval");
  expect(behindAfter({}, []).behind).toBe("eval");
  const resumed = behindAfter({ segments: [segment("first", 2), segment("second", null)] });
  expect(resumed.behind).toBe("segments");
  expect(reduceRun(resumed, { type: "frames", frames: [frame("1.12", [step(4, 1)])] }).behind).toBe("segments");
});

test("what is read aside takes only what frames do not carry", () => {
  const before = behindAfter({ segments: [segment("first", 2), segment("second", null)] });
  const aside = { ...snapshot("1.12", [step(1, 0)]), superseded: sampleBuckets([step(2, 0)]) };
  const after = reduceRun(before, { type: "aside", snapshot: aside });
  expect(means(after.snapshot.superseded)).toEqual([[2, 0]]);
  expect(means(after.snapshot.overview)).toEqual([[1, 0]]);
  expect([after.behind, after.snapshot.revision]).toEqual(["nothing", "1.11"]);
  expect(after.snapshot.buckets).toBe(before.snapshot.buckets);
  const again = reduceRun(after, { type: "aside", snapshot: { ...aside, superseded: sampleBuckets([step(2, 0)]) } });
  expect(again.snapshot.superseded).toBe(after.snapshot.superseded);
});

test("what was read aside before the newest frame is soon read again, and other buckets ask for all", () => {
  const ahead = behindAfter({ segments: [segment("first", 2), segment("second", null)] });
  expect(reduceRun(ahead, { type: "aside", snapshot: snapshot("1.10", [step(1, 1)]) }).behind).toBe("eval");
  const wider = { ...snapshot("1.12", [step(1, 1)]), width: 2 };
  expect(reduceRun(ahead, { type: "aside", snapshot: wider }).stale).toBe(true);
});

test("a page that cannot read its server says so until it can", () => {
  const old = reduceRun(start(), { type: "outdated" });
  expect(reduceRun(old, { type: "connection", connection: "live", now: 1 }).outdated).toBe(true);
  expect(reduceRun(old, { type: "snapshot", snapshot: snapshot("1.11", []) }).outdated).toBe(false);
});

test("merged steps are in order", () => {
  const merged = mergeBuckets(sampleBuckets([step(5, 1)]), sampleBuckets([step(2, 1), step(9, 1)]), []);
  expect(merged.map((bucket) => bucket.from)).toEqual([2, 5, 9]);
});

test("a view of the newest steps leaves the oldest behind", () => {
  const buckets = sampleBuckets([step(1, 1), step(2, 1), step(3, 1)]);
  expect(trimToNewest(buckets, 2).map((bucket) => bucket.from)).toEqual([2, 3]);
  expect(trimToNewest(buckets, null)).toBe(buckets);
});

test("incidents that come again and say the same stay the objects they were, and so does their list", () => {
  const [incident] = sampleDetection([
    ...Array.from({ length: 20 }, (_, index) => ({ step: index + 1, rewards: binaryRewards(10, 54) })),
    ...Array.from({ length: 10 }, (_, index) => ({ step: index + 21, masked: { lost: 60 }, rewards: [0, 0, 0, 1] })),
  ]).incidents;
  if (incident === undefined) throw new Error("no incident");
  const other: RunIncident = { ...incident, id: "other" };
  const shown = [incident, other];
  const before = startRunState({ ...snapshot("1.5", [step(1, 1)]), incidents: shown });
  const send = (revision: string, incidents: readonly RunIncident[]) =>
    reduceRun(before, { type: "frames", frames: [{ ...frame(revision, []), incidents: structuredClone(incidents) }] })
      .snapshot.incidents;

  expect(send("1.6", shown)).toBe(shown);
  const changed = send("1.7", [{ ...incident, severity: "minor" }, other]);
  expect(changed[0]?.severity).toBe("minor");
  expect(changed[1]).toBe(other);
  expect(send("1.8", [other])).toEqual([other]);
});
