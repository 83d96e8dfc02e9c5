import { describe, expect, test } from "vitest";
import {
  parseIngestQuery,
  parseNoQuery,
  parsePlaceQuery,
  parseRolloutsQuery,
  parseRunEventsQuery,
  parseRunsEventsQuery,
  parseRunsQuery,
  parseSnapshotQuery,
  parseStepsQuery,
} from "./query";
import { formatRunCursor } from "./run-cursor";

const query = (text: string) => new URLSearchParams(text);

test("nothing asked is everything of train", () => {
  const filter = { split: "train", labels: [] };
  expect(parseStepsQuery(query(""))).toEqual({ filter, resolution: null });
  expect(parseSnapshotQuery(query(""))).toEqual({ ...filter, resolution: 500 });
  expect(parseRunEventsQuery(query(""))).toEqual({ filter, resolution: null, since: null });
  const rest = { sort: "newest", limit: 50, query: undefined };
  expect(parseRolloutsQuery(query(""))).toEqual({ ...filter, ...rest });
  expect(parseRunsQuery(query(""))).toEqual({ where: [], limit: 500, after: null });
  expect(parseRunsEventsQuery(query(""))).toEqual({ runs: [], since: null });
  expect(parsePlaceQuery(query(""))).toEqual({ split: "train", segment: null, environment: null });
  expect(parseIngestQuery(query(""))).toEqual({
    format: "auto",
    defaults: { step: null, split: null, segment: null, environment: null },
  });
  expect(parseNoQuery(query(""))).toBeNull();
});

test("filters are read, and labels as often as they come", () => {
  const text =
    "from=3&to=9&environment=code&split=eval&segment=s&resolution=100&since=1.5&label.pool=b&label.host=gpu%201&label.=x&label.empty=";
  expect(parseRunEventsQuery(query(text))).toEqual({
    filter: {
      from: 3,
      to: 9,
      environment: "code",
      split: "eval",
      segment: "s",
      labels: [
        ["pool", "b"],
        ["host", "gpu 1"],
        ["", "x"],
      ],
    },
    resolution: 100,
    since: "1.5",
  });
});

test("one step is a range of one", () => {
  expect(parseRolloutsQuery(query("step=61&suspected=true&q=lost&kind=%28masked%2C%20no%20kind%29"))).toMatchObject({
    from: 61,
    to: 61,
    suspected: true,
    query: "lost",
    kind: "(masked, no kind)",
  });
});

test("empty values are not asked for", () => {
  expect(parseStepsQuery(query("from=&environment=&split="))).toMatchObject({ filter: { split: "train" } });
});

describe("what can't be read is refused by name", () => {
  test.each([
    ["from=1.5", "from"],
    ["from=soon", "from"],
    ["to=-1", "to"],
    ["to=1000000001", "to"],
    ["split=test", "split"],
    ["resolution=0", "resolution"],
    ["colour=red", "colour"],
    ["colour=", "colour"],
    ["since=1.1", "since"],
    ["labels=x", "labels"],
    ["from=1&from=2", "from"],
    ["__proto__=1", "__proto__"],
  ])("%s", (text, path) => {
    expect(() => parseStepsQuery(query(text))).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { path } }),
    );
  });

  test.each([
    ["limit=501", "limit"],
    ["sort=best", "sort"],
    ["outcome=unknown", "outcome"],
    ["suspected=yes", "suspected"],
    ["resolution=5", "resolution"],
    ["since=1.1", "since"],
  ])("%s, of rollouts", (text, path) => {
    expect(() => parseRolloutsQuery(query(text))).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { path } }),
    );
  });

  test("a format that nobody knows", () => {
    expect(() => parseIngestQuery(query("format=csv"))).toThrow(
      expect.objectContaining({ options: { path: "format" } }),
    );
  });

  test.each([
    ["of rows", parseIngestQuery, "label.host=a", "label.host"],
    ["of a declared step", parsePlaceQuery, "format=native", "format"],
    ["of a declared step", parsePlaceQuery, "step=5", "step"],
    ["of runs", parseRunsQuery, "environment=code", "environment"],
    ["of runs", parseRunsQuery, "limit=0", "limit"],
    ["of runs", parseRunsQuery, "cursor=soon", "cursor"],
    ["of runs, live", parseRunsEventsQuery, "runs=a", "runs"],
    ["of runs, live", parseRunsEventsQuery, "run=a&run=.", "run"],
    ["of a snapshot", parseSnapshotQuery, "since=1.1", "since"],
    ["of any other address", parseNoQuery, "limit=1", "limit"],
  ])("%s: %3$s", (_name, parse, text, path) => {
    expect(() => parse(query(text))).toThrow(expect.objectContaining({ code: "invalid_request", options: { path } }));
  });
});

test("runs to follow come as often as wanted, each in one way to write it", () => {
  expect(parseRunsEventsQuery(query("run=a&run=cafe%CC%81&since=1.7"))).toEqual({
    runs: ["a", "caf\u00e9"],
    since: "1.7",
  });
});

test("a cursor of runs is read as it was given", () => {
  const after = { activeAt: 1_785_758_400_000, run: "grpo/7b.2 \u{1f9ea}" };
  const cursor = encodeURIComponent(formatRunCursor(after));
  expect(parseRunsQuery(query(`limit=2&cursor=${cursor}`))).toEqual({ where: [], limit: 2, after });
});
