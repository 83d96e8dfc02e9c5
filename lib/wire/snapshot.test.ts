import { expect, test } from "vitest";
import { emptyVerdict, type RunIncident } from "@/lib/core/run-incident";
import { startReadingFrames, toWireFrame, type WireFrame } from "./snapshot";

function makeIncident(id: string, lastStep: number): RunIncident {
  return {
    ...{ id, openedAt: 0, isExpected: false, series: "lost", environment: null, split: "train", segment: "main" },
    ...{ detector: "rate", onset: 61, onsetRange: [60, 62], onsetAt: null, policySteps: null, opened: 61, lastStep },
    ...{ end: null, state: "open", severity: "critical", share: 0.9, steps: lastStep - 60, completeSteps: 1 },
    before: null,
    during: { x: 58, n: 64, rate: 0.90625 },
    excess: 57,
    evidenceLeft: { rollouts: 6, groups: 4 },
    reward: {
      cause: null,
      evidence: { before: { n: 0, mean: null, se: null }, during: { n: 0, mean: null, se: null } },
      asScored: { before: { n: 64, mean: 0.15 }, during: { n: 64, mean: 0 } },
      noSignal: { count: 1, n: 8 },
      survivorsOnly: false,
      attribution: null,
    },
    groups: { n: 8, touched: 8, noSignal: 1, advantageShift: null },
    precursors: [],
    also: [],
    shifts: [],
  };
}

function makeFrame(incidents: readonly RunIncident[] | null): WireFrame {
  return toWireFrame({
    revision: "1.8",
    width: 1,
    buckets: [],
    removed: [],
    newest: null,
    firstStep: 1,
    lastStep: 61,
    detail: null,
    recentPerMinute: 0,
    incidents,
    verdict: emptyVerdict,
  });
}

/** The same as it comes over the wire. */
function send(incidents: readonly RunIncident[] | null): unknown {
  return JSON.parse(JSON.stringify(makeFrame(incidents)));
}

test("an incident that came word for word in the frame before is the same object, a changed one is read anew", () => {
  const readFrame = startReadingFrames();
  const first = readFrame(send([makeIncident("b", 61), makeIncident("a", 61)]));
  expect(first.incidents?.map(({ id, lastStep }) => [id, lastStep])).toEqual([
    ["b", 61],
    ["a", 61],
  ]);
  const next = readFrame(send([makeIncident("b", 62), makeIncident("a", 61)]));
  expect(next.incidents?.[1]).toBe(first.incidents?.[1]);
  expect(next.incidents?.[0]).toEqual(makeIncident("b", 62));
  expect(readFrame(send(null)).incidents).toBeNull();
});

test("incidents of another form make a frame unreadable", () => {
  const frame = makeFrame([makeIncident("a", 61)]);
  const incidents = frame.incidents?.map((incident) => ({ ...incident, state: "asleep" }));
  expect(() => startReadingFrames()({ ...frame, incidents })).toThrow(/state/);
});
