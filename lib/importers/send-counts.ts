import { shortenName } from "@/lib/core/shorten-name";
import type { ImportOptions } from "./file-context";
import type { FileReport } from "./file-report";
import type { ImportTarget } from "./import-target";

/** What a server takes for the name of a file. */
const longestName = 1_000;

/** Producers count the rollouts of one file; we compare them with a step's. */
export function isComparable(reports: readonly FileReport[]): boolean {
  const stems = reports.flatMap(({ file }) => (file.recognition.role === "rows" ? [file.stem] : []));
  return new Set(stems).size <= 1;
}

/** Sends what a producer counted itself, and notes it in the report. */
export async function sendCounts(report: FileReport, target: ImportTarget, options: ImportOptions): Promise<void> {
  const { recognition, shown, producer, step } = report.file;
  if (recognition.role !== "counts" || Object.keys(recognition.counts).length === 0) return;
  report.counts = recognition.counts;
  const about = { source: producer ?? "unknown", file: shortenName(shown, longestName), step, split: options.split };
  await target.sendCounts({ ...about, counts: recognition.counts });
}
