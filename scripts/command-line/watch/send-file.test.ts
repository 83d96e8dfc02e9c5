/** What of a file is sent, and counted, where the disk does not give all of it. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { contextOf, StepKnowledge } from "@/lib/importers/file-context";
import { FileReport } from "@/lib/importers/file-report";
import { planFile } from "@/lib/importers/plan-import";
import { FollowedFile } from "./followed-file";
import { sendWhole } from "./send-file";

const row = '{"responses_create_params":{},"response":{"output":[]},"reward":1}\n';
const receipt = { updated: 0, duplicates: 0, superseded: 0, rejectedCount: 0, rejected: [], warnings: [] };

test("a file that the disk gives no further is left when what is under way of it was answered, and counts", async () => {
  const bytes = Buffer.from(row.repeat(3_000));
  let opened = 0;
  const source = {
    path: "a.jsonl",
    shown: "a.jsonl",
    size: bytes.length,
    async *open() {
      yield bytes;
      if (++opened > 1) throw Object.assign(new Error("EIO: i/o error, read"), { syscall: "read" });
    },
    read: async (start: number, end: number) => bytes.subarray(start, end),
  };
  const plan = await planFile(source, 1, true);
  const { recognition } = plan;
  if (recognition.role !== "rows") throw new Error("no rows");
  opened = 1;
  const report = new FileReport(plan, undefined);
  const file = FollowedFile.start("a.jsonl", "a.jsonl", 1, { device: 1, inode: 1, size: bytes.length, modifiedMs: 1 });
  let asked = 0;
  const sending = {
    ...{ file, report, split: undefined, rows: recognition, onPlace: async () => undefined },
    context: contextOf(plan, new StepKnowledge(), {}),
    contextKey: "known",
    async send(rows: readonly Uint8Array[]) {
      asked++;
      await wait(30);
      return { ...receipt, inserted: rows.length };
    },
  };
  await expect(sendWhole(sending)).rejects.toThrow("EIO");
  // One request holds 2,048 rows; those behind it were not sent, and the next look reads them.
  expect({ asked, rows: report.rows, inserted: report.toImported().inserted, refusal: report.refusal }).toEqual({
    asked: 1,
    rows: 2_048,
    inserted: 2_048,
    refusal: null,
  });
  expect(file.record.context).toBe("");
});
