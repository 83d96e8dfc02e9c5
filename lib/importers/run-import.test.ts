import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { usualLimits } from "@/lib/wire/row-scanner";
import { toDryRun } from "./dry-run-target";
import type { ImportSource } from "./import-source";
import type { ProducerCounts } from "./import-target";
import { planFile } from "./plan-import";
import { runImport } from "./run-import";
import { startReports } from "./start-reports";

const dryRunTarget = toDryRun(usualLimits);

const row = '{"responses_create_params":{},"response":{"output":[]},"reward":1}\n';

function toSource(name: string, onOpen: () => void, text = row): ImportSource {
  const bytes = new TextEncoder().encode(text);
  return {
    path: name,
    shown: name,
    size: bytes.length,
    async *open() {
      onOpen();
      yield bytes;
    },
    read: async (start, end) => bytes.subarray(start, end),
  };
}

it("reads no file before whoever listens has heard of the one before it", async () => {
  let events: string[] = [];
  const sources = ["a.jsonl", "b.jsonl"].map((name) => toSource(name, () => events.push(`read ${name}`)));
  const reports = startReports(await Promise.all(sources.map((source) => planFile(source, 1, true))), undefined);
  events = [];
  await runImport(
    reports,
    dryRunTarget,
    {},
    {
      onBytes: () => undefined,
      async onFile({ file }) {
        await wait(5);
        events.push(`heard of ${file.shown}`);
      },
    },
  );
  expect(events).toEqual(["read a.jsonl", "heard of a.jsonl", "read b.jsonl", "heard of b.jsonl"]);
});

it("refuses the second of two files whose rows would be named alike, and tells which is the first", async () => {
  const plans = await Promise.all(
    ["a.jsonl", "a.jsonl"].map((name) =>
      planFile(
        toSource(name, () => undefined),
        1,
        true,
      ),
    ),
  );
  expect(startReports(plans, undefined).map(({ refusal }) => refusal)).toEqual([
    null,
    expect.stringContaining("the same names as those of a.jsonl (step_1/a.jsonl:1 and on)"),
  ]);
});

it("tells a producer's counts under a name that a server takes, however deep their file lies", async () => {
  const name = `${"folder/".repeat(200)}run_coverage.json`;
  const source = toSource(name, () => undefined, '{"expected":2,"measured":2}');
  const told: ProducerCounts[] = [];
  const target = { ...dryRunTarget, sendCounts: async (counts: ProducerCounts) => void told.push(counts) };
  const reports = startReports([await planFile(source, 1, true)], undefined);
  await runImport(reports, target, {}, { onBytes: () => undefined, onFile: () => undefined });
  expect(told).toMatchObject([{ step: 1, counts: { expected: 2, scored: 2 } }]);
  expect(told[0]?.file).toHaveLength(1_000);
  expect(told[0]?.file).toMatch(/folder\/run_coverage[.]json$/);
});

it("declares the inputs that stand before a place where their file can't be read, and says so", async () => {
  const input = '{"responses_create_params":{},"_ng_task_index":0,"_ng_rollout_index":0}\n';
  let opened = 0;
  const source = {
    ...toSource("run_materialized_inputs.jsonl", () => undefined, input),
    async *open() {
      yield new TextEncoder().encode(input);
      if (++opened > 1) throw new Error("EIO: i/o error");
    },
  };
  const declared: unknown[] = [];
  const target = {
    ...dryRunTarget,
    declareExpected: async (_: number, expected: readonly unknown[]) => void declared.push(...expected),
  };
  const [report, ...others] = startReports([await planFile(source, 1, true)], undefined);
  if (report === undefined) throw new Error("no report");
  await runImport([report, ...others], target, {}, { onBytes: () => undefined, onFile: () => undefined });
  expect(declared).toEqual([{ environment: null, group: "0", sample: 0 }]);
  expect(report.toImported()).toMatchObject({
    expected: 1,
    refusal: "it can't be read further: EIO: i/o error; what stands before that was declared",
  });
});

it("counts what was taken of an import that ends early, of requests under way too, and sends nothing more", async () => {
  const source = toSource("a.jsonl", () => undefined, row.repeat(9_000));
  let asked = 0;
  const nothing = { updated: 0, duplicates: 0, superseded: 0, rejectedCount: 0, rejected: [], warnings: [] };
  const target = {
    ...dryRunTarget,
    async sendRows(rows: readonly Uint8Array[]) {
      if (++asked === 1) throw new Error("enough");
      await wait(30);
      return { ...nothing, inserted: rows.length };
    },
  };
  const [report, ...others] = startReports([await planFile(source, 1, true)], undefined);
  if (report === undefined) throw new Error("no report");
  const listener = { onBytes: () => undefined, onFile: () => undefined };
  await expect(runImport([report, ...others], target, {}, listener)).rejects.toThrow("enough");
  // Four requests are under way at once.
  expect({ asked, ...report.toImported() }).toMatchObject({ asked: 4, inserted: 3 * 2_048, finished: false });
});
