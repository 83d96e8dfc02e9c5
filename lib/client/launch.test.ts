import { expect, it } from "vitest";
import { findLaunch, findSpoolFolder, isWorker, type RunEnvironment } from "./launch";

it("makes a launch once, and leaves its name for child processes", () => {
  const env: RunEnvironment = {};
  const first = findLaunch(undefined, env, false);
  expect(first.segment).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ-[0-9a-f]{4}$/);
  expect(env).toEqual({ FALSEZERO_SEGMENT: first.segment });
  expect(findLaunch(undefined, env, false)).toEqual(first);
  expect(findLaunch(undefined, env, true)).toEqual({ segment: first.segment, startedAt: null });
});

it.each([
  ["told", "a", { FALSEZERO_SEGMENT: "b" }, "a"],
  ["inherited", undefined, { FALSEZERO_SEGMENT: "b" }, "b"],
])("takes a launch that is %s, and tells since when it leads it", (_how, told, env, segment) => {
  const before = Date.now();
  const first = findLaunch(told, env, false);
  expect(first.segment).toBe(segment);
  expect(first.startedAt).toBeGreaterThanOrEqual(before - 60_000);
  expect(findLaunch(told, env, false)).toEqual(first);
});

it("makes none without an environment to leave it in", () => {
  expect(findLaunch(undefined, undefined, false)).toEqual({ segment: null, startedAt: null });
});

it("makes none in a worker", () => {
  const env = { RANK: "3" };
  expect(isWorker(env)).toBe(true);
  expect(isWorker({ RANK: "0", LOCAL_RANK: "3" })).toBe(false);
  expect(isWorker({ NODE_UNIQUE_ID: "1" })).toBe(true);
  expect(findLaunch(undefined, env, true)).toEqual({ segment: null, startedAt: null });
});

it("keeps servers apart in the spool", () => {
  const first = findSpoolFolder("/spool", undefined, "http://a");
  expect(first).toMatch(/^\/spool\/[0-9a-f]{12}\/node$/);
  expect(findSpoolFolder(undefined, { FALSEZERO_SPOOL: "/spool" }, "http://a")).toBe(first);
  expect(findSpoolFolder("/spool", undefined, "http://b")).not.toBe(first);
  expect(findSpoolFolder(undefined, { XDG_CACHE_HOME: "/c" }, "u")).toMatch(/^\/c\/falsezero\/spool\//);
});
