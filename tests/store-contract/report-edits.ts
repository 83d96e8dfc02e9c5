import { expect, test } from "vitest";
import type { NewReportEdit } from "@/lib/core/report/report-edit";
import { noon, type Promises, present } from "../tested-store";
import { drawRun } from "./incidents";

const edit: NewReportEdit = { section: "summary", text: "The pool ran dry.", by: "mira", basis: "58 of 64", seen: 0 };

export const reportEditPromises: Promises = (tested) => {
  const keep = (told: Partial<NewReportEdit>, at = noon) =>
    tested().store.triage.appendReportEdit(tested().run, { ...edit, ...told }, at);
  const books = async () => present(await tested().store.reports.readReportBooks(tested().run));

  test("edits are only added: the newest holds, and every one is read back", async () => {
    await tested().append([{ step: 1, id: "a" }]);
    expect(await keep({})).toEqual({
      section: "summary",
      version: 1,
      text: edit.text,
      by: "mira",
      at: noon,
      basis: "58 of 64",
    });
    await keep({ text: null, by: null, seen: 1, basis: "59 of 64" }, noon + 5);
    await keep({ section: "notes", text: "Restarted.", seen: 0 }, noon + 6);
    const { edits } = await books();
    expect(edits).toMatchObject([
      { section: "notes", version: 1, text: "Restarted." },
      { section: "summary", version: 2, text: null, by: null, at: noon + 5, basis: "59 of 64" },
    ]);
    const history = await tested().store.reports.listReportEdits(tested().run, "summary");
    expect(history.map(({ version, text }) => ({ version, text }))).toEqual([
      { version: 1, text: edit.text },
      { version: 2, text: null },
    ]);
  });

  test("of two edits at once one wins, and the other is told what is there", async () => {
    await tested().append([{ step: 1, id: "a" }]);
    const answers = await Promise.allSettled([keep({ text: "one" }), keep({ text: "other", by: "ada" })]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(answers[1]).toMatchObject({
      reason: { code: "conflict", options: { details: { version: 1, by: "mira", text: "one" } } },
    });
    await expect(keep({ seen: 7 })).rejects.toMatchObject({ code: "conflict" });
    expect(await tested().store.reports.listReportEdits(tested().run, "summary")).toHaveLength(1);
  });

  test("edits survive a rebuild, and go with their run", async () => {
    await tested().append([{ step: 1, id: "a" }]);
    await keep({});
    await tested().store.writer.rebuildSummaries();
    expect((await books()).edits).toMatchObject([{ version: 1, text: edit.text }]);
  });

  test("there is nothing to read or to edit of a run that is not there", async () => {
    expect(await tested().store.reports.readReportBooks("nowhere")).toBeNull();
    expect(await tested().store.triage.appendReportEdit("nowhere", edit, noon)).toBeNull();
    expect(await tested().store.reports.listReportEdits("nowhere", "summary")).toEqual([]);
  });

  test("the books of a run hold what happened to its incidents, in order", async () => {
    await tested().setRun({ expectedPerStep: 16 });
    for (const rows of drawRun()) await tested().append(rows);
    const [incident] = await tested().store.reader.listIncidents(tested().run);
    const { events, notices } = await books();
    expect(events).toMatchObject([{ incident: present(incident).id, event: "opened", severity: "critical", step: 13 }]);
    expect(notices).toEqual([]);
  });

  test("an incident's rows are counted by what became of them, and by when they came", async () => {
    const told = { inputTokens: 100, outputTokens: 10, durationMs: 2_000 };
    const rows = [
      { step: 1, id: "well", ...told },
      { step: 1, id: "lost", outcome: "masked" as const, reward: 0, ...told },
      { step: 1, id: "silent", outcome: "failed" as const, reward: null },
      { step: 1, id: "timed", outcome: "unscored" as const, reward: null, startedAt: noon, finishedAt: noon + 500 },
      { step: 1, id: "left", outcome: "omitted" as const, reward: null, ...told },
      { step: 2, id: "elsewhere", ...told },
    ];
    await tested().append(rows.slice(0, 3), { at: noon });
    await tested().append(rows.slice(3), { at: noon + 10 });
    const filter = { run: tested().run, split: "train" as const, steps: { from: 1, to: 1 } };
    expect(await tested().store.reports.readIncidentRows({ ...filter, by: noon })).toEqual({
      lost: { rollouts: 3, inputTokens: 100, outputTokens: 10, toldTokens: 1, durationMs: 2_500, toldDuration: 2 },
      evidence: { rollouts: 1, inputTokens: 100, outputTokens: 10, toldTokens: 1, durationMs: 2_000, toldDuration: 1 },
      arrived: 3,
    });
  });
};
