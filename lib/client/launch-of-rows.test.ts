import { expect, it } from "vitest";
import { AwayError, type Batch } from "./courier";
import { findLaunchAt, LaunchOfRows } from "./launch-of-rows";

const segments = [
  { name: "first", begunAt: 20_000 },
  { name: "try 1", begunAt: 4_000 },
  { name: "try 2", begunAt: 10_000 },
];

it.each([
  [1_000, "first"],
  [4_000, "try 1"],
  [9_999, "try 1"],
  [10_000, "try 2"],
  [99_000, "try 2"],
])("a row that was logged at %i belongs to %s", (at, name) => {
  expect(findLaunchAt(segments, at)).toBe(name);
});

it("names none where the server knows none", () => {
  expect(findLaunchAt([], 1)).toBeNull();
});

const wire = {
  segments: [
    { segment: "try 1", started_at: "1970-01-01T00:00:04.000Z", first_heard_at: "1970-01-01T00:00:30.000Z" },
    { segment: "try 2", started_at: null, first_heard_at: "1970-01-01T00:00:10.000Z" },
  ],
};

function makeBatch(loggedAt: readonly number[], path = "/api/v1/runs/my%20run/rollouts?format=native"): Batch {
  return { method: "POST", path, bodies: loggedAt.map((at) => `{"id":${at}}`), isRows: true, loggedAt };
}

it("gives rows that had to wait the launch that they were logged in, and asks for it once", async () => {
  const asked: string[] = [];
  const launches = new LaunchOfRows(async (path) => {
    asked.push(path);
    return wire;
  });
  const named = await launches.name(makeBatch([5_000, 9_000, 12_000]), 60_000);
  expect(named.map(({ path, bodies, loggedAt }) => [path.split("?")[1], bodies, loggedAt])).toEqual([
    ["format=native&segment=try%201", ['{"id":5000}', '{"id":9000}'], []],
    ["format=native&segment=try%202", ['{"id":12000}'], []],
  ]);
  await launches.name(makeBatch([50_000]), 61_000);
  expect(asked).toEqual(["/api/v1/runs/my%20run"]);
  // A launch may have begun between what was asked and this row.
  await launches.name(makeBatch([60_500], "/api/v1/runs/my%20run/steps/3"), 70_000);
  expect(asked).toHaveLength(2);
});

it("leaves rows as they are that were just logged, that name their launch, or of a run that nobody knows", async () => {
  const launches = new LaunchOfRows(async () => null);
  expect(launches.isNeeded(makeBatch([58_000]), 60_000)).toBe(false);
  expect(launches.isNeeded(makeBatch([57_999]), 60_000)).toBe(true);
  expect(launches.isNeeded({ ...makeBatch([]), bodies: ["{}"] }, 60_000)).toBe(false);
  const [named] = await launches.name(makeBatch([1]), 60_000);
  expect(named?.path).toBe("/api/v1/runs/my%20run/rollouts?format=native");
});

it("remembers nothing of a server that was away: the rows still find their launch when it is back", async () => {
  const answers = [Promise.reject(new AwayError("HTTP 500")), Promise.resolve(wire)];
  const launches = new LaunchOfRows(() => answers.shift() ?? Promise.reject(new Error("asked again")));
  const batch = makeBatch([5_000]);
  await expect(launches.name(batch, 60_000)).rejects.toThrow("HTTP 500");
  expect(batch.loggedAt).toEqual([5_000]);
  const [named] = await launches.name(batch, 61_000);
  expect(named?.path).toContain("segment=try%201");
});
