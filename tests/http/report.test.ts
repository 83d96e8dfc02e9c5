/** The post-mortem of the reconstruction over HTTP: its numbers held against a recount of the database, and its files. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { storedOutcomes } from "@/lib/core/outcome";
import { WireIncidents } from "@/lib/wire/incidents";
import { type RealServer, startServer } from "../real-server";
import { first, present } from "../tested-store";
import { ReportReader, textOf } from "./report-reader";
import { problemOf, Talk } from "./talk";

let server: RealServer;
let talk: Talk;
let reports: ReportReader;

beforeAll(async () => {
  server = await startServer();
  talk = new Talk(server);
  reports = new ReportReader(talk);
  expect((await talk.ask("POST", "/api/v1/demo", { scenario: "step-61" })).status).toBe(200);
});

afterAll(async () => {
  await server.stop();
});

/** Rows of a query on the server's own database, which nothing of the product has a hand in. */
function recount<Row>(sql: string, ...values: readonly (string | number)[]): Row[] {
  const db = new Database(join(server.dataFolder, "falsezero.db"), { readonly: true });
  try {
    return db.prepare<unknown[], Row>(sql).all(...values);
  } finally {
    db.close();
  }
}

const counting = `rollout AS r JOIN segment ON segment.id = r.segment_id JOIN run ON run.id = segment.run_id
  WHERE run.name = 'step-61' AND r.split = 0 AND r.counts = 1 AND r.step BETWEEN ? AND ?`;

interface Counts {
  readonly outcome: number;
  readonly n: number;
  readonly reward: number;
}

/** Outcomes of some steps with the sum of their rewards, counted row by row. */
function countOutcomes(from: number, to: number) {
  const rows = recount<Counts>(
    `SELECT r.outcome, count(*) AS n, total(r.reward) AS reward FROM ${counting} GROUP BY r.outcome`,
    from,
    to,
  );
  const of = (outcome: string) => rows.find((row) => storedOutcomes[row.outcome] === outcome);
  const n = (outcome: string) => of(outcome)?.n ?? 0;
  const scoredRewards = (of("scored")?.reward ?? 0) + (of("masked")?.reward ?? 0);
  const received = rows.reduce((total, row) => total + row.n, 0);
  const coverage = Object.fromEntries(storedOutcomes.map((outcome) => [outcome, n(outcome)]));
  return {
    coverage: { expected: received, received, ...coverage, unknown: 0 },
    lost: n("masked") + n("unscored") + n("failed"),
    evidence: { n: n("scored"), mean: (of("scored")?.reward ?? 0) / n("scored") },
    asScored: { n: n("scored") + n("masked"), mean: scoredRewards / (n("scored") + n("masked")) },
  };
}

/** Prompt groups of some steps; without signal: fewer than two rewards of evidence, or all the same. */
function countGroups(from: number, to: number) {
  const rows = recount<{ lost: number; evidence: number; spread: number | null }>(
    `SELECT total(r.outcome <> 0) AS lost, total(r.outcome = 0) AS evidence,
            max(CASE WHEN r.outcome = 0 THEN r.reward END) - min(CASE WHEN r.outcome = 0 THEN r.reward END) AS spread
     FROM ${counting} GROUP BY r.step, r.environment_id, r.group_key`,
    from,
    to,
  );
  return {
    n: rows.length,
    touched: rows.filter(({ lost }) => lost > 0).length,
    no_signal: rows.filter(({ evidence, spread }) => evidence < 2 || spread === 0).length,
  };
}

function closeTo(value: number) {
  return expect.closeTo(value, 9);
}

/** Tables of an HTML file, by their titles: rows of what their cells say. */
function readTables(html: string): Map<string, string[][]> {
  const tables = new Map<string, string[][]>();
  const strip = (cell: string) =>
    cell
      .replace(/<[^>]*>/g, "")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&amp;", "&");
  for (const [, title = "", body = ""] of html.matchAll(
    /<h3>([^<]*)<\/h3><div class="scroll"[^>]*><table>([\s\S]*?)<\/table>/g,
  )) {
    const rows = [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map(([, row = ""]) =>
      [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = ""]) => strip(cell)),
    );
    tables.set(
      strip(title),
      rows.filter((row) => row.length > 0),
    );
  }
  return tables;
}

describe("the report of the bundled reconstruction", () => {
  test("has the numbers that a recount by SQL has, over the whole run and over its incident", async () => {
    const { whole, incidents } = await reports.json("step-61");
    const all = countOutcomes(0, 1_000);
    expect(whole).toMatchObject({
      steps: 80,
      coverage: all.coverage,
      lost: all.lost,
      evidence: { n: all.evidence.n, mean: closeTo(all.evidence.mean) },
      as_scored: { n: all.asScored.n, mean: closeTo(all.asScored.mean) },
      groups: countGroups(0, 1_000),
    });
    expect(incidents).toHaveLength(1);
    const during = countOutcomes(61, 80);
    expect(during).toMatchObject({ lost: 1_172, coverage: { expected: 1_280, scored: 108 } });
    expect(first(incidents)).toMatchObject({
      series: "kind:session_lost",
      severity: "critical",
      onset: 61,
      last_step: 80,
      during: {
        steps: 20,
        coverage: during.coverage,
        lost: during.lost,
        evidence: { n: 108, mean: closeTo(during.evidence.mean) },
        as_scored: { n: during.asScored.n, mean: closeTo(during.asScored.mean) },
        groups: countGroups(61, 80),
      },
    });
    const [spent] = recount<{ n: number; tokens: number; out: number; ms: number; told: number }>(
      `SELECT count(*) AS n, total(r.input_tokens) AS tokens, total(r.output_tokens) AS out,
              total(coalesce(r.duration_ms, r.finished_at - r.started_at)) AS ms,
              count(coalesce(r.duration_ms, r.finished_at - r.started_at)) AS told
       FROM ${counting} AND r.outcome IN (1, 2, 3)`,
      61,
      80,
    );
    const { n, tokens, out, ms, told } = present(spent);
    expect(first(incidents).spent_on_lost).toMatchObject({
      ...{ rollouts: n, input_tokens: tokens, output_tokens: out, duration_ms: closeTo(ms), told_duration: told },
    });
  });

  test("has the numbers that /steps and /incidents give", async () => {
    const report = await reports.json("step-61");
    const steps = await talk.steps("step-61");
    const sum = (read: (step: (typeof steps)[number]) => number) =>
      steps.reduce((total, step) => total + read(step), 0);
    expect(report.whole.coverage.masked).toBe(sum(({ masked }) => masked));
    expect(report.whole.coverage.scored).toBe(sum(({ scored }) => scored));
    expect(report.whole.groups.no_signal).toBe(sum(({ groups }) => groups.no_signal));
    const { incidents } = WireIncidents.parse(await talk.get("/api/v1/runs/step-61/incidents"));
    const [told, found] = [first(report.incidents), first(incidents)];
    expect(told).toMatchObject({
      id: found.id,
      onset: found.onset,
      last_step: found.last_step,
      severity: found.severity,
    });
    expect(told.delay.steps).toBe((found.opened ?? 0) - (found.onset ?? 0));
    const { attribution } = found.reward;
    expect(told.reward).toMatchObject({ change: attribution?.change, lost: attribution?.lost });
    expect((told.reward?.lost ?? 0) + (told.reward?.survivors ?? 0)).toBeCloseTo(told.reward?.change ?? Number.NaN, 12);
    expect(told.during.coverage.scored).toBe(found.evidence_left.rollouts);
  });

  test("tells the story in words, with denominators beside the numbers", async () => {
    const report = await reports.json("step-61");
    const { sections, headline, reconstruction } = report;
    expect({ headline, reconstruction }).toEqual({ headline: "critical incident, steps 61–80", reconstruction: true });
    expect(textOf(report, "summary")).toMatch(
      /^From step 61 to the last step heard of, 80 .*92% of rollouts came back masked as session_lost: 1,17\d of 1,280, against 0\.\d+% \(\d+ of [\d,]+\) before\. .*108 rollouts of 1,280 expected are left as evidence\./,
    );
    expect(textOf(report, "summary")).toContain("Mean reward as scored fell from");
    expect(textOf(report, "precursors")).toMatch(
      /^session_lost came \d+ times before it, in \d+ steps, from step \d+ to \d+\./,
    );
    expect(textOf(report, "causes")).toContain("have browser_pool");
    expect(textOf(report, "launches")).toContain("one launch");
    const unmeasured = present(sections.find(({ id }) => id === "unmeasured")?.tables[0]);
    expect(unmeasured.rows.map(([what]) => what)).toContain("What the trainer did with lost rollouts");
  });

  test("replays the rule that the reader chose", async () => {
    const { alerts, sections } = await reports.json("step-61", "?rule=kind:session_lost&over=0.5&count=10&steps=3");
    expect(alerts).toEqual([{ from: 61, fired: 63, to: 80, open: true, count: expect.any(Number), n: 64 }]);
    const [step63] = recount<{ n: number }>(
      `SELECT count(*) AS n FROM ${counting} AND r.kind_id = (SELECT id FROM name WHERE text = 'session_lost')`,
      63,
      63,
    );
    expect(first(alerts).count).toBe(step63?.n);
    expect(sections.find(({ id }) => id === "replay")?.text).toContain("would have fired in step 63, 2 steps into it");
    const eager = await reports.json("step-61", "?rule=any_failure&over=0.01&count=1");
    const shares = recount<{ step: number; n: number; bad: number }>(
      `SELECT r.step, count(*) AS n, total(r.outcome <> 0 OR r.kind_id IS NOT NULL) AS bad FROM ${counting} GROUP BY r.step ORDER BY r.step`,
      0,
      1_000,
    );
    const firing = shares.filter(({ bad, n }) => bad >= 1 && bad >= 0.01 * n).map(({ step }) => step);
    const rows = firing.filter((step) => !firing.includes(step - 1));
    expect(eager.alerts.map(({ fired }) => fired)).toEqual(rows);
    const reply = await talk.ask("GET", "/api/v1/runs/step-61/report?rule=reward");
    expect(problemOf(reply)).toMatchObject({ answered: 400, path: "rule" });
  });

  test("is one file of HTML with every table of it, its charts, no script and nothing to fetch", async () => {
    const { sections } = await reports.json("step-61");
    const html = await reports.html("step-61");
    const tables = readTables(html);
    for (const { title, rows } of sections.flatMap((section) => section.tables)) {
      // Only how long ago, and when the file was made, may differ; no cell says either.
      expect({ title, rows: tables.get(title) }).toEqual({ title, rows });
    }
    expect(tables.size).toBe(sections.flatMap((section) => section.tables).length);
    expect(html.match(/<svg /g)).toHaveLength(3);
    expect(html).not.toMatch(/<script|<link|<img|<iframe|@import|url\((?!#)|\bon\w+=/);
    expect(html).toContain("Reconstruction, generated from published figures");
    expect(html).toContain("<dt>evidence</dt>");
  });

  test("is Markdown with its pictures beside it, in a zip", async () => {
    const files = await reports.zip("step-61");
    expect(Object.keys(files).sort()).toEqual([
      "images/coverage.svg",
      "images/failures.svg",
      "images/reward.svg",
      "report.md",
    ]);
    const text = present(files["report.md"]);
    expect(text).toContain("> **Reconstruction, generated from published figures: no real run.**");
    expect(text).toMatch(/!\[Reward: [^\]]*\]\(images\/reward\.svg\)/);
    expect(text).toContain("| masked | [1,1");
    for (const name of ["reward", "failures", "coverage"]) {
      expect(files[`images/${name}.svg`]).not.toContain("var(--");
    }
  });
});
