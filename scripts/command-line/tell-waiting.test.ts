import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toDryRun } from "@/lib/importers/dry-run-target";
import type { ImportReceipt } from "@/lib/importers/import-target";
import { usualLimits } from "@/lib/wire/row-scanner";
import { tellWaiting } from "./tell-waiting";

const dryRunTarget = toDryRun(usualLimits);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const late = "The server has not answered for 10 s. It is waited for and asked again; what it took stays.";
const empty = { inserted: 0, updated: 0, duplicates: 0, superseded: 0, rejectedCount: 0, rejected: [], warnings: [] };

function makeTarget() {
  const answers: { resolve: (receipt: ImportReceipt) => void; reject: (error: Error) => void }[] = [];
  const lines: string[] = [];
  const sendRows = () => new Promise<ImportReceipt>((resolve, reject) => answers.push({ resolve, reject }));
  const target = tellWaiting({ ...dryRunTarget, sendRows }, (line) => lines.push(line));
  return { answers, lines, send: () => target.sendRows([], { format: "native" }) };
}

it("tells once that two requests wait, and once that the server answers again", async () => {
  const { answers, lines, send } = makeTarget();
  const both = [send(), send()];
  await vi.advanceTimersByTimeAsync(9_999);
  expect(lines).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_001);
  expect(lines).toEqual([late]);
  for (const { resolve } of answers) resolve(empty);
  await Promise.all(both);
  expect(lines).toEqual([late, "The server answers again."]);
});

it("says nothing of a server that answers in time, nor that one answers which did not", async () => {
  const { answers, lines, send } = makeTarget();
  const first = send();
  await vi.advanceTimersByTimeAsync(5_000);
  answers[0]?.resolve(empty);
  await first;
  const second = send();
  const failed = expect(second).rejects.toThrow("away");
  await vi.advanceTimersByTimeAsync(10_000);
  answers[1]?.reject(new Error("away"));
  await failed;
  expect(lines).toEqual([late]);
});
