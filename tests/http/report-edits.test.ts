/** Edits of a post-mortem over HTTP, and what it says of runs of other kinds. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WireReportSectionDetail } from "@/lib/wire/report";
import { judgeAnswer } from "../api-document";
import { type RealServer, startServer } from "../real-server";
import { present } from "../tested-store";
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

describe("edits", () => {
  const path = "/api/v1/runs/step-61/report/summary";
  const put = (body: unknown) => talk.ask("PUT", path, body);

  test("stand in place of the machine's words, once for two who edit at once, with every version kept", async () => {
    const kept = await put({
      text: "The pool ran dry.\n\nSee https://tickets.example/812 & <b>.",
      version: 0,
      by: "mira",
    });
    expect(kept.status).toBe(200);
    expect(judgeAnswer("ReportSection", JSON.parse(kept.text))).toEqual([]);
    const late = await put({ text: "Mine.", version: 0, by: "ada" });
    expect(problemOf(late)).toMatchObject({ answered: 409, code: "conflict", version: 1, by: "mira" });
    const summary = present((await reports.json("step-61")).sections.find(({ id }) => id === "summary"));
    expect(summary).toMatchObject({ version: 1, edit: { by: "mira", changed: false, was: [], now: [] } });
    expect(summary.text).toMatch(/^The pool ran dry\./);
    expect(summary.machine_text).toMatch(/^From step 61/);
    const html = await reports.html("step-61");
    expect(html).toContain("Edited by mira");
    expect(html).toContain(`<a href="https://tickets.example/812">https://tickets.example/812</a> &amp; &lt;b&gt;.`);
    const markdown = present((await reports.zip("step-61"))["report.md"]);
    expect(markdown).toContain("*Edited by mira");
    expect(markdown).toContain("& &lt;b>.");
    await put({ text: null, version: 1 });
    const { history, text } = WireReportSectionDetail.parse(await talk.get(path));
    expect(history.map(({ version, by, text: words }) => ({ version, by, isGiven: words === null }))).toEqual([
      { version: 1, by: "mira", isGiven: false },
      { version: 2, by: null, isGiven: true },
    ]);
    expect(text).toMatch(/^From step 61/);
  });

  test("are flagged once the data that they were written over has changed", async () => {
    await talk.post("growing", [{ step: 1, id: "a", reward: 1 }]);
    await talk.ask("PUT", "/api/v1/runs/growing/report/coverage", { text: "All came.", version: 0, by: "mira" });
    await talk.ask("PUT", "/api/v1/runs/growing/report/launches", { text: "One.", version: 0, by: "mira" });
    await talk.post("growing", [{ step: 1, id: "b", reward: 0 }]);
    const { sections } = await reports.json("growing");
    const editOf = (id: string) => present(sections.find((section) => section.id === id)).edit;
    expect(editOf("coverage")).toMatchObject({
      changed: true,
      was: [
        expect.stringContaining("1 train rollout expected in 1 step, 1 heard of."),
        "Every rollout that was expected: scored | 1 | 100%",
        "Every rollout that was expected: expected | 1 | 100%",
      ],
      now: [
        expect.stringContaining("2 train rollouts expected"),
        "Every rollout that was expected: scored | 2 | 100%",
        "Every rollout that was expected: expected | 2 | 100%",
      ],
    });
    expect(editOf("launches")).toMatchObject({ changed: false });
    expect(await reports.html("growing")).toContain("The data has changed since this was edited.");
  });

  test("of what there is not are refused", async () => {
    const put = (address: string, body: unknown) => talk.ask("PUT", address, body);
    expect(problemOf(await put("/api/v1/runs/nowhere/report/summary", { text: "x", version: 0 }))).toMatchObject({
      answered: 404,
    });
    expect(problemOf(await put("/api/v1/runs/step-61/report/nothing", { text: "x", version: 0 }))).toMatchObject({
      answered: 404,
    });
    expect(problemOf(await put("/api/v1/runs/step-61/report/notes", { text: "x" }))).toMatchObject({
      answered: 400,
      path: "version",
    });
    expect((await talk.ask("GET", "/api/v1/runs/nowhere/report")).status).toBe(404);
  });
});

describe("reports of other runs", () => {
  test("a run that nothing was heard of", async () => {
    await talk.ask("PUT", "/api/v1/runs/empty", { name: "Empty" });
    const report = await reports.json("empty");
    expect(textOf(report, "summary")).toBe(
      "Nothing has been heard of this run yet. The report writes itself once rollouts come.",
    );
    expect(await reports.html("empty")).not.toContain("<svg");
    expect(Object.keys(await reports.zip("empty"))).toEqual(["report.md"]);
  });

  test("a run of eval rollouts alone", async () => {
    await talk.post("eval only", [
      { split: "eval", id: "a", reward: 1 },
      { split: "eval", id: "b", reward: 0, mask_sample: true },
    ]);
    const report = await reports.json("eval only");
    expect(textOf(report, "summary")).toMatch(/^This run has only eval rollouts: 2\./);
    const [table] = present(report.sections.find(({ id }) => id === "coverage")).tables;
    expect(table?.rows.find(([outcome]) => outcome === "masked")).toEqual(["masked", "0", "–", "1", "50%"]);
    // Its train rollouts were declared, and their collector died: that comes first, as in its title.
    await talk.ask("PUT", "/api/v1/runs/eval%20only/steps/1", { expected: 4, finished_at: "2026-11-30T10:00:00Z" });
    expect(textOf(await reports.json("eval only"), "summary")).toMatch(
      /^The collector died: 4 rollouts were declared, and none was heard of\..*\n\nThis run has only eval rollouts: 2\./s,
    );
  });

  test("a healthy run, and one of which nobody reports failures", async () => {
    const rows = (told: object) =>
      Array.from({ length: 8 }, (_, step) =>
        Array.from({ length: 8 }, (_, sample) => ({ step, group: "a", sample, reward: sample % 2, ...told })),
      ).flat();
    await talk.post("healthy", rows({ mask_sample: false }));
    await talk.post("silent", rows({}));
    expect(textOf(await reports.json("healthy"), "summary")).toMatch(
      /^No incident was found in 8 steps\. None of 64 rollouts was lost\. Mean reward on evidence is 50% \(n 64\)\.$/,
    );
    expect(textOf(await reports.json("silent"), "summary")).toContain(
      "No failure reporting: nothing says how rollouts of this run fail",
    );
  });

  test("a run that was resumed, in which the incident came back, and odd names", async () => {
    const run = "résumé <b>&“x”";
    const launch = (segment: string, from: number, to: number, badFrom: number) =>
      talk.post(
        run,
        Array.from({ length: to - from + 1 }, (_, index) =>
          Array.from({ length: 16 }, (_, sample) => ({
            ...{ step: from + index, segment, group: String(sample >> 2), sample },
            ...(from + index >= badFrom && sample < 14
              ? {
                  reward: 0,
                  mask_sample: true,
                  failure_kind: "session_lost",
                  failure_reason: "reset: no session in 30 s",
                }
              : { reward: sample % 2, mask_sample: false }),
          })),
        ).flat(),
      );
    await launch("first", 1, 16, 13);
    await launch("second", 13, 22, 19);
    const report = await reports.json(run);
    const launches = textOf(report, "launches");
    expect(launches).toContain("2 launches; 4 steps ran again in a newer one.");
    expect(launches).toContain("session_lost of launch first, steps 13–16, came back in launch second, steps 19–22.");
    expect(report.incidents.map(({ state, during }) => [state, during.coverage.masked])).toEqual([
      ["open", 56],
      ["rolled_back", 56],
    ]);
    const html = await reports.html(run);
    expect(html).toContain("résumé &lt;b&gt;&amp;“x”");
    expect(html).not.toContain("<b>");
  });
});
