import { describe, expect, test } from "vitest";
import { parseIngestQuery, parseRolloutQuery, parseStepQuery } from "./query";

const query = (text: string) => new URLSearchParams(text);

test("nothing asked is everything of train", () => {
  expect(parseStepQuery("r", query(""))).toEqual({
    filter: { run: "r", split: "train", labels: [] },
    resolution: null,
    since: null,
  });
  expect(parseRolloutQuery("r", query(""))).toEqual({
    run: "r",
    split: "train",
    sort: "newest",
    limit: 50,
    suspected: false,
    query: undefined,
    labels: [],
  });
  expect(parseIngestQuery(query(""))).toEqual({
    format: "auto",
    defaults: { step: null, split: null, segment: null, environment: null },
  });
});

test("filters are read, and labels as often as they come", () => {
  const text =
    "from=3&to=9&environment=code&split=eval&segment=s&resolution=100&since=1.5&label.pool=b&label.host=gpu%201&label.=x&label.empty=";
  expect(parseStepQuery("r", query(text))).toEqual({
    filter: {
      run: "r",
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
  expect(parseRolloutQuery("r", query("step=61&suspected=true&q=lost&kind=%28masked%2C%20no%20kind%29"))).toMatchObject(
    {
      from: 61,
      to: 61,
      suspected: true,
      query: "lost",
      kind: "(masked, no kind)",
    },
  );
});

test("empty values are not asked for", () => {
  expect(parseStepQuery("r", query("from=&environment=&split="))).toMatchObject({ filter: { split: "train" } });
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
    ["__proto__=1", "__proto__"],
  ])("%s", (text, path) => {
    expect(() => parseStepQuery("r", query(text))).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { path } }),
    );
  });

  test.each([
    ["limit=501", "limit"],
    ["sort=best", "sort"],
    ["outcome=unknown", "outcome"],
    ["suspected=yes", "suspected"],
  ])("%s, of rollouts", (text, path) => {
    expect(() => parseRolloutQuery("r", query(text))).toThrow(
      expect.objectContaining({ code: "invalid_request", options: { path } }),
    );
  });

  test("a format that nobody knows", () => {
    expect(() => parseIngestQuery(query("format=csv"))).toThrow(
      expect.objectContaining({ options: { path: "format" } }),
    );
  });
});
