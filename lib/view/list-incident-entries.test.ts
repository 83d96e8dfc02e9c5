import { expect, test } from "vitest";
import { listIncidentEntries } from "./list-incident-entries";
import { sampleDetection } from "./sample-incidents";
import { binaryRewards, type SampleStep } from "./sample-steps";

/** 10 of 64 solved, but from step 61 on nearly all are lost. */
function play(last: number): readonly SampleStep[] {
  return Array.from({ length: last }, (_, index) => {
    const ill = index >= 60;
    const masked = ill ? { masked: { session_lost: 59 } } : {};
    return { step: index + 1, expected: 64, rewards: ill ? binaryRewards(0, 5) : binaryRewards(10, 54), ...masked };
  });
}

const about = { inPercent: true, overrides: [], runbooks: {} };

test("incidents that did not change keep their entries, and a list of none that changed is the same list", () => {
  const [first] = sampleDetection(play(70)).incidents;
  const [later] = sampleDetection(play(71)).incidents;
  if (first === undefined || later === undefined) throw new Error("no incident");
  const other = { ...first, id: "another" };
  const incidents = [first, other];
  const entries = listIncidentEntries(incidents, about);
  expect(entries.map(({ id }) => id)).toEqual([first.id, "another"]);
  expect(listIncidentEntries(incidents, { ...about })).toBe(entries);

  const next = listIncidentEntries([later, other], about);
  expect(next[1]).toBe(entries[1]);
  expect(next[0]?.brief).not.toBe(entries[0]?.brief);
});

test("another scale, another runbook, or what people say of it, tells an incident anew", () => {
  const { incidents } = sampleDetection(play(70));
  const [entry] = listIncidentEntries(incidents, about);
  expect(entry?.runbook).toBeNull();
  const runbooks = { session_lost: "https://example.org/lost" };
  expect(listIncidentEntries(incidents, { ...about, runbooks })[0]?.runbook).toBe("https://example.org/lost");
  expect(listIncidentEntries(incidents, { ...about, inPercent: false })[0]).not.toBe(entry);
});
