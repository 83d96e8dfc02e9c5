import { expect, test } from "vitest";
import { rolloutsHref } from "./rollout-view";
import { runHref, snapshotHref } from "./run-links";
import { isFollowing, parseRunView, type RunView, setFollowing, toRunParams, toStepRange, wholeRun } from "./run-view";

const read = (query: string) => parseRunView(new URLSearchParams(query));
const write = (view: RunView) =>
  Object.fromEntries(Object.entries(toRunParams(view)).filter(([, value]) => value !== null));

test("an address without parameters shows the whole run, and is written without any", () => {
  expect(read("")).toEqual(wholeRun);
  expect(write(wholeRun)).toEqual({});
});

test("what an address says is read, and written the same", () => {
  const view = read(
    "from=70&to=61&environment=web&split=eval&segment=resume-2&label.pool=b&label.host=gpu-17&scale=log&axis=time&smoothing=15&learning=1",
  );
  expect(view).toEqual({
    steps: { kind: "range", from: 61, to: 70 },
    environment: "web",
    split: "eval",
    segment: "resume-2",
    labels: [
      ["host", "gpu-17"],
      ["pool", "b"],
    ],
    scale: "log",
    axis: "time",
    smoothing: 15,
    learning: true,
  });
  expect(parseRunView(Object.entries(write(view)).map(([name, value]) => [name, String(value)]))).toEqual(view);
});

test.each([
  "from=1",
  "from=x&to=3",
  "newest=0",
  "scale=cubic",
  "axis=",
  "smoothing=7",
  "split=test",
  "from=-1&to=2",
  "label.=x",
  "label.a=",
])("%s makes no sense and is left out", (query) => {
  expect(read(query)).toEqual(wholeRun);
});

test("the newest steps are counted back from the last", () => {
  expect(toStepRange({ kind: "newest", count: 20 }, 74)).toEqual({ from: 55, to: null });
  expect(toStepRange({ kind: "newest", count: 20 }, 5)).toEqual({ from: 0, to: null });
  expect(toStepRange({ kind: "newest", count: 20 }, null)).toEqual({ from: null, to: null });
  expect(toStepRange({ kind: "range", from: 3, to: 5 }, 74)).toEqual({ from: 3, to: 5 });
});

test("to stop following fixes what is shown; to follow again shows as many of the newest", () => {
  const run = { firstStep: 1, lastStep: 74 };
  const fixed = setFollowing({ kind: "newest", count: 20 }, false, run);
  expect([fixed, isFollowing(fixed)]).toEqual([{ kind: "range", from: 55, to: 74 }, false]);
  expect(setFollowing(fixed, true, run)).toEqual({ kind: "newest", count: 20 });
  expect(setFollowing({ kind: "all" }, false, run)).toEqual({ kind: "range", from: 1, to: 74 });
  expect(setFollowing({ kind: "range", from: 1, to: 74 }, true, run)).toEqual({ kind: "all" });
});

test("names of any characters make addresses", () => {
  expect(runHref("a/b ?#ü🔥")).toBe("/runs/a%2Fb%20%3F%23%C3%BC%F0%9F%94%A5");
  expect(rolloutsHref("r\uD800", wholeRun, { kind: "x:\uD800" })).toBe("/runs/r%EF%BF%BD/rollouts?kind=x%3A%EF%BF%BD");
});

test("a mark's address has its steps, and the filters of its page", () => {
  const view = { ...wholeRun, environment: "web", labels: [["pool", "b"]] as const };
  expect(rolloutsHref("r", view, { steps: { from: 61, to: 61 }, kind: "session_lost" })).toBe(
    "/runs/r/rollouts?step=61&kind=session_lost&environment=web&label.pool=b",
  );
  expect(rolloutsHref("r", wholeRun, { steps: { from: 60, to: 69 }, outcome: "masked", suspected: true })).toBe(
    "/runs/r/rollouts?from=60&to=69&outcome=masked&suspected=true",
  );
  expect(snapshotHref("r", "events", view, { from: 5, to: null }, 500)).toBe(
    "/api/v1/runs/r/events?from=5&environment=web&split=train&label.pool=b&resolution=500",
  );
});
