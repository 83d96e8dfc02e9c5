import { describe, expect, test } from "vitest";
import { drawSummaries, planSteps } from "../scenario/drawn-summaries";
import { detectRun } from "./detect-run";
import type { Incident } from "./incident";
import { judgeVerdict, type VerdictFacts } from "./verdict";

const part = { environment: "browser", rollouts: 64, groupSize: 8, solvedRate: 0.4 };

function drawIncident(): Incident {
  const failures = [{ kind: "session_lost", effect: "masked", rate: 0.9 } as const];
  const steps = planSteps(1, 62, (step) => ({ parts: [step > 60 ? { ...part, failures } : part] }));
  const [incident] = detectRun(drawSummaries(1, steps)).incidents;
  if (incident === undefined) throw new Error("the drawn run has an incident");
  return incident;
}

const incident = drawIncident();
const well: VerdictFacts = {
  incidents: [],
  lastCleanCheckpoint: null,
  completeSteps: 62,
  lastStep: 62,
  hasTrainSteps: true,
  isHeardOf: true,
  reportsFailures: true,
  isStalled: false,
  hasEnded: false,
  deadCollector: null,
};
const deadCollector = { expected: 16, unknown: 15, lost: 1 };

const open = (part: Partial<Incident>): Incident => ({ ...incident, ...part });

describe("the verdict", () => {
  test.each([
    ["stop", "a critical incident", { incidents: [open({})] }],
    ["stop", "a major one for 3 complete steps", { incidents: [open({ severity: "major", completeSteps: 3 })] }],
    ["watch", "a major one for less", { incidents: [open({ severity: "major", completeSteps: 2 })] }],
    ["watch", "a minor one, however long", { incidents: [open({ severity: "minor", completeSteps: 90 })] }],
    ["watch", "a critical one of eval rollouts beside training", { incidents: [open({ split: "eval" })] }],
    ["stop", "one where there is no training", { incidents: [open({ split: "eval" })], hasTrainSteps: false }],
    ["ok", "what has ended", { incidents: [open({ state: "ended" }), open({ state: "rolled_back" })] }],
    ["watch", "a stalled run", { isStalled: true }],
    ["learning", "a run of which nothing was heard", { reportsFailures: false, isHeardOf: false }],
    ["stop", "a run that ended with its collector dead", { hasEnded: true, deadCollector, completeSteps: 1 }],
    ["stop", "one that reported nothing at all", { hasEnded: true, deadCollector, reportsFailures: false }],
    ["watch", "a collector that looks dead while nobody said so", { deadCollector, reportsFailures: false }],
    ["blind", "a run that reports nothing", { reportsFailures: false }],
    ["blind", "also in its first steps", { reportsFailures: false, completeSteps: 2 }],
    [
      "watch",
      "an incident of zeros, though blind",
      { reportsFailures: false, incidents: [open({ severity: "minor" })] },
    ],
    ["learning", "its first steps", { completeSteps: 4 }],
    ["ok", "all else", {}],
  ])("is %s for %s", (verdict, _, facts: Partial<VerdictFacts>) => {
    expect(judgeVerdict({ ...well, ...facts }).verdict).toBe(verdict);
  });

  test("is about the worst incident, and of equal ones the newest", () => {
    const incidents = [open({ severity: "minor" }), open({ onset: 70 }), open({ onset: 61 })];
    expect(judgeVerdict({ ...well, incidents }).incident?.onset).toBe(70);
  });

  test.each([
    [
      "what to do",
      { incidents: [incident], lastCleanCheckpoint: { segment: "first", step: 60, name: "step_60" } },
      /^Critical since step 61: 89% of rollouts come back masked as session_lost, before 0%\. Pause\. Last clean checkpoint: step_60 \(step 60\)\.$/,
    ],
    ["that no checkpoint is clean", { incidents: [incident] }, /Pause\. No clean checkpoint is known\.$/],
    ["what is only watched", { incidents: [open({ severity: "minor" })] }, /^Minor since step 61: [^.]*\.$/],
    ["since when nothing comes", { isStalled: true }, /^Nothing has come since step 62/],
    [
      "what a dead collector left",
      { hasEnded: true, deadCollector },
      /^The collector died: of 16 rollouts 15 were never dispatched, and the only one that was heard of is lost\. Look/,
    ],
    [
      "that nothing at all came",
      { deadCollector: { expected: 16, unknown: 16, lost: 0 } },
      /^The collector died: 16 rollouts were declared, and none was heard of\. Nobody said that the run has ended\.$/,
    ],
    ["that nothing is reported", { reportsFailures: false }, /watching zeros only\.$/],
    ["how much it has learned", { completeSteps: 3 }, /^3 of 5 complete steps/],
    ["how far it is well", {}, /^Healthy through step 62\.$/],
  ])("says %s", (_, facts: Partial<VerdictFacts>, reason) => {
    expect(judgeVerdict({ ...well, ...facts }).reason).toMatch(reason);
  });
});
