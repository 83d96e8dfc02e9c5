import { expect, test } from "vitest";
import { groupByProject } from "./project";

test("runs are counted under the project that they say, and under none where they say none", () => {
  const run = (
    project: string | null,
    rollouts: number,
    lastSeenAt: number | null,
    archivedAt: number | null = null,
  ) => {
    return { settings: { project }, rollouts, lastSeenAt, archivedAt };
  };
  const runs = [run("web", 5, 30), run(null, 7, 90), run("code", 0, null), run("web", 3, 20, 50)];
  expect(groupByProject(runs)).toEqual([
    { project: "code", runs: 1, archived: 0, rollouts: 0, lastSeenAt: null },
    { project: "web", runs: 2, archived: 1, rollouts: 8, lastSeenAt: 30 },
  ]);
});
