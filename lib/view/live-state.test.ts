import { expect, test } from "vitest";
import { defaultRunSettings, type RunState } from "@/lib/core/run";
import { emptyStanding } from "@/lib/core/run-incident";
import { judgeLiveRows, judgeLiveState } from "./live-state";
import { toRunRow } from "./run-row";

const tenMinutes = 600_000;

test.each<[RunState, number | null, number, RunState]>([
  ["live", 1_000, 1_000 + tenMinutes, "live"],
  ["live", 1_000, 1_001 + tenMinutes, "quiet"],
  // Nothing heard of yet: it has been silent since it was made, at 0.
  ["live", null, tenMinutes, "live"],
  ["live", null, tenMinutes + 1, "quiet"],
  // Only news makes a run live again, and it brings the state with it.
  ["quiet", 1_000, 1_000, "quiet"],
  ["finished", 1_000, 9 * tenMinutes, "finished"],
  ["crashed", 1_000, 9 * tenMinutes, "crashed"],
  ["stopped", 1_000, 9 * tenMinutes, "stopped"],
])("%s, last heard at %s, is %s ms into the day %s", (state, lastSeenAt, now, expected) => {
  expect(judgeLiveState({ state, lastSeenAt, createdAt: 0 }, now)).toBe(expected);
});

function row(run: string, lastSeenAt: number) {
  const settings = defaultRunSettings;
  const told = { run, settings, state: "live", lastStep: 1, rollouts: 1, createdAt: 0, lastSeenAt } as const;
  const kept = { archivedAt: null, version: 0 };
  return toRunRow({ ...told, ...kept, ...emptyStanding, recent: [], newest: null });
}

test("a list keeps the rows, and itself, where no run fell silent", () => {
  const rows = [row("early", 0), row("late", tenMinutes)];
  expect(judgeLiveRows(rows, tenMinutes)).toBe(rows);
  const later = judgeLiveRows(rows, tenMinutes + 1);
  expect(later.map(({ run, state }) => [run, state])).toEqual([
    ["early", "quiet"],
    ["late", "live"],
  ]);
  expect(later[1]).toBe(rows[1]);
});
