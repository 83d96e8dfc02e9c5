import { describe, expect, test } from "vitest";
import { readRunsFilter } from "./filter-terms";
import { filterRuns, listRunChoices, sortRuns } from "./run-filter";
import type { RunRow } from "./run-row";

function row(run: string, change: Partial<RunRow> = {}): RunRow {
  return {
    run,
    title: null,
    project: null,
    tags: [],
    state: "live",
    lastStep: null,
    rollouts: 0,
    createdAt: 0,
    lastSeenAt: null,
    isArchived: false,
    current: null,
    verdict: "ok",
    headline: null,
    openIncidents: 0,
    steadyLoss: null,
    evidence: [],
    lastEvidence: null,
    lost: [],
    rewardEdges: [0, 1],
    rewardInPercent: true,
    ...change,
  };
}

function names(rows: readonly RunRow[]): string[] {
  return rows.map(({ run }) => run);
}

const anything = { text: "", project: null, tag: null, state: null, where: [] };

describe("filterRuns", () => {
  const rows = [
    row("browser-grpo-64", { project: "browser", tags: ["reconstruction"] }),
    row("sql-ppo", { title: "Text to SQL", project: "sql", state: "finished" }),
  ];

  test.each([
    ["all words, anywhere, in any case", { ...anything, text: "GRPO brow" }, ["browser-grpo-64"]],
    ["the title", { ...anything, text: "text to" }, ["sql-ppo"]],
    ["a project", { ...anything, project: "sql" }, ["sql-ppo"]],
    ["a tag", { ...anything, tag: "reconstruction" }, ["browser-grpo-64"]],
    ["a state", { ...anything, state: "finished" as const }, ["sql-ppo"]],
    ["nothing asked", anything, ["browser-grpo-64", "sql-ppo"]],
    ["a filter's conditions", { ...anything, where: readRunsFilter("-project:sql rollouts:0") }, ["browser-grpo-64"]],
    ["nothing where the filter can't be read", { ...anything, where: readRunsFilter("state:dead") }, []],
    ["all of what is asked", { ...anything, project: "sql", state: "live" as const }, []],
  ])("matches %s", (_, filter, expected) => {
    expect(names(filterRuns(rows, filter))).toEqual(expected);
  });
});

describe("sortRuns", () => {
  test("puts what needs someone first, then live runs by their beginning, then the newest heard of", () => {
    const rows = [
      row("finished badly", { state: "finished", steadyLoss: 0.9, lastSeenAt: 50 }),
      row("quiet", { state: "quiet", lastSeenAt: 100 }),
      row("live, older", { createdAt: 1, lastSeenAt: 900 }),
      row("live, newer", { createdAt: 2, lastSeenAt: 800 }),
      row("lost a third", { steadyLoss: 0.33 }),
      row("lost most, quiet", { state: "quiet", steadyLoss: 0.92 }),
    ];
    expect(names(sortRuns(rows, null, "desc"))).toEqual([
      "lost most, quiet",
      "lost a third",
      "live, newer",
      "live, older",
      "quiet",
      "finished badly",
    ]);
  });

  test("puts what is to stop before what is to watch, and both before what only loses", () => {
    const headline = { id: "1", series: "masked", environment: null, onset: 61, words: "" };
    const critical = { verdict: "stop", headline: { ...headline, severity: "critical" } } as const;
    const major = { verdict: "stop", headline: { ...headline, severity: "major" } } as const;
    const day = 24 * 3_600_000;
    const rows = [
      row("loses most", { steadyLoss: 0.92, lastSeenAt: 9 * day }),
      row("to watch", { verdict: "watch", headline: { ...headline, severity: "minor" }, lastSeenAt: 9 * day }),
      row("ended ill", { ...critical, state: "crashed", lastSeenAt: 8.5 * day }),
      row("ended ill long ago", { ...critical, state: "crashed", lastSeenAt: day }),
      row("silent for days", { verdict: "watch", state: "quiet", lastSeenAt: 2 * day }),
      row("major", { ...major, lastSeenAt: 9 * day }),
      row("critical", { ...critical, lastSeenAt: 9 * day }),
    ];
    expect(names(sortRuns(rows, null, "desc"))).toEqual([
      "critical",
      "major",
      "to watch",
      "ended ill",
      "loses most",
      "silent for days",
      "ended ill long ago",
    ]);
    expect(names(sortRuns(rows, "verdict", "desc")).slice(0, 2)).toEqual(["critical", "major"]);
  });

  test("does not reorder for a few points of difference", () => {
    const rows = [row("a", { steadyLoss: 0.02, createdAt: 2 }), row("b", { steadyLoss: 0.04, createdAt: 1 })];
    expect(names(sortRuns(rows, null, "desc"))).toEqual(["a", "b"]);
  });

  test("sorts by a column in both directions, with what has no value last in both", () => {
    const rows = [row("none"), row("low", { lastStep: 5 }), row("high", { lastStep: 74 })];
    expect(names(sortRuns(rows, "step", "desc"))).toEqual(["high", "low", "none"]);
    expect(names(sortRuns(rows, "step", "asc"))).toEqual(["low", "high", "none"]);
  });

  test("sorts names by what is shown", () => {
    const rows = [row("z", { title: "Alpha" }), row("beta")];
    expect(names(sortRuns(rows, "name", "asc"))).toEqual(["z", "beta"]);
  });
});

test("listRunChoices lists each project and tag once, in order", () => {
  const rows = [
    row("a", { project: "sql", tags: ["x", "b"] }),
    row("b", { project: "browser", tags: ["b"] }),
    row("c"),
  ];
  expect(listRunChoices(rows)).toEqual({ projects: ["browser", "sql"], tags: ["b", "x"], kinds: [] });
});
