import { expect, test } from "vitest";
import { speakReadout, toReadout } from "./readout";
import { type SampleStep, sampleBuckets } from "./sample-steps";

function read(samples: readonly SampleStep[], resolution = 500) {
  const [bucket] = sampleBuckets(samples, resolution);
  if (bucket === undefined) throw new Error("no bucket");
  return { readout: toReadout(bucket, true), bucket };
}

const rows = (sample: SampleStep) => read([sample]).readout.rows.map((row) => `${row.name}: ${row.value}`);

test("every number under the crosshair has its denominator", () => {
  const sample = {
    step: 38,
    expected: 16,
    rewards: [1, 0, 0, 0, 0, 0, 0, 0],
    masked: { session_lost: 4 },
    failed: { agent_timeout: 1 },
  };
  expect(rows(sample)).toEqual([
    "evidence: 12.5% (2.2–47) · n 8",
    "as scored: 8.3% · n 12",
    "session_lost: 4 of 13 · 31%",
    "agent_timeout: 1 of 13 · 7.7%",
    "masked: 4 of 12 · 33%",
    "no result: 1 of 16 · 6.3%",
    "missing: 3 of 16",
  ]);
});

test("a step without evidence says none, and one still filling what is to come", () => {
  expect(rows({ step: 1, expected: 9, masked: { session_lost: 3 }, complete: false })).toEqual([
    "evidence: none",
    "as scored: 0% · n 3",
    "session_lost: 3 of 3 · 100%",
    "masked: 3 of 3 · 100%",
    "to come: 6 of 9",
  ]);
});

test("a bucket of several steps is named by both ends, and tells the worst step in it", () => {
  const { readout } = read(
    [
      { step: 0, rewards: [1, 1, 0, 0] },
      { step: 1, masked: { session_lost: 4 } },
    ],
    1,
  );
  expect([readout.title, readout.rows[2]?.value]).toEqual(["Steps 0–1", "4 of 8 · 50% · up to 100% in a step"]);
});

test("a readout is spoken as a sentence", () => {
  const { readout, bucket } = read([{ step: 3, rewards: [1, 0] }]);
  expect(speakReadout(toReadout(bucket, true, ["sandbox restarted"]), bucket)).toMatch(/ Note: sandbox restarted$/);
  expect(speakReadout(readout, bucket)).toBe(
    "Step 3, 2 rollouts. evidence 50% (9.5–91) · n 2, thin; as scored 50% · n 2; masked 0 of 2.",
  );
});

test("a smoothed line is told below the raw number, and not where it has none", () => {
  const { bucket } = read([{ step: 38, rewards: [1, 0, 0, 0, 0, 0, 0, 0], masked: { session_lost: 4 } }]);
  const at = (value: number | null) => [{ value, begins: false }];
  const lines = {
    evidence: at(0.15),
    as_scored: at(0.1),
    trained: at(null),
    masked: at(0.25),
    touched: [],
    no_signal: [],
    shift: [],
  };
  const told = toReadout(bucket, true, [], { lines, index: 0 }).rows.map((row) => `${row.name}: ${row.value}`);
  expect(told).toEqual([
    "evidence: 12.5% (2.2–47) · n 8",
    "smoothed: 15%",
    "as scored: 8.3% · n 12",
    "smoothed: 10%",
    "session_lost: 4 of 12 · 33%",
    "masked: 4 of 12 · 33%",
    "smoothed: 25%",
  ]);
});
