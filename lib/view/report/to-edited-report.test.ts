import { expect, test } from "vitest";
import { emptyCoverage } from "@/lib/core/coverage";
import { type AlertRule, usualRule } from "@/lib/core/report/alert-rule";
import { toText } from "@/lib/core/report/edited-report";
import { toIncidentFigures } from "@/lib/core/report/figures";
import type { ReportData } from "@/lib/core/report/report-data";
import type { ReportEdit } from "@/lib/core/report/report-edit";
import { defaultRunSettings } from "@/lib/core/run";
import { emptyStanding } from "@/lib/core/run-incident";
import { sampleDetection } from "../sample-incidents";
import { binaryRewards, type SampleStep, sampleEpoch, sampleSummary } from "../sample-steps";
import { toEditedReport, toUsualReport } from "./to-edited-report";

const healthy = (step: number): SampleStep => ({ step, rewards: binaryRewards(4, 4) });
const broken = (step: number): SampleStep => ({ step, rewards: [1, 0], masked: { session_lost: 6 } });
/** 20 healthy steps, 5 broken ones, 15 healthy ones, and one that is still filling. */
const samples = [
  ...Array.from({ length: 20 }, (_, index) => healthy(index + 1)),
  ...Array.from({ length: 5 }, (_, index) => broken(index + 21)),
  ...Array.from({ length: 15 }, (_, index) => healthy(index + 26)),
  { ...healthy(41), complete: false },
];

const nothingSpent = { rollouts: 0, inputTokens: 0, outputTokens: 0, toldTokens: 0, durationMs: 0, toldDuration: 0 };

function sampleReport(rule: AlertRule = usualRule, edits: readonly ReportEdit[] = []): ReportData {
  const steps = samples.map(sampleSummary);
  const { incidents, verdict } = sampleDetection(samples);
  const rows = { lost: nothingSpent, evidence: nothingSpent, arrived: 8 };
  return {
    detail: {
      ...emptyStanding,
      run: "browser-7",
      settings: defaultRunSettings,
      state: "live",
      lastStep: 41,
      rollouts: 328,
      createdAt: sampleEpoch,
      lastSeenAt: sampleEpoch,
      archivedAt: null,
      version: 1,
      inference: { state: "not_told" },
      coverage: emptyCoverage,
      segments: [],
      annotations: [],
      overrides: [],
      comparisons: [],
      environments: [],
      labels: {},
      splits: ["train"],
    },
    revision: "1",
    steps,
    superseded: [],
    evalSteps: [],
    incidents,
    figures: incidents.map((incident) => toIncidentFigures(incident, steps, rows)),
    verdict,
    books: { events: [], notices: [], edits },
    issues: [],
    otherIssues: 0,
    differences: {},
    rule,
    payloads: "full",
  };
}

test("what is said of the steps behind an incident leads to their rollouts, and to no others", () => {
  const { sections } = toUsualReport(sampleReport());
  const parts = sections.flatMap(({ id, prose }) => (id === "summary" ? prose.flat() : []));
  expect(toText(parts)).toContain("It ended after steps 21–25: in the 15 complete steps behind it 0% lost (0 of 120).");
  const link = parts.find(({ text }) => text.includes("behind it"));
  expect(link?.href).toBe("/runs/browser-7/rollouts?from=26&to=40");
});

test("edits are held against the usual rule, whichever is shown", () => {
  const usual = toUsualReport(sampleReport());
  const said = (rule: AlertRule, edits: readonly ReportEdit[]) =>
    toEditedReport(sampleReport(rule, edits)).sections.find(({ section }) => section.id === "replay");
  const eager = { ...usualRule, over: 0.9 };
  expect(said(eager, [])?.section).not.toEqual(usual.sections.find(({ id }) => id === "replay"));
  const edit: ReportEdit = { section: "replay", version: 1, text: "Mine.", by: null, at: 5, basis: "other" };
  const [held, shown] = [said(usualRule, [edit]), said(eager, [edit])];
  expect(held?.edit?.change?.now.length).toBeGreaterThan(0);
  expect(shown?.edit?.change).toEqual(held?.edit?.change);
});

test("what is said of a step stands where its step was by the clock, with its policy's place and when it was written", () => {
  const minute = 60_000;
  const note = { toStep: null, kind: "note" as const, author: "ada", version: 1 };
  const asMade = { changedAt: null, changedBy: null, removedAt: null };
  const written = sampleEpoch + 600 * minute;
  const annotations = [
    { id: 1, step: 22, at: null, text: "on a step", createdAt: written, ...note, ...asMade },
    { id: 2, step: null, at: sampleEpoch + 5.5 * minute, text: "of a moment", createdAt: written, ...note, ...asMade },
    { id: 3, step: 9_000, at: null, text: "of a step to come", createdAt: written, ...note, ...asMade },
  ];
  const data = sampleReport();
  const { sections } = toUsualReport({ ...data, detail: { ...data.detail, annotations } });
  const [table] = sections.find(({ id }) => id === "timeline")?.blocks ?? [];
  if (table?.as !== "table") throw new Error("there is no timeline");
  const said = table.rows.map(({ cells }) => cells.map((cell) => toText(cell)));
  const rows = said.filter(([, , , what]) => /^(It began|Note|The last step of it)/.test(what ?? ""));
  expect(rows).toEqual([
    ["2026-03-04 12:05 UTC", "", "", "Note by ada: of a moment (written 2026-03-04 22:00 UTC)"],
    ["2026-03-04 12:21 UTC", "21", "", expect.stringMatching(/^It began: session_lost/)],
    ["2026-03-04 12:22 UTC", "22", "", "Note by ada: on a step (written 2026-03-04 22:00 UTC)"],
    ["2026-03-04 12:25 UTC", "25", "", expect.stringMatching(/^The last step of it: session_lost/)],
    ["no time told", "9,000", "", "Note by ada: of a step to come (written 2026-03-04 22:00 UTC)"],
  ]);
});

test("every table has as many values in each row as it names", () => {
  const { sections } = toUsualReport(sampleReport());
  const tables = sections.flatMap(({ blocks }) => blocks.filter((block) => block.as === "table"));
  expect(tables.length).toBeGreaterThan(3);
  for (const { title, names, rows } of tables) {
    for (const { values } of rows) expect({ title, values: values?.length }).toEqual({ title, values: names?.length });
  }
  const [outcomes] = tables.filter(({ title }) => title === "What became of the rollouts");
  // Steps 21 to 25 of 8 rollouts.
  expect(outcomes?.rows.at(-1)?.values?.slice(0, 3)).toEqual(["expected", 40, 1]);
});
